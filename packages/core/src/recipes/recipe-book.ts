import type { Endpoint } from '../resources/resources.ts';
import type { KnownRecipe, Recipe, RecipeBook, Recognition } from './recipe.ts';

/** Most recipes per endpoint; a service with more shapes is not supported. */
export const maxAlternatives = 3;

/** Creates a recipe book from configuration: one recipe per endpoint, or alternatives. */
export function configuredRecipes(
  recipes: Readonly<Partial<Record<Endpoint, Recipe | readonly Recipe[]>>>,
): RecipeBook {
  const toKnownRecipe = (recipe: Recipe): KnownRecipe => ({
    recipe,
    status: 'configured',
    assumes: [],
    learntAt: 0,
  });
  const book: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  for (const endpoint of Object.keys(recipes) as Endpoint[]) {
    const configured = recipes[endpoint];
    if (configured) book[endpoint] = ([] as readonly Recipe[]).concat(configured).map(toKnownRecipe);
  }
  return book;
}

/** Field names with codecs, sorted, without pointers. */
const listCodecs = (fields: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${text.split(' ').pop()}`)
    .sort();

/** A key of everything in a recipe but the locations: fields, codecs and rules. */
function toMeaning({ kind, whole, lists = {}, constants, own, total }: Recipe): string {
  const parts = Object.keys(lists)
    .sort()
    .map((name) => [name, lists[name]?.map(({ fields }) => listCodecs(fields))]);
  const rule = own && [own.is, own.same !== undefined];
  return JSON.stringify([kind, listCodecs(whole), parts, constants?.scale, rule, total]);
}

/** True if a list was empty when learnt: nothing is known of its rows, so no recipe of rows contradicts it. */
export const hasEmptyList = ({ lists = {} }: Recipe): boolean =>
  Object.values(lists).some((parts) => parts.every(({ fields }) => Object.keys(fields).length === 0));

/**
 * Merges an inferred recipe into those of an endpoint; null if a person has to decide. Equal fields at other locations are
 * an alternative. Recipes that are only provisional are replaced, and those of an empty list, but configured ones never.
 */
export function adoptRecipe(
  known: readonly KnownRecipe[],
  { clear, drafts }: Recognition,
  learntAt: number,
): readonly KnownRecipe[] | null {
  const [draft] = drafts;
  if (!clear || draft === undefined || known.some(({ status }) => status === 'configured')) return null;
  const learnt: KnownRecipe = { ...draft, status: 'provisional', learntAt };
  const meaning = toMeaning(draft.recipe);
  const settled = known.filter(({ recipe }) => !hasEmptyList(recipe));
  if (settled.some(({ recipe }) => toMeaning(recipe) === meaning))
    return [learnt, ...settled].slice(0, maxAlternatives);
  return settled.every(({ status }) => status === 'provisional') ? [learnt] : null;
}

/** Promotes provisional recipes to observed, after a second, different body was read. */
export function promoteRecipes(known: readonly KnownRecipe[]): readonly KnownRecipe[] {
  return known.map((one) => (one.status === 'provisional' ? { ...one, status: 'observed' } : one));
}
