import { maxOf, minOf } from '../resources/min-max.ts';
import type { Interval } from './interval.ts';

/** One day's value; null means not known and never zero. */
export interface DailyValue {
  /** `YYYY-MM-DD` in the zone of the report. */
  readonly day: string;
  readonly value: number | null;
}

/** A week's level: the mean over the days that have a value. */
export interface Level {
  /** null where no day has a value. */
  readonly value: number | null;
  /** Days with a value. */
  readonly days: number;
  /** Days in the period. */
  readonly of: number;
}

export const daysInWeek = 7;

/** Fewer days than this in either week: the weeks are not compared. */
export const daysToCompare = 6;

/**
 * The level of one week. Missing days are left out, not filled. Where a day is given twice, the later entry counts.
 * @param of days in the period
 */
export function computeWeekLevel(values: readonly DailyValue[], of: number = daysInWeek): Level {
  const byDay = new Map<string, number>();
  for (const { day, value } of values) if (value !== null && Number.isFinite(value)) byDay.set(day, value);
  const present = Array.from(byDay.values());
  if (present.length === 0) return { value: null, days: 0, of };
  const low = minOf(present);
  const high = maxOf(present);
  const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
  return { value: Math.min(high, Math.max(low, mean)), days: present.length, of };
}

/**
 * What may be said about two weeks.
 * `clear`: a change that its own noise does not explain; the only verdict with a direction.
 * `steady`: compared, and within normal variation. `first`: nothing was kept before this week.
 * `too-early`: too few past weeks to know the noise. `incomplete`: a week lacks too many days.
 * `method-changed`: the two weeks measure different things. `none`: no value this week.
 */
export type Verdict = 'clear' | 'steady' | 'first' | 'too-early' | 'incomplete' | 'method-changed' | 'none';

export type Direction = 'up' | 'down';

/** What decided: Newcombe's interval from counts, or the spread of past weekly differences. */
export type ChangeMethod = 'newcombe' | 'history';

/** One week against the week before, in the unit of the level (a share is a fraction 0..1, not points). */
export interface Change {
  readonly verdict: Verdict;
  /** Never set unless the verdict is `clear`. */
  readonly direction: Direction | null;
  readonly before: Level;
  readonly after: Level;
  /** `after - before` of the unrounded levels; null where the weeks were not compared. */
  readonly difference: number | null;
  /** Plausible range of the difference; null where nothing tells it. */
  readonly interval: Interval | null;
  readonly method: ChangeMethod | null;
  /** How often chance alone gives a difference at least this large, 0..1; null where nothing tells it. */
  readonly chance: number | null;
  /** One plain sentence: why this verdict. */
  readonly reason: string;
}
