import { countDisplayDigits, roundTo, toPoints } from './digits.ts';
import type { Change, Verdict } from './verdict.ts';

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
