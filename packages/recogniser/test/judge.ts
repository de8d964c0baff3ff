import { applyRecipe, type Endpoint, type Recipe } from '@answershare/core';

/** `lost`: some figures are unknown, and none is another. */
export type Verdict = 'right' | 'lost' | 'wrong' | 'unread';

const rank: readonly Verdict[] = ['right', 'lost', 'wrong', 'unread'];
const worse = (a: Verdict, b: Verdict): Verdict => (rank.indexOf(a) >= rank.indexOf(b) ? a : b);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** How a value that was read agrees with the expected one, field by field; fields that are not expected do not count. */
export function compare(read: unknown, expected: unknown): Verdict {
  if (typeof read === 'number' && typeof expected === 'number')
    return Math.abs(read - expected) < 1e-9 ? 'right' : 'wrong';
  if (Array.isArray(expected) && Array.isArray(read)) {
    if (read.length !== expected.length) return read.length === 0 ? 'lost' : 'wrong';
    return expected.reduce<Verdict>((all, one, at) => worse(all, compare(read[at], one)), 'right');
  }
  if (isEmpty(read) !== isEmpty(expected)) return isEmpty(read) ? 'lost' : 'wrong';
  if (isEmpty(read)) return 'right';
  if (typeof read !== 'object' || typeof expected !== 'object') return read === expected ? 'right' : 'wrong';
  return Object.entries(expected as object).reduce<Verdict>(
    (all, [name, one]) => worse(all, compare((read as Record<string, unknown>)[name], one)),
    'right',
  );
}

/** What a recipe makes of bodies whose values are known. */
export function judge(
  kind: Endpoint,
  recipe: Recipe,
  bodies: readonly unknown[],
  values: readonly unknown[],
): Verdict {
  return bodies.reduce<Verdict>((all, body, at) => {
    const applied = applyRecipe(kind, recipe, body);
    return worse(all, applied.ok ? compare(applied.value, values[at]) : 'unread');
  }, 'right');
}
