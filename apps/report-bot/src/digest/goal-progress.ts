import { type CalendarDate, daysBetween } from '@answershare/core';
import { toPoints } from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates } from '../schedule/iso-week.ts';
import type { DatedEvent, Goal } from '../settings/events-and-goals.ts';
import { createFact, type DigestMetric, type GoalProgress } from './metric.ts';
import { noteEvents } from './notes.ts';
import type { SiteDigest } from './site-digest.ts';
import { measures, type SiteMetrics } from './site-metrics.ts';

/** An entry of the settings with the websites that it is about; null for all. */
export type AboutWebsites<T> = T & { readonly websiteIds: ReadonlySet<string> | null };

/** A website's digest with the events that changes follow, and with its goals. */
export function addEventsAndGoals(
  site: SiteDigest,
  events: readonly AboutWebsites<DatedEvent>[],
  goals: readonly AboutWebsites<Goal>[],
  week: IsoWeek,
): SiteDigest {
  const isAbout = ({ websiteIds }: AboutWebsites<unknown>): boolean =>
    websiteIds === null || websiteIds.has(site.website.id);
  const [own, aims] = [events.filter(isAbout), goals.filter(isAbout)];
  if (own.length + aims.length === 0) return site;
  const today = listWeekDates(week).at(-1) ?? '';
  const metrics = measures.map((figure) => {
    const metric = site[figure];
    const goal = aims.find((one) => one.figure === figure);
    const progress = goal === undefined ? null : measureProgress(metric, goal, today);
    return [
      figure,
      {
        ...metric,
        events: findEvents(metric, own, today),
        ...(progress === null ? {} : { goal: progress }),
      },
    ];
  });
  const notes = [...site.notes, ...noteEvents(own, listWeekDates(week))];
  return { ...site, notes, ...(Object.fromEntries(metrics) as SiteMetrics) };
}

/** Events between the compared weeks, if the figure changed: chance needs no cause. */
function findEvents(
  { direction, baseline, slow }: DigestMetric,
  events: readonly DatedEvent[],
  today: CalendarDate,
): readonly DatedEvent[] {
  const since = direction === null ? slow?.since : listWeekDates(baseline)[0];
  return since === undefined ? [] : events.filter(({ on }) => on >= since && on <= today);
}

/** Where a level is on the straight line of its goal. */
function measureProgress({ id, level }: DigestMetric, goal: Goal, today: CalendarDate): GoalProgress | null {
  if (level === null || today < goal.since) return null;
  const { unit, digits } = level;
  const target = createFact(`${id}/goal`, goal.target, unit, digits);
  const part = Math.min(1, daysBetween(goal.since, today) / daysBetween(goal.since, goal.by));
  const course = goal.from + (goal.target - goal.from) * part;
  const sign = unit === 'rank' || goal.target < goal.from ? -1 : 1;
  const isAt = (aim: number): boolean => sign * (level.value - aim) >= 0;
  const difference = Math.abs(course - level.value);
  const isShare = unit === 'share';
  const value = isShare ? toPoints(difference) : difference;
  const short = createFact(`${id}/goal/short`, value, isShare ? 'points' : unit, digits);
  if (isAt(goal.target)) return { state: 'reached', target, by: goal.by, short: null };
  if (today >= goal.by) return { state: 'missed', target, by: goal.by, short };
  return isAt(course)
    ? { state: 'on-course', target, by: goal.by, short: null }
    : { state: 'short', target, by: goal.by, short };
}
