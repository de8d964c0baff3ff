import { maxOf, minOf, type Website } from '@answershare/core';
import { computeAuthorityWeek } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import {
  type AuthorityLevel,
  type AuthorityMetric,
  computeAuthorityMetric,
  toAuthorityDay,
} from './authority.ts';
import {
  type CitationSeries,
  type CitationsMetric,
  computeCitationSeries,
  computeCitationsMetric,
} from './citations.ts';
import { comparePages, type PageChanges } from './cited-pages.ts';
import type { ChangeFilter } from './metric.ts';
import { type DigestNote, listNotes } from './notes.ts';
import { computeSiteParts, type PartChange, type SiteParts, toPartChanges } from './parts.ts';
import { computeShareMetric, type ShareMetric } from './share.ts';
import { computeShareSeries, type ShareSeries } from './share-weeks.ts';
import { groupByWeek, type SiteDay, type SiteSnapshot } from './site-days.ts';

/** One website's input of a digest: weekly levels, oldest first, and the days of the reported week. */
export interface SiteSeries {
  readonly website: Website;
  readonly shares: ShareSeries;
  readonly authority: readonly AuthorityLevel[];
  readonly citations: CitationSeries;
  readonly parts: SiteParts;
  readonly pages: PageChanges | null;
  readonly days: readonly SiteDay[];
}

/** Reduces one website's snapshots, so that memory holds those of one website only. */
export function computeSiteSeries(
  website: Website,
  snapshots: readonly SiteSnapshot[],
  week: IsoWeek,
  zone: string,
): SiteSeries {
  const weeks = groupByWeek(snapshots, week, zone);
  return {
    website,
    shares: computeShareSeries(weeks, website.domain),
    authority: weeks.map(({ week: name, days }) => ({
      week: name,
      ...computeAuthorityWeek(days.map(toAuthorityDay)),
    })),
    citations: computeCitationSeries(snapshots, weeks),
    parts: computeSiteParts(weeks),
    pages: comparePages(createSiteId(website), website.domain, snapshots, week),
    days: weeks.at(-1)?.days ?? [],
  };
}

const createSiteId = ({ id }: Website): string => `site:${id}`;

/** True if the reported week has a reading. */
export function hasReading({ days }: SiteSeries): boolean {
  return days.some(
    ({ authority, competitors, citations }) => (authority ?? competitors ?? citations) !== null,
  );
}

/** One website's week. */
export interface SiteDigest {
  readonly id: string;
  readonly website: Website;
  /** For people: domain, name or id. */
  readonly name: string;
  /** The brand's name, for short lines. */
  readonly label: string;
  readonly state: 'reported' | 'no-data';
  readonly share: ShareMetric;
  readonly authority: AuthorityMetric;
  readonly citations: CitationsMetric;
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

/** @param against the week to compare with; null for each measure's own baseline */
export function buildSiteDigest(
  series: SiteSeries,
  judge: ChangeFilter,
  against: IsoWeek | null,
): SiteDigest {
  const { website, days } = series;
  const site = createSiteId(website);
  const name = website.domain ?? website.name ?? website.id;
  const share = computeShareMetric(site, name, series.shares, judge, against);
  const authority = computeAuthorityMetric(site, series.authority, days, judge, against);
  const citations = computeCitationsMetric(site, series.citations, days, judge, against);
  const empty = [share, authority, citations].every(({ level }) => level === null);
  const instants = days
    .filter(
      ({ authority, competitors, citations }) =>
        authority !== null || competitors !== null || citations !== null,
    )
    .map(({ takenAt }) => takenAt);
  return {
    id: website.id,
    website,
    name,
    label: website.name ?? name,
    state: empty ? 'no-data' : 'reported',
    share,
    authority,
    citations,
    engines: toPartChanges(`${site}/citations/engine`, series.parts.engines, 'count', citations.feedWindow),
    components: toPartChanges(`${site}/authority/component`, series.parts.components, 'score', null),
    pages: series.pages,
    notes: listNotes(site, { share, authority, citations }, days),
    taken: instants.length === 0 ? null : { first: minOf(instants), last: maxOf(instants) },
  };
}
