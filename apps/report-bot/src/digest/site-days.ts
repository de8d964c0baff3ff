import type { Authority, Competitors } from '@answershare/core';
import { dayIn, type IsoWeek, previousWeek, weekDays } from '../schedule/iso-week.ts';
import type { CitationCounts, SiteSnapshot } from './site-snapshot.ts';

/** What was read of one website on one day. */
export interface SiteDay {
  readonly day: string;
  readonly takenAt: number;
  readonly authority: Authority | null;
  readonly competitors: Competitors | null;
  readonly citations: CitationCounts | null;
  readonly failures: SiteSnapshot['failures'];
}

/** The days of one week that have a snapshot, oldest first. */
export interface SiteWeek {
  readonly week: IsoWeek;
  readonly days: readonly SiteDay[];
}

/** Weeks that are looked at: the reported one and twelve before it. */
const reach = 13;

/**
 * One website's snapshots as weeks, oldest first, the reported week last. Of several snapshots of one day the latest
 * answer of each kind counts; days outside the weeks are left out.
 */
export function siteWeeks(
  snapshots: readonly SiteSnapshot[],
  week: IsoWeek,
  zone: string,
): readonly SiteWeek[] {
  const days = new Map<string, SiteDay>();
  for (const taken of [...snapshots].sort((a, b) => a.takenAt - b.takenAt)) {
    const day = dayIn(taken.takenAt, zone);
    const earlier = days.get(day);
    const unanswered = (earlier?.failures ?? []).filter(
      ({ endpoint }) => taken[endpoint as 'authority' | 'competitors' | 'citations'] == null,
    );
    days.set(day, {
      day,
      takenAt: taken.takenAt,
      authority: taken.authority ?? earlier?.authority ?? null,
      competitors: taken.competitors ?? earlier?.competitors ?? null,
      citations: taken.citations ?? earlier?.citations ?? null,
      failures: [...unanswered, ...taken.failures],
    });
  }
  const weeks: IsoWeek[] = [week];
  for (let at = week; weeks.length < reach; ) {
    at = previousWeek(at);
    weeks.unshift(at);
  }
  return weeks.map((name) => ({ week: name, days: weekDays(name).flatMap((day) => days.get(day) ?? []) }));
}
