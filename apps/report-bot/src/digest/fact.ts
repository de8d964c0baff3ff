/** How a number is read: a share as per cent, a difference of shares in points, the rest in its own unit. */
export type FactUnit = 'share' | 'points' | 'score' | 'count' | 'rank' | 'days' | 'weeks' | 'sites';

/** One number of a digest. Everything a letter prints is such a number, a date, or text of the digest. */
export interface Fact {
  /** A path that stays the same from week to week, such as `site:w_1/share/level`. */
  readonly id: string;
  /** Unrounded. A share is a fraction 0..1; points are 0..100. */
  readonly value: number;
  readonly unit: FactUnit;
  /** Digits after the decimal point, decided once so that every part of the letter shows the same number. */
  readonly digits: number;
}

export function fact(id: string, value: number, unit: FactUnit, digits: number = 0): Fact {
  return { id, value, unit, digits };
}

/** Every fact inside a digest or a part of it, in order of appearance. */
export function factsIn(part: unknown): Fact[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isFact(part)) return [part];
  return Object.values(part).flatMap(factsIn);
}

function isFact(part: object): part is Fact {
  return (
    'id' in part && 'value' in part && 'unit' in part && 'digits' in part && typeof part.value === 'number'
  );
}
