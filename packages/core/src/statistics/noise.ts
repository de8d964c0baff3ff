import { studentLimit, studentTail } from './chance.ts';

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
