import { maxOf, minOf } from '../quota/extremes.ts';
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
