import { type JudgedFigure, maxOf, minOf, type Website } from '@answershare/core';
import {
  computeAuthorityWeek,
  computeWeekLevel,
  findMethodChange,
  hasEnoughDays,
} from '@answershare/core/statistics';
import { findYearBefore, type IsoWeek, weeksRead } from '../schedule/iso-week.ts';
import { type AuthorityLevel, computeAuthorityMetric, toAuthorityDay } from './authority.ts';
import { type CitationSeries, computeCitationSeries, computeCitationsMetric } from './citations.ts';
import { comparePages, type PageChanges } from './cited-pages.ts';
import { type ComparisonOptions, computeLevelMetric, type LevelWeek } from './level-metric.ts';
import { createFact, type DigestMetric } from './metric.ts';
import { type DigestNote, listNotes } from './notes.ts';
import { computeSiteParts, type PartChange, type SiteParts, toPartChanges } from './parts.ts';
import type { SeriesWeek } from './series-weeks.ts';
import { computeShareMetric } from './share.ts';
import { compareCompetitorLists, computeShareSeries, type ShareSeries } from './share-weeks.ts';
import {
  groupByWeek,
  hasAnswer,
  readFigure,
  type SiteDay,
  type SiteSnapshot,
  type SiteWeek,
} from './site-days.ts';
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
  /** Of the same period a year before; null for weeks. */
  readonly yearBefore?: SiteSeries | null;
}

/** Reduces one website's named snapshots, so that memory holds those of one website only. */
export function computeSiteSeries(
  website: Website,
  snapshots: readonly SiteSnapshot[],
  week: IsoWeek,
  zone: string,
): SiteSeries {
  const yearBefore = findYearBefore(week);
  const read = (last: IsoWeek, count: number): SiteSeries =>
    computeWeekSeries(website, snapshots, groupByWeek(snapshots, last, zone, count));
  return { ...read(week, weeksRead), yearBefore: yearBefore === null ? null : read(yearBefore, 1) };
}

function computeWeekSeries(
  website: Website,
  snapshots: readonly SiteSnapshot[],
  weeks: readonly SiteWeek[],
): SiteSeries {
  const last = weeks.at(-1);
  return {
    website,
    shares: computeShareSeries(weeks),
    authority: weeks.map(({ week: name, of, days }) => ({
      week: name,
      ...computeAuthorityWeek(days.map(toAuthorityDay), of),
    })),
    citations: computeCitationSeries(snapshots, weeks),
    plain: new Map(
      plainFigures.map((name) => [
        name,
        weeks.map(({ week: key, of, days }) => ({
          week: key,
          level: computeWeekLevel(
            days.map((day) => ({ day: day.day, value: readFigure(day, name) })),
            of,
          ),
        })),
      ]),
    ),
    parts: computeSiteParts(weeks),
    pages:
      last === undefined ? null : comparePages(createSiteId(website), website.domain, snapshots, last.week),
    days: last?.days ?? [],
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
  const metrics = addYearBefore(series, {
    ...(Object.fromEntries(plain) as Record<PlainFigure, DigestMetric>),
    share: computeShareMetric(site, name, series.shares, options),
    authority: computeAuthorityMetric(site, series.authority, days, options),
    citations: computeCitationsMetric(site, series.citations, days, options),
  });
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

/** The last level of a series, if it can be compared; null if not. */
const readLevel = (weeks: readonly SeriesWeek[]): number | null => {
  const level = weeks.at(-1)?.level;
  return level === undefined || !hasEnoughDays(level) ? null : level.value;
};

/** The metrics with the levels of a year before, where they measure the same. */
function addYearBefore({ yearBefore: past, ...now }: SiteSeries, metrics: SiteMetrics): SiteMetrics {
  if (past == null) return metrics;
  const [[list, pastList], [method, pastMethod]] = [
    [now.shares.weeks.at(-1), past.shares.weeks.at(-1)],
    [now.authority.at(-1)?.last, past.authority.at(-1)?.last],
  ];
  const isList =
    list !== undefined && pastList !== undefined && !compareCompetitorLists(pastList, list).breaks;
  const isMethod = method != null && pastMethod != null && findMethodChange(pastMethod, method) === null;
  const levels: Readonly<Partial<Record<JudgedFigure, number | null>>> = {
    ...Object.fromEntries([...past.plain].map(([figure, weeks]) => [figure, readLevel(weeks)])),
    share: isList ? readLevel(past.shares.weeks) : null,
    authority: isMethod ? readLevel(past.authority) : null,
    citations: now.citations.source === past.citations.source ? readLevel(past.citations.weeks) : null,
  };
  const entries = measures.map((figure) => {
    const { [figure]: metric } = metrics;
    const level = levels[figure] ?? null;
    if (level === null || metric.level === null) return [figure, metric];
    const { unit, digits } = metric.level;
    return [figure, { ...metric, yearBefore: createFact(`${metric.id}/year-before`, level, unit, digits) }];
  });
  return Object.fromEntries(entries) as SiteMetrics;
}
