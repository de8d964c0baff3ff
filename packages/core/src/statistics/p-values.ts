import type { Change } from './change.ts';
import { type Interval, z } from './interval.ts';

/** Largest chance of a difference that is still called clear. */
export const significance = 0.05;

/**
 * How often a standard normal value lies this far from zero or farther, on either side
 * (Abramowitz and Stegun 1964, 26.2.17; wrong by less than 1.5e-7).
 */
export function normalTail(deviations: number): number {
  const x = Math.abs(deviations);
  const t = 1 / (1 + 0.2316419 * x);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, Math.sqrt(2 / Math.PI) * Math.exp((-x * x) / 2) * sum);
}

/**
 * How often a value of Student's t distribution lies this far from zero or farther, on either side. Exact
 * (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
 * @param freedom degrees of freedom, a whole number from 1 on
 */
export function studentTail(t: number, freedom: number): number {
  const sine = Math.abs(t) / Math.sqrt(freedom + t * t);
  const cosine2 = freedom / (freedom + t * t);
  const odd = freedom % 2;
  let term = odd === 1 ? Math.sqrt(cosine2) : 1;
  let sum = 0;
  for (let power = odd; power <= freedom - 2; power += 2) {
    sum += term;
    term *= (cosine2 * (power + 1)) / (power + 2);
  }
  const inside = odd === 1 ? (2 / Math.PI) * (Math.asin(sine) + sine * sum) : sine * sum;
  return Math.max(0, 1 - inside);
}

/** The value of Student's t with the two-sided tail {@link significance}, by bisection. */
export function studentLimit(freedom: number): number {
  let [low, high] = [1.9, 13];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (studentTail(middle, freedom) > significance) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * How often chance alone gives a difference at least this large, from its 95 % interval: below 0.05 exactly where the
 * interval leaves zero out.
 */
export function pValueFromInterval(difference: number, { low, high }: Interval): number {
  if (difference === 0) return 1;
  const arm = difference > 0 ? difference - low : high - difference;
  return arm > 0 ? normalTail((z * difference) / arm) : 0;
}

/**
 * The greatest chance with which a change may still be called clear among many that are compared at once, so that on
 * average at most one in twenty of those called clear is none (Benjamini and Hochberg 1995). 0 where none may.
 * @param chances of all that were compared, clear or not
 */
export function falseDiscoveryRate(chances: readonly number[]): number {
  const sorted = [...chances].sort((a, b) => a - b);
  return sorted.reduce(
    (limit, chance, at) => (chance <= (significance * (at + 1)) / sorted.length ? chance : limit),
    0,
  );
}

/** A change as it may be told beside many others: no longer clear where its chance is above their {@link falseDiscoveryRate}. */
export function benjaminiHochberg(change: Change, limit: number): Change {
  if (change.verdict !== 'clear' || change.chance === null || change.chance <= limit) return change;
  const reason =
    'Among as many figures as are compared here, chance alone makes some changes as large as this one.';
  return { ...change, verdict: 'steady', direction: null, reason };
}

/** Past differences needed before their spread says anything. */
export const differencesToJudge = 6;

/** Smallest standard deviation that is believed, in units of the figure: rounded figures can repeat by luck. */
const leastDeviation = 0.6;

/** How a series usually moves from week to week. */
export interface Noise {
  readonly mean: number;
  /** Standard error of one further difference, from k past ones: their standard deviation times sqrt(1 + 1/k). */
  readonly error: number;
  /** Degrees of freedom. */
  readonly freedom: number;
}

/**
 * The noise of past weekly differences; null with fewer than {@link differencesToJudge}.
 * @param unit the smallest step of the figure that people see
 */
export function estimateNoise(differences: readonly number[], unit: number): Noise | null {
  const count = differences.length;
  if (count < differencesToJudge) return null;
  const mean = differences.reduce((sum, one) => sum + one, 0) / count;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = Math.max(leastDeviation * unit, Math.sqrt(squares / (count - 1)));
  return { mean, error: deviation * Math.sqrt(1 + 1 / count), freedom: count - 1 };
}

/**
 * How often the noise alone gives a difference that lies as far from both zero and the mean (prediction by Student's
 * t). Both, so that a series that drifts up cannot turn a pause into a fall.
 */
export function pValueOfDifference({ mean, error, freedom }: Noise, difference: number): number {
  if (difference >= Math.min(0, mean) && difference <= Math.max(0, mean)) return 1;
  return studentTail(Math.min(Math.abs(difference), Math.abs(difference - mean)) / error, freedom);
}

/** Half-width of the 95 % prediction interval of one further difference. */
export function usualVariation({ error, freedom }: Noise): number {
  return studentLimit(freedom) * error;
}
