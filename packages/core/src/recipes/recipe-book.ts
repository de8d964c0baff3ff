import type { Endpoint } from '../resources/resources.ts';
import type { KnownRecipe, Recipe, RecipeBook, Recognition } from './recipe.ts';

/** The most recipes of one endpoint; a service that has more shapes is not understood. */
const mostAlternatives = 3;

/** A book of recipes that a person wrote or an organisation ships: one of an endpoint, or alternatives. */
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

/** The fields of one place with their codecs, whatever their pointers and order. */
const listCodecs = (fields: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${text.split(' ').pop()}`)
    .sort();

/** All that a recipe says but the places: its fields, how they are decoded, and its rules. */
function toMeaning({ kind, whole, lists = {}, constants, own, total }: Recipe): string {
  const parts = Object.keys(lists)
    .sort()
    .map((name) => [name, lists[name]?.map(({ fields }) => listCodecs(fields))]);
  const rule = own && [own.is, own.same !== undefined];
  return JSON.stringify([kind, listCodecs(whole), parts, constants?.scale, rule, total]);
}

/**
 * The recipes of an endpoint after an inference; null where a person has to decide. A recipe with the same fields in other
 * places is an alternative. Recipes that nobody confirmed and one body alone showed are replaced. A configured one never is.
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
  if (known.some(({ recipe }) => toMeaning(recipe) === meaning))
    return [learnt, ...known].slice(0, mostAlternatives);
  return known.every(({ status }) => status === 'provisional') ? [learnt] : null;
}

/** The recipes after a second, different body was read by them: what was provisional is observed. */
export function promoteRecipes(known: readonly KnownRecipe[]): readonly KnownRecipe[] {
  return known.map((one) => (one.status === 'provisional' ? { ...one, status: 'observed' } : one));
}
