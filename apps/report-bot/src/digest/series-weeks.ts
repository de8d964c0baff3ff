import { hasEnoughDays, type Level } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';

export interface SeriesWeek {
  readonly level: Level;
}

/**
 * Differences between neighbouring weeks that are complete and comparable, oldest first.
 * @param weeks oldest first, without the reported week
 * @param alike whether two neighbours measure the same thing
 */
export function listDifferences<W extends SeriesWeek>(
  weeks: readonly W[],
  alike: (before: W, after: W) => boolean,
): number[] {
  return weeks.flatMap((after, at) => {
    const before = weeks[at - 1];
    if (before === undefined || before.level.value === null || after.level.value === null) return [];
    if (!hasEnoughDays(before.level) || !hasEnoughDays(after.level)) return [];
    return alike(before, after) ? [after.level.value - before.level.value] : [];
  });
}

/** True if any week before the reported one has a value. */
export function hasEarlierValue(weeks: readonly SeriesWeek[]): boolean {
  return weeks.slice(0, -1).some(({ level }) => level.value !== null);
}

export function selectLastTwo<W>(weeks: readonly W[]): { readonly before: W; readonly after: W } {
  const [before, after] = weeks.slice(-2);
  if (before === undefined || after === undefined)
    throw new RangeError('A digest needs two weeks, each possibly empty.');
  return { before, after };
}

/** The last week and the one to compare it with: the week before, or `against`. Throws if a week is missing. */
export function selectPair<W extends { readonly week: IsoWeek }>(
  weeks: readonly W[],
  against: IsoWeek | null,
): Baseline<W> & { readonly after: W } {
  const { before, after } = selectLastTwo(weeks);
  if (against === null) return { week: before, apart: 1, after };
  const at = weeks.findIndex(({ week }) => week === against);
  const week = weeks[at];
  if (week === undefined || week === after)
    throw new RangeError(`Week ${against} is not one of the ${weeks.length - 1} before ${after.week}.`);
  return { week, apart: weeks.length - 1 - at, after };
}

/**
 * The standard deviation of a difference over several weeks, relative to that of neighbouring weeks: that of independent
 * steps, the largest of the usual models. Null for neighbouring weeks.
 */
export const spreadOverWeeks = (apart: number): number | null => (apart === 1 ? null : Math.sqrt(apart));

/** The week that the last one is compared with. */
export interface Baseline<W> {
  readonly week: W;
  /** Weeks between both. */
  readonly apart: number;
}

/**
 * The nearest complete and comparable week at least `apart` weeks before the last one, else the oldest later one, else
 * the week before.
 * @param weeks oldest first, the reported one last
 */
export function selectBaseline<W extends SeriesWeek>(
  weeks: readonly W[],
  apart: number,
  alike: (before: W, after: W) => boolean,
): Baseline<W> {
  const { before, after } = selectLastTwo(weeks);
  const fit = weeks.slice(0, -1).flatMap((week, at): Baseline<W>[] => {
    return week.level.value === null || !hasEnoughDays(week.level) || !alike(week, after)
      ? []
      : [{ week, apart: weeks.length - 1 - at }];
  });
  return fit.filter((one) => one.apart >= apart).at(-1) ?? fit[0] ?? { week: before, apart: 1 };
}
