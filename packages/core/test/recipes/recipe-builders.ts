import {
  applyRecipe,
  type Endpoint,
  type ListRecipe,
  type Recipe,
  type RecipeResult,
} from '../../src/index.ts';
import { rowsAt } from '../support/sandbox-recipes.ts';

type Fields = Parameters<typeof rowsAt>[1];

export type Unversioned<K extends Endpoint = Endpoint> = Omit<Recipe, 'v' | 'kind'> & { readonly kind: K };

export const read = <K extends Endpoint>(recipe: Unversioned<K>, body: unknown): RecipeResult<unknown> =>
  applyRecipe(recipe.kind, { v: 1, ...recipe }, body);

/** Makes recipes with one list; `fields` and `part` as of {@link rowsAt}. */
const listed =
  <K extends Endpoint>(kind: K, name: string) =>
  (
    at: string,
    fields: Fields,
    more: Partial<Recipe> = {},
    part: Partial<ListRecipe> = {},
  ): Unversioned<K> => ({
    ...more,
    kind,
    lists: { [name]: rowsAt(at, fields, part) },
  });

export const days = listed('analytics', 'days');
export const items = listed('citations', 'items');
export const brands = listed('competitors', 'competitors');
export const score = (text: string, more: Partial<Recipe> = {}): Unversioned<'authority'> => ({
  ...more,
  kind: 'authority',
  whole: { score: text },
});
