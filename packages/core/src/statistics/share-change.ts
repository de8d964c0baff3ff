import { type Change, computeWeekLevel, daysInWeek, type Level } from './change.ts';
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
 * @param spikes what unusual days add to the shares, by day (`findSpikes`)
 */
export function computeShareWeek(
  days: readonly ShareDay[],
  spikes: ReadonlyMap<string, number> = noSpikes,
  of: number = daysInWeek,
): ShareWeek {
  const shares = days.map((day) => ({ day: day.day, value: toShare(day) }));
  const known = days.filter((day) => toShare(day) !== null);
  const counts = known.map(({ totalMentions }) => totalMentions);
  const complete = known.length > 0 && known.every(haveCounts);
  const sum = counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  const level = computeWeekLevel(shares, of);
  const usual = shares.map(({ day, value }) => ({
    day,
    value: value === null ? null : value - (spikes.get(day) ?? 0),
  }));
  const { typical = null } = computeWeekLevel(usual, of);
  return {
    level: typical === null ? level : { ...level, typical },
    observations: complete ? sum / known.length : null,
  };
}

const noSpikes: ReadonlyMap<string, number> = new Map();

/** The stated share, else the one from counts; null if outside 0..1. */
export function toShare(day: ShareDay): number | null {
  const { share, mentions, totalMentions } = day;
  const value =
    share ??
    (mentions !== null && totalMentions !== null && totalMentions > 0 ? mentions / totalMentions : null);
  return value !== null && value >= 0 && value <= 1 ? value : null;
}

export function haveCounts(day: ShareDay): boolean {
  const { mentions, totalMentions } = day;
  const share = toShare(day);
  if (share === null || mentions === null || totalMentions === null || !(totalMentions > 0)) return false;
  return Math.abs(mentions / totalMentions - share) <= shareTolerance;
}

/** How the difference between two weeks varies by chance. */
export interface ShareSampling {
  /** Relative to the variance of one week's share (`varianceOfDifference`). */
  readonly variance: number;
  /** Variance of the counts relative to independent mentions (`estimateDispersion`). */
  readonly dispersion: number;
  /** Standard deviation relative to that of neighbouring weeks; null for those. */
  readonly spread: number | null;
}

const independentWeeks: ShareSampling = { variance: 2, dispersion: 1, spread: null };

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
  { variance, dispersion, spread }: ShareSampling = independentWeeks,
): Change {
  if (before.observations === null || after.observations === null) {
    return compareLevels(before.level, after.level, history, { unit: minimumShareEffect, spread }, context);
  }
  const weeks = checkComparable(before.level, after.level, context);
  if (weeks.refused !== null) return weeks.refused;
  const { from, to } = weeks;
  const difference = to - from;
  const independent = 2 / (variance * dispersion);
  const interval = newcombeInterval(
    { share: from, n: before.observations * independent },
    { share: to, n: after.observations * independent },
  );
  return testDifference(
    { before: before.level, after: after.level, difference, interval, method: 'newcombe' },
    // The arm of the interval that reaches to zero belongs to the difference of all days.
    (one) =>
      pValueFromInterval(one, {
        low: one - difference + interval.low,
        high: one - difference + interval.high,
      }),
    minimumShareEffect,
  );
}
