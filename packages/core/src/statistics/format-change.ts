import type { FigureUnit } from '../resources/figures.ts';
import type { Change, Verdict } from './change.ts';

/** Converts a fraction to per cent or points: 0.342 to 34.2. */
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

/** More additional digits would not be readable. */
const maxExtraDigits = 4;

/**
 * The digits at which two rounded levels give their rounded difference: 71.6 to 73.4 is +1.8, not "72 to 73, +2". At least
 * `digits`, at most {@link maxExtraDigits} more.
 */
export function countDisplayDigits(before: number, after: number, digits: number): number {
  const agree = (shown: number): boolean =>
    roundTo(roundTo(after, shown) - roundTo(before, shown), shown) === roundTo(after - before, shown);
  let shown = digits;
  while (shown < digits + maxExtraDigits && !agree(shown)) shown += 1;
  return shown;
}

/** Each verdict in a few words, without number or direction. */
const verdictTexts: Readonly<Record<Verdict, string>> = {
  clear: 'clear change',
  unchanged: 'unchanged',
  steady: 'steady',
  unclear: 'no clear change',
  first: 'first week',
  'too-early': 'too early to judge',
  incomplete: 'too few days to compare',
  'method-changed': 'method may have changed',
  none: 'no data',
};

/**
 * Formats a change: `up 2.1 points`, `no clear change`, `first week`. Direction and number appear only for a `clear`
 * verdict.
 * @param digits of the displayed level; more if rounding would contradict the difference
 */
export function formatChange(change: Change, unit: FigureUnit, digits: number): string {
  const { direction, difference, before, after } = change;
  if (direction === null || difference === null || before.value === null || after.value === null) {
    return verdictTexts[change.verdict];
  }
  const scaled = unit === 'share' ? toPoints : (value: number) => value;
  const shown = countDisplayDigits(scaled(before.value), scaled(after.value), digits);
  const size = Math.abs(roundTo(scaled(difference), shown));
  const text = size.toFixed(shown);
  if (unit !== 'share') return `${direction} ${text}`;
  return `${direction} ${text} ${size === 1 ? 'point' : 'points'}`;
}
