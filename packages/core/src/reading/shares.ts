/** The unit in which a list of shares is written. */
export type ShareUnit = 'fraction' | 'percent';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Shares of one whole add up to at most 1, a little more where one answer names several brands (1.13 was seen in the wild). */
export const mostTogether = 1.3;
const leastTogether = 0.3;

/**
 * Decides the unit of one series of shares; undefined where it could be either or is out of range. A value above 1 says
 * percent. Values up to 1 are fractions only where several of them make up a plausible part of a whole: 0.8 alone could be
 * 80 % or 0.8 %. Zeros say nothing.
 */
export function shareUnit(values: readonly number[], hint: ShareUnit | null): ShareUnit | undefined {
  if (values.some((value) => value < 0 || value > 100)) return undefined;
  const isAbove1 = values.some((value) => value > 1);
  if (hint) return hint === 'fraction' && isAbove1 ? undefined : hint;
  if (isAbove1) return 'percent';
  const told = values.filter((value) => value !== 0);
  if (told.length === 0) return 'fraction';
  const together = sum(told);
  return told.length > 1 && together >= leastTogether && together <= mostTogether ? 'fraction' : undefined;
}

/**
 * The unit of a series whose values are all at most 1, beside others in percent that add up to `othersPercent`: the reading
 * whose sum comes clearly nearer to the whole.
 */
export function unitBeside(othersPercent: number, values: readonly number[]): ShareUnit | undefined {
  const asFraction = Math.abs(100 - othersPercent - 100 * sum(values));
  const asPercent = Math.abs(100 - othersPercent - sum(values));
  if (asFraction <= 15 && asPercent > asFraction + 5) return 'fraction';
  if (asPercent <= 15 && asFraction > asPercent + 5) return 'percent';
  return undefined;
}

/** The unit in which a share agrees with the mentions it is made of; undefined where they agree with neither. */
export function unitByMentions(share: number, mentions: number, total: number): ShareUnit | undefined {
  if (mentions > total) return undefined;
  const expected = mentions / total;
  const agrees = (fraction: number): boolean => Math.abs(fraction - expected) <= 0.0006 + expected * 0.05;
  if (agrees(share) && !agrees(share / 100)) return 'fraction';
  return agrees(share / 100) && !agrees(share) ? 'percent' : undefined;
}

/** A share as a fraction 0..1. */
export function asFraction(value: number, unit: ShareUnit): number {
  return unit === 'percent' ? Number((value / 100).toPrecision(12)) : value;
}
