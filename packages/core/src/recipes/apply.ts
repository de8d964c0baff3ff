import type { Endpoint } from '../dialects/dialect.ts';
import { type Drift, DriftError, type RecipeNote, readFigures } from './figures.ts';
import type { Recipe } from './recipe.ts';
import { buildValue, type ResourceValues } from './values.ts';
import { brokenWitness } from './witnesses.ts';

/** A value read by a recipe, or the place where the body no longer fits it. */
export type Applied<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly RecipeNote[] }
  | { readonly ok: false; readonly drift: Drift };

/** Reads a body of `kind` by its recipe. Linear in the size of the body. @throws RangeError for a recipe that is wrong by itself */
export function applyRecipe<K extends Endpoint>(
  kind: K,
  recipe: Recipe,
  body: unknown,
): Applied<ResourceValues[K]> {
  const notes: RecipeNote[] = [];
  try {
    const figures = readFigures(recipe, body, notes);
    const value = buildValue(kind, figures, recipe);
    const drift = brokenWitness(recipe, figures, value);
    return drift === null ? { ok: true, value, notes } : { ok: false, drift };
  } catch (thrown) {
    if (!(thrown instanceof DriftError)) throw thrown;
    return { ok: false, drift: thrown.drift };
  }
}
