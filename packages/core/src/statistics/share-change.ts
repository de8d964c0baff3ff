import { type Change, computeWeekLevel, type Level } from './change.ts';
import { type ComparisonContext, checkComparable, compareLevels, testDifference } from './compare-levels.ts';
import { newcombeInterval } from './confidence-interval.ts';
import { pValueFromInterval } from './p-values.ts';

/** The share of voice of one day with its counts, if stated. */
export interface ShareDay {
  readonly day: string;
  /** Fraction 0..1; null if unknown. */
  readonly share: number | null;
  readonly mentions: number | null;
  /** Mentions of all brands. */
  readonly totalMentions: number | null;
}

export interface ShareWeek {
  readonly level: Level;
  /** Mean number of mentions behind a day's share; null if counts are missing or contradict the share. */
  readonly observations: number | null;
}

/**
 * The smallest reported change of a share: one point. It is also the unit of a share without counts, because whole per cents
 * repeat for weeks and then jump.
 */
export const minimumShareEffect = 0.01;

/** Largest deviation of a stated share from mentions / totalMentions. */
const shareTolerance = 0.01;

/**
 * The week's level and sample size. The sample size is the mean of the daily counts, because each day is a snapshot of a
 * rolling window: seven days contain little more evidence than one.
 */
export function computeShareWeek(days: readonly ShareDay[]): ShareWeek {
  const shares = days.map((day) => ({ day: day.day, value: toShare(day) }));
  const known = days.filter((day) => toShare(day) !== null);
  const counts = known.map(({ totalMentions }) => totalMentions);
  const complete = known.length > 0 && known.every(haveCounts);
  const sum = counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  return { level: computeWeekLevel(shares), observations: complete ? sum / known.length : null };
}

/** The stated share, else the one from counts; null if outside 0..1. */
function toShare(day: ShareDay): number | null {
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
 * Compares the share of voice of two weeks, by Newcombe's interval with counts in both, else by the spread of past
 * differences. Below {@link minimumShareEffect} nothing is `clear`.
 * @param history past weekly differences, fractions, excluding this one
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
