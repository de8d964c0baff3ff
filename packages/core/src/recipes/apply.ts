import type { Endpoint } from '../resources/endpoint.ts';
import { compileRecipe, wrongRecipe } from './compile.ts';
import { type Drift, DriftError, type RecipeNote } from './drift.ts';
import { readRawFigures } from './figures.ts';
import { Notes } from './qualifiers.ts';
import type { Recipe } from './recipe.ts';
import { buildValue, hasMorePages, type ResourceValues } from './values.ts';
import { brokenWitness } from './witnesses.ts';

/** A value read by a recipe, or the place where the body no longer fits it. */
export type RecipeResult<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly RecipeNote[] }
  | { readonly ok: false; readonly drift: Drift };

/** Reads a body of `kind` by its recipe. Linear in the size of the body. @throws RangeError for a recipe that is wrong by itself */
export function applyRecipe<K extends Endpoint>(
  kind: K,
  recipe: Recipe,
  body: unknown,
): RecipeResult<ResourceValues[K]> {
  if (recipe.kind !== kind)
    return { ok: false, drift: { pointer: '', problem: 'type', expected: recipe.kind, found: kind } };
  const result = compileRecipe(recipe);
  if (!result.ok) throw new RangeError(wrongRecipe(result.flaws));
  const { compiled } = result;
  const notes = new Notes();
  try {
    const figures = readRawFigures(recipe, compiled, body, notes);
    const value = buildValue(kind, figures, recipe);
    const drift = brokenWitness(recipe, compiled, figures, value, body);
    if (drift !== null) return { ok: false, drift };
    if (hasMorePages(figures)) notes.add('more pages', 'pages', () => '', 'the rows are one page of several');
    return { ok: true, value, notes: notes.all };
  } catch (thrown) {
    if (!(thrown instanceof DriftError)) throw thrown;
    return { ok: false, drift: thrown.drift };
  }
}
