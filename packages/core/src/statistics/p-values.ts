import type { Change } from './change.ts';
import { type Interval, z } from './confidence-interval.ts';

/** Largest p-value of a clear difference. */
export const significance = 0.05;

/** Two-sided p-value of a standard normal deviate (Abramowitz and Stegun 1964, 26.2.17; error below 1.5e-7). */
export function normalTail(deviations: number): number {
  const x = Math.abs(deviations);
  const t = 1 / (1 + 0.2316419 * x);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, Math.sqrt(2 / Math.PI) * Math.exp((-x * x) / 2) * sum);
}

/**
 * Two-sided p-value of Student's t, exact (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
 * @param freedom degrees of freedom, a whole number from 1
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

/** The critical value of Student's t at {@link significance}, two-sided, by bisection. */
export function studentLimit(freedom: number): number {
  let [low, high] = [1.9, 13];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (studentTail(middle, freedom) > significance) low = middle;
    else high = middle;
  }
  return high;
}

/** The p-value of a difference from its 95 % interval: below 0.05 exactly if the interval excludes zero. */
export function pValueFromInterval(difference: number, { low, high }: Interval): number {
  if (difference === 0) return 1;
  const arm = difference > 0 ? difference - low : high - difference;
  return arm > 0 ? normalTail((z * difference) / arm) : 0;
}

/**
 * The largest p-value that is clear among many comparisons, at a false discovery rate of one in twenty (Benjamini and
 * Hochberg 1995); 0 if none is.
 * @param chances p-values of all comparisons
 */
export function falseDiscoveryRate(chances: readonly number[]): number {
  const sorted = [...chances].sort((a, b) => a - b);
  return sorted.reduce(
    (limit, chance, at) => (chance <= (significance * (at + 1)) / sorted.length ? chance : limit),
    0,
  );
}

/** Returns a change, no longer clear if its p-value exceeds the limit of {@link falseDiscoveryRate}. */
export function benjaminiHochberg(change: Change, limit: number): Change {
  if (change.verdict !== 'clear' || change.chance === null || change.chance <= limit) return change;
  const reason =
    'Among as many figures as are compared here, chance alone makes some changes as large as this one.';
  return { ...change, verdict: 'unclear', direction: null, reason };
}

/** Fewest past differences that show their spread. */
export const differencesToJudge = 6;

/** Smallest plausible standard deviation, in units of the figure: rounded figures can repeat by chance. */
export const minDeviation = 0.6;

/** The usual weekly change of a series. */
export interface Noise {
  readonly mean: number;
  /** Standard deviation of the past differences, at least {@link minDeviation}. */
  readonly deviation: number;
  /** Past differences that count. */
  readonly count: number;
  /** Standard error of a further difference: the deviation times sqrt(1 + 1/count). */
  readonly error: number;
  /** Degrees of freedom. */
  readonly freedom: number;
}

/** The moves of a figure. Neighbouring differences of one sign are one move: a jump within a week is part of two. */
export function listMoves(differences: readonly number[]): readonly number[] {
  const moves: number[] = [];
  differences.forEach((one, at) => {
    if ((differences[at - 1] ?? 0) * one > 0) moves[moves.length - 1] = (moves[moves.length - 1] ?? 0) + one;
    else if (one !== 0) moves.push(one);
  });
  return moves;
}

/** True for a figure that is computed anew every few weeks: it stays equal between, and the pauses are no noise. */
export function isStepwise(differences: readonly number[]): boolean {
  const pauses = differences.filter((one) => one === 0).length;
  return 3 * pauses >= differences.length && 3 * listMoves(differences).length <= differences.length;
}

/**
 * The noise of past weekly differences, of the moves alone if the figure mostly stays equal; null with fewer than
 * {@link differencesToJudge}.
 * @param unit smallest displayed step of the figure
 */
export function estimateNoise(differences: readonly number[], unit: number): Noise | null {
  if (differences.length < differencesToJudge) return null;
  const moves = listMoves(differences);
  const isOfMoves = moves.length > 0 && isStepwise(differences);
  const counted = isOfMoves ? moves : differences;
  const count = counted.length;
  const mean = isOfMoves ? 0 : counted.reduce((sum, one) => sum + one, 0) / count;
  const squares = counted.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = Math.max(minDeviation * unit, Math.sqrt(squares / (isOfMoves ? count : count - 1)));
  const error = deviation * Math.sqrt(1 + 1 / count);
  return { mean, deviation, count, error, freedom: Math.max(1, count - 1) };
}

/**
 * The p-value of a difference against both zero and the mean (prediction by Student's t). Testing both keeps a pause in a
 * rising series from counting as a fall.
 */
export function pValueOfDifference({ mean, error, freedom }: Noise, difference: number): number {
  if (difference >= Math.min(0, mean) && difference <= Math.max(0, mean)) return 1;
  return studentTail(Math.min(Math.abs(difference), Math.abs(difference - mean)) / error, freedom);
}

/** Half-width of the 95 % prediction interval of one further difference. */
export function usualVariation({ error, freedom }: Noise): number {
  return studentLimit(freedom) * error;
}
