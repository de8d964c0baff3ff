import { type Change, computeWeekLevel, type Level } from './change.ts';
import { type ComparisonContext, checkComparable, compareLevels, testDifference } from './compare-levels.ts';
import { newcombeInterval } from './interval.ts';
import { pValueFromInterval } from './p-values.ts';

/** One day's share of voice with the counts behind it, where the service gives them. */
export interface ShareDay {
  readonly day: string;
  /** Fraction 0..1; null where not known. */
  readonly share: number | null;
  readonly mentions: number | null;
  /** All mentions that the shares are parts of. */
  readonly totalMentions: number | null;
}

/** A week of shares. */
export interface ShareWeek {
  readonly level: Level;
  /** Mean number of mentions behind a day's share; null where counts are missing or do not belong to the share. */
  readonly observations: number | null;
}

/**
 * The smallest change of a share that is reported: one point. It is also the unit of a share without counts, because a
 * service may state whole per cents, which repeat for weeks and then jump by one.
 */
export const minimumShareEffect = 0.01;

/** How far a stated share may lie from mentions / totalMentions and still be taken for the same measure. */
const shareTolerance = 0.01;

/**
 * The week's level and sample size. The sample size is the mean of the daily counts and not their sum: each day is a
 * snapshot of a rolling window, so seven of them hold about as much evidence as one.
 */
export function computeShareWeek(days: readonly ShareDay[]): ShareWeek {
  const shares = days.map((day) => ({ day: day.day, value: toShare(day) }));
  const known = days.filter((day) => toShare(day) !== null);
  const counts = known.map(({ totalMentions }) => totalMentions);
  const complete = known.length > 0 && known.every(haveCounts);
  const sum = counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  return { level: computeWeekLevel(shares), observations: complete ? sum / known.length : null };
}

/** The stated share, or the one its counts give; null where it is no fraction of 0..1. */
export function toShare(day: ShareDay): number | null {
  const { share, mentions, totalMentions } = day;
  const value =
    share ??
    (mentions !== null && totalMentions !== null && totalMentions > 0 ? mentions / totalMentions : null);
  return value !== null && value >= 0 && value <= 1 ? value : null;
}

function haveCounts(day: ShareDay): boolean {
  const { mentions, totalMentions } = day;
  const share = toShare(day);
  if (share === null || mentions === null || totalMentions === null || !(totalMentions > 0)) return false;
  return Math.abs(mentions / totalMentions - share) <= shareTolerance;
}

/**
 * Share of voice, this week against the week before. With counts in both weeks Newcombe's interval decides, else the
 * spread of past weekly differences; below {@link minimumShareEffect} nothing is `clear`.
 * @param history past weekly differences, fractions, without the one being judged
 */
export function compareShares(
  before: ShareWeek,
  after: ShareWeek,
  history: readonly number[],
  context: ComparisonContext,
): Change {
  if (before.observations === null || after.observations === null) {
    return compareLevels(before.level, after.level, history, minimumShareEffect, context);
  }
  const weeks = checkComparable(before.level, after.level, context);
  if (weeks.refused !== null) return weeks.refused;
  const { from, to } = weeks;
  const difference = to - from;
  const interval = newcombeInterval(
    { share: from, n: before.observations },
    { share: to, n: after.observations },
  );
  const chance = pValueFromInterval(difference, interval);
  const found = { before: before.level, after: after.level, difference, interval, chance };
  return testDifference({ ...found, method: 'newcombe' }, minimumShareEffect);
}
