import { beyond } from './chance.ts';
import type { Interval } from './interval.ts';

/** Past differences needed before their spread says anything. */
export const differencesToJudge = 6;

/** The middle value; for an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** How a series usually moves from week to week. */
export interface Noise {
  readonly median: number;
  /** 1.4826 times the median absolute deviation: the standard deviation, were the differences normal. */
  readonly spread: number;
  /** Differences inside are normal variation: two spreads around both the median and zero. */
  readonly band: Interval;
}

/**
 * The noise of past weekly differences; null with fewer than {@link differencesToJudge}.
 * The band is widened to hold zero's own two spreads, so that a series that drifts up cannot turn a pause into a fall.
 */
export function noiseOf(differences: readonly number[]): Noise | null {
  if (differences.length < differencesToJudge) return null;
  const middle = median(differences);
  const deviation =
    middle === null ? null : median(differences.map((difference) => Math.abs(difference - middle)));
  if (middle === null || deviation === null) return null;
  const spread = 1.4826 * deviation;
  return {
    median: middle,
    spread,
    band: { low: Math.min(0, middle) - 2 * spread, high: Math.max(0, middle) + 2 * spread },
  };
}

/** How often the noise alone gives a difference that lies as far from both the median and zero. */
export function chanceIn({ median: middle, spread }: Noise, difference: number): number {
  const far = Math.min(Math.abs(difference), Math.abs(difference - middle));
  const between = difference > Math.min(0, middle) && difference < Math.max(0, middle);
  if (between || far === 0) return 1;
  return spread === 0 ? 0 : beyond(far / spread);
}
