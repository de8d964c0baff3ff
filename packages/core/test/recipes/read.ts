import { type Applied, applyRecipe, type Endpoint, type Recipe } from '../../src/index.ts';

export type Unversioned<K extends Endpoint = Endpoint> = Omit<Recipe, 'v' | 'kind'> & { readonly kind: K };

export const read = <K extends Endpoint>(recipe: Unversioned<K>, body: unknown): Applied<unknown> =>
  applyRecipe(recipe.kind, { v: 1, ...recipe }, body);

type Fields = Readonly<Record<string, string>>;

/** Makes recipes with one list. A place that does not begin with `/` is one of the row. */
const listed =
  <K extends Endpoint>(kind: K, name: string) =>
  (at: string, fields: Fields, more: Partial<Recipe> = {}, part: object = {}): Unversioned<K> => {
    const placed = Object.entries(fields).map(([field, text]) => [
      field,
      text.startsWith('/') ? text : `${at}/${text}`,
    ]);
    return { ...more, kind, lists: { [name]: [{ at, fields: Object.fromEntries(placed), ...part }] } };
  };

export const days = listed('analytics', 'days');
export const items = listed('citations', 'items');
export const brands = listed('competitors', 'competitors');
export const score = (text: string, more: Partial<Recipe> = {}): Unversioned<'authority'> => ({
  ...more,
  kind: 'authority',
  whole: { score: text },
});
