import { computeWeekLevel, daysInWeek, type Level } from './change.ts';

/** How an authority score is computed, as far as an answer states. */
export interface AuthorityMethod {
  /** The score's maximum; null if unknown. */
  readonly scale: number | null;
  /** Components with their weights, fractions or null. */
  readonly components: readonly { readonly name: string; readonly weight: number | null }[];
}

/** The authority score of one day. */
export interface AuthorityDay extends AuthorityMethod {
  readonly day: string;
  readonly score: number | null;
}

/** A difference of method between two readings. */
export type MethodChange =
  | { readonly kind: 'scale'; readonly from: number; readonly to: number }
  /** Names of components. */
  | { readonly kind: 'components'; readonly added: readonly string[]; readonly removed: readonly string[] }
  /** Names of components with another weight. */
  | { readonly kind: 'weights'; readonly names: readonly string[] };

/** Finds a difference of method between two readings; null if none. Unknown scales, components and weights are ignored. */
export function findMethodChange(before: AuthorityMethod, after: AuthorityMethod): MethodChange | null {
  if (before.scale !== null && after.scale !== null && before.scale !== after.scale)
    return { kind: 'scale', from: before.scale, to: after.scale };
  if (before.components.length === 0 || after.components.length === 0) return null;
  const added = listMissing(after, before);
  const removed = listMissing(before, after);
  if (added.length + removed.length > 0) return { kind: 'components', added, removed };
  const weights = new Map(before.components.map(({ name, weight }) => [name, weight]));
  const moved = after.components.filter(({ name, weight }) => {
    const earlier = weights.get(name) ?? null;
    return weight !== null && earlier !== null && Math.abs(weight - earlier) > 0.0005;
  });
  return moved.length === 0 ? null : { kind: 'weights', names: moved.map(({ name }) => name) };
}

/** A difference of method in one sentence. */
export function formatMethodChange(change: MethodChange): string {
  if (change.kind === 'scale')
    return `The method may have changed: the score's maximum was ${change.from} and is now ${change.to}.`;
  if (change.kind === 'weights')
    return `The method may have changed: the weight of ${change.names.join(', ')} is different.`;
  const { added, removed } = change;
  const parts = [
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`gone: ${removed.join(', ')}`] : []),
  ];
  return `The method may have changed: the score's parts are different (${parts.join('; ')}).`;
}

function listMissing(of: AuthorityMethod, from: AuthorityMethod): string[] {
  const names = new Set(from.components.map(({ name }) => name));
  return of.components.map(({ name }) => name).filter((name) => !names.has(name));
}

/** The week's level over the days with the same method as the last reading; other days are excluded. */
export function computeAuthorityWeek(
  days: readonly AuthorityDay[],
  of: number = daysInWeek,
): {
  readonly level: Level;
  readonly last: AuthorityDay | null;
} {
  const read = [...days].filter(({ score }) => score !== null).sort((a, b) => (a.day < b.day ? -1 : 1));
  const last = read[read.length - 1] ?? null;
  const alike = last === null ? [] : read.filter((day) => findMethodChange(day, last) === null);
  return {
    level: computeWeekLevel(
      alike.map(({ day, score }) => ({ day, value: score })),
      of,
    ),
    last,
  };
}

/** The smallest displayed step of a score: 1, or 0.01 on a scale of 0..1. */
export function authorityUnit(scale: number | null): number {
  return scale !== null && scale <= 1 ? 0.01 : 1;
}
