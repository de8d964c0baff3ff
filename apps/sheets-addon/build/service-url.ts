import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Endpoint, parseBaseUrl, type Recipe, validateRecipe } from '@answershare/core';

function fromFile(text: string): string {
  const value: unknown = JSON.parse(text);
  if (
    typeof value === 'object' &&
    value !== null &&
    'serviceUrl' in value &&
    typeof value.serviceUrl === 'string'
  ) {
    return value.serviceUrl;
  }
  throw new Error('service.json must be {"serviceUrl": "https://…"}.');
}

/** The address to build for: ANSWERSHARE_SERVICE_URL, else service.json next to build.ts, else none (empty). */
export async function serviceUrl(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const fromEnv = env.ANSWERSHARE_SERVICE_URL ?? '';
  if (fromEnv !== '') return parseBaseUrl(fromEnv);
  const text = await serviceFile(root);
  return text === null ? '' : parseBaseUrl(fromFile(text));
}

/** `service.json` next to build.ts; null where there is none. */
async function serviceFile(root: string): Promise<string | null> {
  try {
    return await readFile(join(root, 'service.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The recipes of `service.json`, as in the settings of the report bot: one for each endpoint.
 * @throws Error with everything that is wrong with one
 */
export async function serviceRecipes(root: string): Promise<Readonly<Partial<Record<Endpoint, Recipe>>>> {
  const { recipes = {} } = Object(JSON.parse((await serviceFile(root)) ?? '{}')) as {
    readonly recipes?: Readonly<Partial<Record<Endpoint, Recipe>>>;
  };
  for (const [endpoint, recipe] of Object.entries(recipes)) {
    const complaints = validateRecipe(Object(recipe) as Recipe);
    if (complaints.length > 0)
      throw new Error(`service.json, recipes.${endpoint}: ${complaints.map(({ text }) => text).join('; ')}.`);
    if (recipe.kind !== endpoint)
      throw new Error(
        `service.json, recipes.${endpoint}: its kind is ${recipe.kind}. Write it under that name.`,
      );
  }
  return recipes;
}
