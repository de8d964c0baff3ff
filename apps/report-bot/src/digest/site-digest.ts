import { maxOf, minOf } from '@answershare/core';
import { type AuthorityMetric, authorityMetric } from './authority.ts';
import { type CitationsMetric, citationsMetric } from './citations.ts';
import type { Judge } from './metric.ts';
import { type Note, notesOf } from './notes.ts';
import { type ShareMetric, shareMetric } from './share.ts';
import type { SiteSeries } from './site-series.ts';

/** One website's week. */
export interface SiteDigest {
  readonly id: string;
  /** For people: the domain, else the name, else the id. */
  readonly name: string;
  readonly state: 'reported' | 'no-data';
  readonly share: ShareMetric;
  readonly authority: AuthorityMetric;
  readonly citations: CitationsMetric;
  readonly notes: readonly Note[];
  /** The week's first and last snapshot that holds anything, milliseconds since the epoch; null without one. */
  readonly taken: { readonly first: number; readonly last: number } | null;
}

export function siteDigest(series: SiteSeries, judge: Judge): SiteDigest {
  const { website, days } = series;
  const site = `site:${website.id}`;
  const name = website.domain ?? website.name ?? website.id;
  const share = shareMetric(site, name, series.shares, judge);
  const authority = authorityMetric(site, series.authority, days, judge);
  const citations = citationsMetric(site, series.citations, days, judge);
  const empty = [share, authority, citations].every(({ level }) => level === null);
  const instants = days
    .filter(
      ({ authority, competitors, citations }) =>
        authority !== null || competitors !== null || citations !== null,
    )
    .map(({ takenAt }) => takenAt);
  return {
    id: website.id,
    name,
    state: empty ? 'no-data' : 'reported',
    share,
    authority,
    citations,
    notes: notesOf(site, { share, authority, citations }, days),
    taken: instants.length === 0 ? null : { first: minOf(instants), last: maxOf(instants) },
  };
}
