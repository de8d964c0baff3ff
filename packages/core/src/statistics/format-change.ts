import type { Change, Verdict } from './change.ts';

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
const maxExtraDigits = 4;

/**
 * The digits to show two levels and their difference with: more than asked where the rounded levels would not
 * give the rounded difference (71.6 to 73.4 is +1.8, not "72 to 73, +2"), as many as it takes, {@link maxExtraDigits} at most.
 */
export function countDisplayDigits(before: number, after: number, digits: number): number {
  const agree = (shown: number): boolean =>
    roundTo(roundTo(after, shown) - roundTo(before, shown), shown) === roundTo(after - before, shown);
  let shown = digits;
  while (shown < digits + maxExtraDigits && !agree(shown)) shown += 1;
  return shown;
}

/** What is measured, so that a difference gets its unit: a share changes in points, a score or count in its own unit. */
export type ChangeFormat = 'share' | 'score' | 'count';

/** The verdict in a few words, without a number and without a direction. */
export const verdictTexts: Readonly<Record<Verdict, string>> = {
  clear: 'clear change',
  steady: 'no clear change',
  first: 'first week',
  'too-early': 'too early to judge',
  incomplete: 'too few days to compare',
  'method-changed': 'method may have changed',
  none: 'no data',
};

/**
 * A change in plain English: `up 2.1 points`, `no clear change`, `first week`. A direction and a number appear only
 * where the verdict is `clear`.
 * @param digits of the level as shown; more are used where the rounded levels would contradict the difference
 */
export function formatChange(change: Change, measure: ChangeFormat, digits: number): string {
  const { direction, difference, before, after } = change;
  if (direction === null || difference === null || before.value === null || after.value === null) {
    return verdictTexts[change.verdict];
  }
  const scaled = measure === 'share' ? toPoints : (value: number) => value;
  const shown = countDisplayDigits(scaled(before.value), scaled(after.value), digits);
  const size = Math.abs(roundTo(scaled(difference), shown));
  const text = size.toFixed(shown);
  if (measure !== 'share') return `${direction} ${text}`;
  return `${direction} ${text} ${size === 1 ? 'point' : 'points'}`;
}
