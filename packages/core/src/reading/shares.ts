/** The unit in which a list of shares is written. */
export type ShareUnit = 'fraction' | 'percent';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Decides the unit of one series of shares. Shares of one whole add up to at most 1 or 100 (a little more where one answer
 * names several brands), so a value above 1 settles it; a series that could be either is undefined. Zeros say nothing.
 */
export function shareUnit(values: readonly number[], hint: ShareUnit | null): ShareUnit | undefined {
  if (hint) return hint;
  const told = values.filter((value) => value !== 0);
  if (told.length === 0) return 'fraction';
  if (told.some((value) => value < 0 || value > 100)) return undefined;
  if (told.some((value) => value > 1)) return 'percent';
  if (told.every((value) => value === 1)) return undefined;
  return 'fraction';
}

/**
 * The unit of the rivals' shares where the own share is in percent and theirs are all at most 1: the reading whose sum
 * comes nearest to the whole, if it is clearly nearer.
 */
export function unitBeside(ownPercent: number, rivals: readonly number[]): ShareUnit | undefined {
  const asFraction = Math.abs(100 - ownPercent - 100 * sum(rivals));
  const asPercent = Math.abs(100 - ownPercent - sum(rivals));
  if (asFraction <= 15 && asPercent > asFraction + 5) return 'fraction';
  if (asPercent <= 15 && asFraction > asPercent + 5) return 'percent';
  return undefined;
}

/** A share as a fraction 0..1. */
export function asFraction(value: number, unit: ShareUnit): number {
  return unit === 'percent' ? Number((value / 100).toPrecision(12)) : value;
}
