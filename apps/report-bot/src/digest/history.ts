import { daysToCompare, type Level } from '@answershare/core/statistics';

/** A week as one series sees it. */
export interface SeriesWeek {
  readonly level: Level;
}

/**
 * Differences between neighbouring weeks that are both complete and measured alike, oldest first.
 * @param weeks oldest first, without the reported week
 * @param alike whether two neighbours measure the same thing
 */
export function pastDifferences<W extends SeriesWeek>(
  weeks: readonly W[],
  alike: (before: W, after: W) => boolean,
): number[] {
  return weeks.flatMap((after, at) => {
    const before = weeks[at - 1];
    if (before === undefined || before.level.value === null || after.level.value === null) return [];
    if (Math.min(before.level.days, after.level.days) < daysToCompare) return [];
    return alike(before, after) ? [after.level.value - before.level.value] : [];
  });
}

/** True where any week before the reported one has a value. */
export function seenBefore(weeks: readonly SeriesWeek[]): boolean {
  return weeks.slice(0, -1).some(({ level }) => level.value !== null);
}

/** The reported week and the one before it. */
export function lastTwo<W>(weeks: readonly W[]): { readonly before: W; readonly after: W } {
  const [before, after] = weeks.slice(-2);
  if (before === undefined || after === undefined)
    throw new RangeError('A digest needs two weeks, each possibly empty.');
  return { before, after };
}
