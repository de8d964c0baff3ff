import { maxOf, minOf, type NameList, type Website } from '@answershare/core';
import { computeAuthorityWeek, computeWeekLevel } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { type AuthorityLevel, computeAuthorityMetric, toAuthorityDay } from './authority.ts';
import { type CitationSeries, computeCitationSeries, computeCitationsMetric } from './citations.ts';
import { comparePages, type PageChanges } from './cited-pages.ts';
import { type ComparisonOptions, computeLevelMetric, type LevelWeek } from './level-metric.ts';
import type { DigestMetric } from './metric.ts';
import { nameSnapshots } from './named-snapshots.ts';
import { type DigestNote, listNotes } from './notes.ts';
import { computeSiteParts, type PartChange, type SiteParts, toPartChanges } from './parts.ts';
import { computeShareMetric } from './share.ts';
import { computeShareSeries, type ShareSeries } from './share-weeks.ts';
import { groupByWeek, hasAnswer, readFigure, type SiteDay, type SiteSnapshot } from './site-days.ts';
import { measures, type PlainFigure, plainFigures, type SiteMetrics } from './site-metrics.ts';

/** One website's input of a digest: weekly levels, oldest first, and the days of the reported week. */
export interface SiteSeries {
  readonly website: Website;
  readonly shares: ShareSeries;
  readonly authority: readonly AuthorityLevel[];
  readonly citations: CitationSeries;
  readonly plain: ReadonlyMap<PlainFigure, readonly LevelWeek[]>;
  readonly parts: SiteParts;
  readonly pages: PageChanges | null;
  readonly days: readonly SiteDay[];
}

/** Reduces one website's snapshots, so that memory holds those of one website only. */
export function computeSiteSeries(
  website: Website,
  taken: readonly SiteSnapshot[],
  week: IsoWeek,
  zone: string,
  names: NameList = {},
): SiteSeries {
  const snapshots = nameSnapshots(website, taken, names);
  const weeks = groupByWeek(snapshots, week, zone);
  return {
    website,
    shares: computeShareSeries(weeks),
    authority: weeks.map(({ week: name, days }) => ({
      week: name,
      ...computeAuthorityWeek(days.map(toAuthorityDay)),
    })),
    citations: computeCitationSeries(snapshots, weeks),
    plain: new Map(
      plainFigures.map((name) => [
        name,
        weeks.map(({ week: of, days }) => ({
          week: of,
          level: computeWeekLevel(days.map((day) => ({ day: day.day, value: readFigure(day, name) }))),
        })),
      ]),
    ),
    parts: computeSiteParts(weeks),
    pages: comparePages(createSiteId(website), website.domain, snapshots, week),
    days: weeks.at(-1)?.days ?? [],
  };
}

const createSiteId = ({ id }: Website): string => `site:${id}`;

/** True if the reported week has a reading. */
export const hasReading = ({ days }: SiteSeries): boolean => days.some(hasAnswer);

/** One website's week. */
export interface SiteDigest extends SiteMetrics {
  readonly id: string;
  readonly website: Website;
  /** For people: domain, name or id. */
  readonly name: string;
  /** The brand's name, for short lines. */
  readonly label: string;
  readonly state: 'reported' | 'no-data';
  /** By count, greatest first. */
  readonly engines: readonly PartChange[];
  /** Components of the authority score, greatest first. */
  readonly components: readonly PartChange[];
  /** New and lost cited pages; null if no answer shows them. */
  readonly pages: PageChanges | null;
  readonly notes: readonly DigestNote[];
  /** The first and last snapshot of the week with a reading, milliseconds since the epoch; null without one. */
  readonly taken: { readonly first: number; readonly last: number } | null;
}

export function buildSiteDigest(series: SiteSeries, options: ComparisonOptions): SiteDigest {
  const { website, days } = series;
  const site = createSiteId(website);
  const name = website.domain ?? website.name ?? website.id;
  const plain = [...series.plain].map(([figure, weeks]) => [
    figure,
    computeLevelMetric(site, figure, weeks, options),
  ]);
  const metrics: SiteMetrics = {
    ...(Object.fromEntries(plain) as Record<PlainFigure, DigestMetric>),
    share: computeShareMetric(site, name, series.shares, options),
    authority: computeAuthorityMetric(site, series.authority, days, options),
    citations: computeCitationsMetric(site, series.citations, days, options),
  };
  const empty = measures.every((figure) => metrics[figure].level === null);
  const instants = days.filter(hasAnswer).map(({ takenAt }) => takenAt);
  return {
    id: website.id,
    website,
    name,
    label: website.name ?? name,
    state: empty ? 'no-data' : 'reported',
    ...metrics,
    engines: toPartChanges(
      `${site}/citations/engine`,
      series.parts.engines,
      'count',
      metrics.citations.feedWindow,
    ),
    components: toPartChanges(`${site}/authority/component`, series.parts.components, 'score', null),
    pages: series.pages,
    notes: listNotes(site, metrics, days),
    taken: instants.length === 0 ? null : { first: minOf(instants), last: maxOf(instants) },
  };
}
