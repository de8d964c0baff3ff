import { type ShareUnit, shareUnit, unitBeside, unitByMentions } from '../reading/shares.ts';
import type { WrittenShare } from './written-share.ts';

export interface ShareUnits {
  readonly own: ShareUnit;
  readonly rivals: ShareUnit;
}

/** The own mentions and all of them, where a body gives both. */
export interface Mentions {
  readonly own: number | null;
  readonly total: number | null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * The units of the own share and of the rivals', which one body may write differently; null where either could be both.
 * Told by the fields' names and percent signs, by the mentions, by a value above 1, and by what the sum comes to.
 */
export function shareUnits(
  mine: WrittenShare | null,
  rivals: readonly WrittenShare[],
  mentions: Mentions,
): ShareUnits | null {
  const values = rivals.map((entry) => entry.value);
  const told = values.some((value) => value !== 0);
  const hint = rivals.find((entry) => entry.hint !== null)?.hint ?? null;
  const theirs = shareUnit(values, hint);
  if (mine === null || mine.value === 0) {
    const only = told ? theirs : 'fraction';
    return only ? { own: only, rivals: only } : null;
  }
  const counted =
    mentions.own === null || mentions.total === null
      ? undefined
      : unitByMentions(mine.value, mentions.own, mentions.total);
  const alone = mine.hint ? shareUnit([mine.value], mine.hint) : (counted ?? shareUnit([mine.value], null));
  if (mine.hint !== null && alone === undefined) return null;
  if (!told) return alone ? { own: alone, rivals: alone } : null;
  if (alone !== undefined && (hint !== null || values.some((value) => value > 1))) {
    return theirs ? { own: alone, rivals: theirs } : null;
  }
  if (alone === 'percent') {
    const beside = unitBeside(mine.value, values);
    return beside ? { own: alone, rivals: beside } : null;
  }
  if (alone === 'fraction') {
    const joint = shareUnit(values.concat(mine.value), 'fraction');
    return joint && sum(values) + mine.value <= 1.3 ? { own: alone, rivals: joint } : null;
  }
  if (theirs === 'percent' && mine.value <= 1) {
    const beside = unitBeside(sum(values), [mine.value]);
    return beside ? { own: beside, rivals: theirs } : null;
  }
  const joint = shareUnit(values.concat(mine.value), hint);
  return joint ? { own: joint, rivals: joint } : null;
}
