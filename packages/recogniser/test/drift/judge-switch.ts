import type { Endpoint, RecipeResult } from '@answershare/core';
import type { QuirkName } from '@answershare/sandbox';
import type { Truth } from '../sandbox-bodies.ts';
import { isNear, resolvePointer, valueFigures } from '../value-figures.ts';

/** Switches that change what the service holds and not how it writes it: the truth is read with the switch on. */
export const changesData: readonly QuirkName[] = [
  'engines',
  'shareSum',
  'authoritySum',
  'authorityScale',
  'bounds',
  'dayZone',
  'today',
  'nulls',
  'emptyLists',
  'websiteIds',
];

export type SwitchVerdict = 'same' | 'note' | 'different' | 'drift' | 'error' | 'wrong';

/** Compares what was read with what the service holds. */
export function judgeSwitch(
  endpoint: Endpoint,
  applied: RecipeResult<unknown>,
  body: unknown,
  standard: Truth,
  truth: Truth,
): [SwitchVerdict, string] {
  if (!applied.ok) {
    const { pointer, problem, expected, found } = applied.drift;
    const isThere = resolvePointer(body, pointer) !== undefined;
    return [isThere ? 'drift' : 'wrong', `${pointer} ${problem}: ${expected}, ${found}`];
  }
  const read = valueFigures(endpoint, applied.value);
  const off = [...read].filter(([name, value]) => value !== null && !isNear(value, truth.get(name)));
  if (off.length > 0) return ['wrong', JSON.stringify(off.slice(0, 3))];
  const missing = [...truth].filter(([name, value]) => value !== null && (read.get(name) ?? null) === null);
  if (missing.length > 0)
    return [applied.notes.length > 0 ? 'note' : 'wrong', `without ${missing.length}: ${missing[0]?.[0]}`];
  const isSame = [...truth].every(([name, value]) => isNear(value, standard.get(name)));
  return [applied.notes.length > 0 ? 'note' : isSame ? 'same' : 'different', ''];
}

/** How many readings came to each verdict. */
export const noVerdicts = (): Record<SwitchVerdict, number> => ({
  same: 0,
  note: 0,
  different: 0,
  drift: 0,
  error: 0,
  wrong: 0,
});
