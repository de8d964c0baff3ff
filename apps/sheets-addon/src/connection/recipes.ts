import {
  compileRecipe,
  configuredRecipes,
  type Endpoint,
  endpointNames,
  formatFlaws,
  type KnownRecipe,
  type LimitsRecipe,
  maxAlternatives,
  type Recipe,
  type RecipeBook,
  type RecipeStatus,
  readLimits,
} from '@answershare/core';
import { CellError } from '../ports/cell.ts';

/** All recipes in use: a file's own come before the build's, which serve uninspected files. */
export function listRecipesInUse(
  own: RecipeBook,
  built: Readonly<Partial<Record<Endpoint, Recipe>>>,
): RecipeBook {
  const builtIn = configuredRecipes(built);
  const book: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  for (const endpoint of endpointNames) {
    const all = (own[endpoint] ?? []).concat(builtIn[endpoint] ?? []).slice(0, maxAlternatives);
    if (all.length > 0) book[endpoint] = all;
  }
  return book;
}

/** When the newest recipe was stored, milliseconds since the epoch; 0 for none. */
export const findLearntAt = (book: RecipeBook): number =>
  Math.max(0, ...Object.values(book).flatMap((known) => known.map((one) => one.learntAt)));

/** Statuses that the sidebar's page may store: inferred, and confirmed by a user. */
const pageStatuses: readonly RecipeStatus[] = ['provisional', 'confirmed'];

function parseRecipe(endpoint: Endpoint, value: unknown, now: number, from: number): KnownRecipe {
  const { recipe, status, assumes, validFrom } = Object(value) as Partial<KnownRecipe>;
  const compiled = compileRecipe(Object(recipe) as Recipe);
  const wrong = compiled.ok ? '' : formatFlaws(compiled.flaws);
  const problem = compiled.ok && recipe?.kind !== endpoint ? `it is for ${recipe?.kind}` : wrong;
  if (recipe === undefined || problem !== '' || status === undefined || !pageStatuses.includes(status)) {
    throw new CellError('bad_request', `The recipe of ${endpoint} cannot be used: ${problem}.`);
  }
  const known = { recipe, status, assumes: (assumes ?? []).map(String), learntAt: now };
  const latest = Math.max(from, Number(validFrom ?? 0));
  return latest > 0 ? { ...known, validFrom: latest } : known;
}

/** Parses the page's recipes. Bodies before `validFrom` stay unread. @throws CellError for an unusable one */
export function parseRecipeBook(value: unknown, now: number, earlier: RecipeBook): RecipeBook {
  const sent = Object(value) as Readonly<Record<string, unknown>>;
  const book: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  for (const endpoint of endpointNames) {
    const recipes = sent[endpoint];
    if (!Array.isArray(recipes) || recipes.length === 0) continue;
    const from = Math.max(0, ...(earlier[endpoint] ?? []).map(({ validFrom = 0 }) => validFrom));
    book[endpoint] = recipes.slice(0, maxAlternatives).map((one) => parseRecipe(endpoint, one, now, from));
  }
  return book;
}

/** Parses a recipe of limit headers that the sidebar's page sends. @throws CellError for an unusable one */
export function parseLimitsRecipe(value: unknown): LimitsRecipe {
  const limits = Object(value) as LimitsRecipe;
  try {
    readLimits(limits, {}, 0);
  } catch {
    throw new CellError(
      'bad_request',
      'The recipe of limit headers cannot be used. Inspect the service again.',
    );
  }
  return limits;
}
