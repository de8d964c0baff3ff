import { type Interval, z } from './interval.ts';

/**
 * How often a standard normal value lies this far from zero or farther, on either side
 * (Abramowitz and Stegun 1964, 26.2.17; wrong by less than 1.5e-7).
 */
export function beyond(deviations: number): number {
  const x = Math.abs(deviations);
  const t = 1 / (1 + 0.2316419 * x);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, Math.sqrt(2 / Math.PI) * Math.exp((-x * x) / 2) * sum);
}

/**
 * How often chance alone gives a difference at least this large, from its 95 % interval: below 0.05 exactly where the
 * interval leaves zero out.
 */
export function chanceFrom(difference: number, { low, high }: Interval): number {
  if (difference === 0) return 1;
  const arm = difference > 0 ? difference - low : high - difference;
  return arm > 0 ? beyond((z * difference) / arm) : 0;
}
