import { addDays, type CalendarDate } from '@answershare/core';
import {
  authorityUnit,
  type Change,
  compareLevels,
  computeWeekLevel,
  daysInWeek,
  daysToCompare,
  findMethodChange,
  formatChange,
  type Level,
  minimumShareEffect,
} from '@answershare/core/statistics';
import type { TrackedDay, TrackedMeasure } from './tracked-series.ts';

/** From when a change is counted: days before the newest tracked day, or a date. */
export type Since = { readonly days: number } | { readonly date: CalendarDate };

/** The newest tracked day beside the one it is compared with; null where there is none. */
export interface TrackedChange {
  /** Null also where the two were measured in different ways. */
  readonly change: number | null;
  readonly before: number | null;
  readonly after: number | null;
  /** The earlier day, or the newest itself where the change is counted from it. */
  readonly date: CalendarDate | null;
  readonly newest: CalendarDate | null;
  /** What may be said of it; empty where there is no earlier day. */
  readonly verdict: string;
}

/** Past changes that tell how much the figure usually moves. */
const mostDifferences = 26;

/** The mean of the seven days up to a date. */
function levelTo(days: readonly TrackedDay[], date: CalendarDate): Level {
  const from = addDays(date, 1 - daysInWeek);
  return computeWeekLevel(
    days
      .filter((day) => day.date >= from && day.date <= date)
      .map((day) => ({ day: day.date, value: day.value })),
  );
}

/**
 * Earlier changes over as many days as the one to judge, none of which reaches into it. They begin a week apart, or a
 * quarter of a longer lag: changes that overlap more repeat each other and look too alike.
 */
function pastDifferences(days: readonly TrackedDay[], date: CalendarDate, lag: number): readonly number[] {
  const differences: number[] = [];
  const step = Math.max(daysInWeek, Math.ceil(lag / 4));
  for (let at = 0; at < mostDifferences; at++) {
    const end = addDays(date, -step * at);
    const to = levelTo(days, end);
    const from = levelTo(days, addDays(end, -lag));
    if (to.value === null || from.value === null) continue;
    if (Math.min(to.days, from.days) >= daysToCompare) differences.push(to.value - from.value);
  }
  return differences;
}

function judgedChange(
  measure: TrackedMeasure,
  before: Level,
  after: Level,
  past: readonly number[],
  methodChange: string | null,
  scale: number | null,
): Change {
  const circumstances = { seenBefore: true, methodChange };
  return compareLevels(before, after, past, unitOf(measure, scale), circumstances);
}

function unitOf(measure: TrackedMeasure, scale: number | null): number {
  if (measure === 'share') return minimumShareEffect;
  return measure === 'authority' ? authorityUnit(scale) : 1;
}

const words = { authority: 'score', share: 'share', citations: 'count' } as const;

/** One sentence where a way of measuring changed anywhere between two days, else null. */
function methodChangeIn(days: readonly TrackedDay[]): string | null {
  const [first, last] = [days[0], days[days.length - 1]];
  if (first === undefined || last === undefined) return null;
  return days.reduce<string | null>(
    (found, day) => found ?? findMethodChange(first, day) ?? findMethodChange(day, last),
    null,
  );
}

function verdictOf(
  measure: TrackedMeasure,
  days: readonly TrackedDay[],
  before: TrackedDay,
  after: TrackedDay,
  methodChange: string | null,
): string {
  const alike = days.filter((day) => findMethodChange(day, after) === null);
  const lag = Math.round((Date.parse(after.date) - Date.parse(before.date)) / 86_400_000);
  const judged = judgedChange(
    measure,
    levelTo(alike, before.date),
    levelTo(alike, after.date),
    pastDifferences(alike, before.date, lag),
    methodChange,
    after.scale,
  );
  const against = (judged.direction === 'up' ? 1 : -1) * (after.value - before.value) <= 0;
  const told =
    judged.direction !== null && against ? { ...judged, direction: null, verdict: 'steady' } : judged;
  return formatChange(told as Change, words[measure], 1);
}

/**
 * The newest tracked day against the nearest one at or before `since`, which may be itself; nothing where `since` lies
 * after it, as no day was tracked since. The verdict compares the means of the seven days up
 * to each, as the digest does: a single day is no trend, and two ways to measure are never compared.
 * @param days of one website, oldest first
 */
export function trackedChange(
  measure: TrackedMeasure,
  days: readonly TrackedDay[],
  since: Since,
): TrackedChange {
  const after = days[days.length - 1];
  const none = { change: null, before: null, date: null, verdict: '' };
  if (after === undefined) return { ...none, after: null, newest: null };
  const target = 'days' in since ? addDays(after.date, -since.days) : since.date;
  const earlier = days.filter((day) => day.date <= target);
  const before = earlier[earlier.length - 1];
  const now = { after: after.value, newest: after.date };
  if (before === undefined || target > after.date) return { ...none, ...now };
  if (before === after) return { ...now, change: 0, before: after.value, date: after.date, verdict: '' };
  const methodChange =
    measure === 'authority' ? methodChangeIn(days.filter((day) => day.date >= before.date)) : null;
  return {
    ...now,
    change: methodChange === null ? after.value - before.value : null,
    before: before.value,
    date: before.date,
    verdict: verdictOf(measure, days, before, after, methodChange),
  };
}
