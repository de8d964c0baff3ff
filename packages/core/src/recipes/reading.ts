import type { Endpoint } from '../dialects/dialect.ts';
import type { FieldTrace, Reading } from '../reading/trace.ts';
import { applyRecipe } from './apply.ts';
import type { Drift, RecipeNote } from './figures.ts';
import { compileRecipe, type Recipe } from './recipe.ts';

const driftWords: Readonly<Record<Drift['problem'], (drift: Drift) => string>> = {
  missing: ({ expected, found }) => `${expected} is expected, and there is ${found}`,
  type: ({ expected, found }) => `${expected} is expected, and there is ${found}`,
  value: ({ expected, found }) => `${expected} is expected, and there is ${found}`,
  repeated: ({ expected, found }) => `${expected} is expected, and there is ${found}`,
  error: ({ found }) => `it is an error inside a successful answer: ${found}`,
  relation: ({ expected, found }) => `the relation "${expected}" no longer holds: ${found}`,
};

const noteWords: Readonly<Record<RecipeNote['kind'], (note: RecipeNote) => string>> = {
  'new field': ({ pointer }) => `${pointer} is a new field`,
  'not measured': ({ pointer, detail }) => `${pointer} is ${detail}: the figures next to it are unknown`,
  'new status': ({ pointer, detail }) =>
    `${pointer} is ${detail}, which the recipe does not know: the figures next to it are unknown`,
};

/** The place of each field of a recipe, by the name of the field. */
function placesIn(recipe: Recipe): Record<string, FieldTrace> {
  const compiled = compileRecipe(recipe);
  const fields: Record<string, FieldTrace> = {};
  if (!compiled.ok) return fields;
  const { whole, lists } = compiled.compiled;
  for (const { name, pointer } of whole) fields[name] = { pointer, provenance: 'user' };
  for (const list of lists)
    for (const { name, pointer } of list.fields)
      fields[`${list.name}.${name}`] = { pointer, provenance: 'user' };
  return fields;
}

/** Reads a body by a recipe alone, as a reading with its trace. A wrong recipe and drift are refusals. */
export function readByRecipe<K extends Endpoint>(kind: K, recipe: Recipe, body: unknown): Reading<never> {
  const compiled = compileRecipe(recipe);
  const trace = {
    path: compiled.ok ? (compiled.compiled.lists[0]?.at ?? '') : '',
    confidence: 1,
    fields: placesIn(recipe),
    coerced: [],
    unmatched: [],
    notes: [] as readonly string[],
  };
  if (!compiled.ok)
    return { ok: false, reason: `the recipe is wrong: ${compiled.complaints.join('; ')}`, trace };
  const applied = applyRecipe(kind, recipe, body);
  if (applied.ok) {
    const notes = applied.notes.map((note) => noteWords[note.kind](note));
    return { ok: true, value: applied.value as never, trace: { ...trace, notes } };
  }
  const { drift } = applied;
  const place = drift.pointer === '' ? 'at the top' : `at ${drift.pointer}`;
  return {
    ok: false,
    reason: `it no longer fits its recipe ${place}: ${driftWords[drift.problem](drift)}`,
    trace,
  };
}
