import { maxOf, minOf } from '../resources/min-max.ts';
import type { Interval } from './confidence-interval.ts';

/** The value of one day; null means unknown, never zero. */
export interface DailyValue {
  /** `YYYY-MM-DD` in the zone of the report. */
  readonly day: string;
  readonly value: number | null;
}

/** The level of a week: the mean over days with a value. */
export interface Level {
  /** Null if no day has a value. */
  readonly value: number | null;
  /** Days with a value. */
  readonly days: number;
  /** Days in the period. */
  readonly of: number;
  /** The level without the day farthest from the median; absent with fewer than four days. */
  readonly typical?: number;
}

export const daysInWeek = 7;

/** Weeks with fewer days are not compared, nor longer periods with a smaller part of theirs. */
export const daysToCompare = 6;

/** Days with a value that a period of `of` days needs to be compared; a shorter one than a week needs all. */
export const countDaysToCompare = (of: number): number => Math.ceil((of * daysToCompare) / daysInWeek);

/** True for the level of a period that can be compared. */
export const hasEnoughDays = ({ days, of }: Pick<Level, 'days' | 'of'>): boolean =>
  days >= countDaysToCompare(of);

/**
 * The level of one week. Missing days are excluded, not filled. For a repeated day the later entry counts.
 * @param of days in the period
 */
export function computeWeekLevel(values: readonly DailyValue[], of: number = daysInWeek): Level {
  const byDay = new Map<string, number>();
  for (const { day, value } of values) if (value !== null && Number.isFinite(value)) byDay.set(day, value);
  const present = Array.from(byDay.values());
  if (present.length === 0) return { value: null, days: 0, of };
  const value = meanOf(present);
  const days = present.length;
  return days < minDaysToTrim ? { value, days, of } : { value, days, of, typical: meanOf(trim(present)) };
}

const minDaysToTrim = 4;

/** The mean of some values, within their range. */
function meanOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.min(maxOf(values), Math.max(minOf(values), mean));
}

/** All values but the one farthest from their median. */
function trim(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
  const middle = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
  return high - middle >= middle - low ? sorted.slice(0, -1) : sorted.slice(1);
}

/**
 * The result of comparing two weeks. `clear`: a change beyond noise; the only verdict with a direction. `unchanged`: equal
 * levels. `steady`: the plausible range of the change, or every change known, lies within the minimum effect. `unclear`:
 * none of these. `first`: no earlier data.
 * `too-early`: too few past weeks. `incomplete`: a week lacks too many days. `method-changed`: the weeks measure different
 * things. `none`: no value this week.
 */
export type Verdict =
  | 'clear'
  | 'unchanged'
  | 'steady'
  | 'unclear'
  | 'first'
  | 'too-early'
  | 'incomplete'
  | 'method-changed'
  | 'none';

export type Direction = 'up' | 'down';

/** The deciding test: Newcombe's interval from counts, or the spread of past weekly differences. */
export type ChangeMethod = 'newcombe' | 'history';

/** One week compared with the week before, in the unit of the level (a share is a fraction 0..1). */
export interface Change {
  readonly verdict: Verdict;
  /** Null unless the verdict is `clear`. */
  readonly direction: Direction | null;
  readonly before: Level;
  readonly after: Level;
  /** `after - before` of the unrounded levels; null if not compared. */
  readonly difference: number | null;
  /** Plausible range of the difference; null if unknown. */
  readonly interval: Interval | null;
  readonly method: ChangeMethod | null;
  /** Two-sided p-value of the difference, 0..1; null if unknown. */
  readonly chance: number | null;
  /** Why this verdict, one plain sentence. */
  readonly reason: string;
}
