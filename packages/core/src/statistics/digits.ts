/** A share as people read it: 0.342 is 34.2 (per cent), and a difference of 0.021 is 2.1 (points). */
export function toPoints(fraction: number): number {
  return fraction * 100;
}

/** Rounds half away from zero to a number of digits; never gives -0. */
export function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  const nudge = 1 + Number.EPSILON;
  const size = Math.round(Math.abs(value) * factor * nudge) / factor;
  return size === 0 ? 0 : Math.sign(value) * size;
}

/** More digits than this beside those asked for are read by nobody. */
const mostMore = 4;

/**
 * The digits to show two levels and their difference with: more than asked where the rounded levels would not
 * give the rounded difference (71.6 to 73.4 is +1.8, not "72 to 73, +2"), as many as it takes, {@link mostMore} at most.
 */
export function countDisplayDigits(before: number, after: number, digits: number): number {
  const agree = (shown: number): boolean =>
    roundTo(roundTo(after, shown) - roundTo(before, shown), shown) === roundTo(after - before, shown);
  let shown = digits;
  while (shown < digits + mostMore && !agree(shown)) shown += 1;
  return shown;
}
