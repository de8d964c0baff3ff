import { type ShareUnit, shareUnit, unitBeside } from '../reading/shares.ts';
import type { WrittenShare } from './written-share.ts';

export interface ShareUnits {
  readonly own: ShareUnit;
  readonly rivals: ShareUnit;
}

/**
 * The units of the own share and of the rivals', which one body may write differently; null where either could be both.
 * A share at or below 1 beside others above 1 is a small percentage.
 */
export function shareUnits(mine: WrittenShare | null, rivals: readonly WrittenShare[]): ShareUnits | null {
  const hint = rivals.find((entry) => entry.hint !== null)?.hint ?? null;
  const values = rivals.map((entry) => entry.value);
  const theirs = shareUnit(values, hint);
  if (mine === null) return theirs ? { own: theirs, rivals: theirs } : null;
  const told = values.some((value) => value !== 0);
  if (mine.hint === null && hint === null && told && mine.value <= 1) {
    const joint = shareUnit(values.concat(mine.value), null);
    return joint ? { own: joint, rivals: joint } : null;
  }
  const own = shareUnit([mine.value], mine.hint) ?? (told ? theirs : undefined);
  if (own === undefined) return null;
  if (!told) return { own, rivals: own };
  if (hint === null && own === 'percent' && theirs !== 'percent') {
    const beside = unitBeside(mine.value, values);
    return beside ? { own, rivals: beside } : null;
  }
  return theirs ? { own, rivals: theirs } : null;
}
