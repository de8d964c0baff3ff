import type { Endpoint } from '../dialects/dialect.ts';
import type { FieldTrace, Reading } from '../reading/trace.ts';
import { applyRecipe } from './apply.ts';
import type { Drift, RecipeNote } from './figures.ts';
import { type CompiledRecipe, compileRecipe, type Recipe } from './recipe.ts';

function driftWords({ problem, expected, found }: Drift): string {
  if (problem === 'error') return `it is an error inside a successful answer: ${found}`;
  if (problem === 'relation') return `the relation "${expected}" no longer holds: ${found}`;
  return `${expected} is expected, and there is ${found}`;
}

const noteWords: Readonly<Record<RecipeNote['kind'], (note: RecipeNote) => string>> = {
  'new field': ({ pointer }) => `${pointer} is a new field`,
  'not measured': ({ pointer, detail }) => `${pointer} is ${detail}: the figures next to it are unknown`,
  'new status': ({ pointer, detail }) =>
    `${pointer} is ${detail}, which the recipe does not know: the figures next to it are unknown`,
};

/** Lists that are the answer itself: their fields have no prefix, as in the trace of a reading without a recipe. */
const ownLists = ['websites', 'days'];

/** The place of each field of a recipe, by the name of the field. */
function placesIn({ whole, lists }: CompiledRecipe): Record<string, FieldTrace> {
  const fields: Record<string, FieldTrace> = {};
  for (const { name, pointer } of whole) fields[name] = { pointer, provenance: 'user' };
  for (const list of lists)
    for (const { name, pointer } of list.fields)
      fields[ownLists.includes(list.name) ? name : `${list.name}.${name}`] = { pointer, provenance: 'user' };
  return fields;
}

/** Reads a body by a recipe alone, as a reading with its trace. A wrong recipe and drift are refusals. */
export function readByRecipe<K extends Endpoint>(kind: K, recipe: Recipe, body: unknown): Reading<never> {
  const compiled = compileRecipe(recipe);
  const trace = {
    path: compiled.ok ? (compiled.compiled.lists[0]?.at ?? '') : '',
    confidence: 1,
    fields: compiled.ok ? placesIn(compiled.compiled) : {},
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
    reason: `it no longer fits its recipe ${place}: ${driftWords(drift)}`,
    trace,
  };
}
