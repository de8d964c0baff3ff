import type { Website } from '@answershare/core';
import { computeAuthorityWeek, computeWeekLevel } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { type AuthorityLevel, authorityDay } from './authority.ts';
import type { SeriesWeek } from './history.ts';
import { type SharesWeek, shareWeeks } from './share-weeks.ts';
import { type SiteDay, siteWeeks } from './site-days.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/** What a digest needs of one website: weekly levels, oldest first, and the days of the reported week. */
export interface SiteSeries {
  readonly website: Website;
  readonly shares: readonly SharesWeek[];
  readonly authority: readonly AuthorityLevel[];
  readonly citations: readonly (SeriesWeek & { readonly week: IsoWeek })[];
  readonly days: readonly SiteDay[];
}

/** Reduces one website's snapshots, so that those of one website at a time are in memory. */
export function siteSeries(
  website: Website,
  snapshots: readonly SiteSnapshot[],
  week: IsoWeek,
  zone: string,
): SiteSeries {
  const weeks = siteWeeks(snapshots, week, zone);
  return {
    website,
    shares: shareWeeks(weeks, website.domain),
    authority: weeks.map(({ week: name, days }) => ({
      week: name,
      ...computeAuthorityWeek(days.map(authorityDay)),
    })),
    citations: weeks.map(({ week: name, days }) => ({
      week: name,
      level: computeWeekLevel(days.map(({ day, citations }) => ({ day, value: citations?.total ?? null }))),
    })),
    days: weeks.at(-1)?.days ?? [],
  };
}

/** True where anything was read in the reported week. */
export function hasReading({ days }: SiteSeries): boolean {
  return days.some(
    ({ authority, competitors, citations }) => (authority ?? competitors ?? citations) !== null,
  );
}
