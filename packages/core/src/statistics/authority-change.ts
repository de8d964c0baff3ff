import { computeWeekLevel, type Level } from './change.ts';

/** How an authority score is made, as far as an answer tells. */
export interface AuthorityMethod {
  /** The score's maximum; null where it cannot be told. */
  readonly scale: number | null;
  /** The parts; `weight` is a fraction or null. */
  readonly components: readonly { readonly name: string; readonly weight: number | null }[];
}

/** One day's reading of the authority score. */
export interface AuthorityDay extends AuthorityMethod {
  readonly day: string;
  readonly score: number | null;
}

/**
 * One sentence where two readings were made in different ways, else null. An unknown scale, an empty list of parts
 * and an unknown weight say nothing and are not held against the reading.
 */
export function findMethodChange(before: AuthorityMethod, after: AuthorityMethod): string | null {
  if (before.scale !== null && after.scale !== null && before.scale !== after.scale) {
    return `The method may have changed: the score's maximum was ${before.scale} and is now ${after.scale}.`;
  }
  if (before.components.length === 0 || after.components.length === 0) return null;
  const added = listMissing(after, before);
  const removed = listMissing(before, after);
  if (added.length + removed.length > 0) {
    const parts = [
      ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
      ...(removed.length > 0 ? [`gone: ${removed.join(', ')}`] : []),
    ];
    return `The method may have changed: the score's parts are different (${parts.join('; ')}).`;
  }
  const weights = new Map(before.components.map(({ name, weight }) => [name, weight]));
  const moved = after.components.filter(({ name, weight }) => {
    const earlier = weights.get(name) ?? null;
    return weight !== null && earlier !== null && Math.abs(weight - earlier) > 0.0005;
  });
  if (moved.length === 0) return null;
  return `The method may have changed: the weight of ${moved.map(({ name }) => name).join(', ')} is different.`;
}

function listMissing(of: AuthorityMethod, from: AuthorityMethod): string[] {
  const names = new Set(from.components.map(({ name }) => name));
  return of.components.map(({ name }) => name).filter((name) => !names.has(name));
}

/** The week's level over the days that were read in the way of the week's last reading; the rest are left out. */
export function computeAuthorityWeek(days: readonly AuthorityDay[]): {
  readonly level: Level;
  readonly last: AuthorityDay | null;
} {
  const read = [...days].filter(({ score }) => score !== null).sort((a, b) => (a.day < b.day ? -1 : 1));
  const last = read[read.length - 1] ?? null;
  const alike = last === null ? [] : read.filter((day) => findMethodChange(day, last) === null);
  return { level: computeWeekLevel(alike.map(({ day, score }) => ({ day, value: score }))), last };
}

/** The smallest step of the score that people see: 1, or 0.01 on a scale of 0..1. */
export function authorityUnit(scale: number | null): number {
  return scale !== null && scale <= 1 ? 0.01 : 1;
}
