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
