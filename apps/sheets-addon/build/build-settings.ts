import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Endpoint, parseBaseUrl, type Recipe, validateRecipe } from '@answershare/core';
import { root } from './build-addon.ts';

function readUrlFromFile(text: string): string {
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

/** The build's address: ANSWERSHARE_SERVICE_URL, else service.json next to build.ts, else empty. */
export async function readServiceUrl(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const fromEnv = env.ANSWERSHARE_SERVICE_URL ?? '';
  if (fromEnv !== '') return parseBaseUrl(fromEnv);
  const text = await readServiceFile(root);
  return text === null ? '' : parseBaseUrl(readUrlFromFile(text));
}

/** `service.json` next to build.ts; null without one. */
async function readServiceFile(root: string): Promise<string | null> {
  try {
    return await readFile(join(root, 'service.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The recipes of `service.json`, one per endpoint, as in the report bot's settings.
 * @throws Error that lists all faults
 */
async function readServiceRecipes(root: string): Promise<Readonly<Partial<Record<Endpoint, Recipe>>>> {
  const { recipes = {} } = Object(JSON.parse((await readServiceFile(root)) ?? '{}')) as {
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

/** The settings of a build. */
export interface BuildSettings {
  /** Empty for a build without an address. */
  readonly url: string;
  /** False for a build without a schedule and without its scope. */
  readonly withSchedule: boolean;
  /** Recipes for files without an inspection. */
  readonly recipes: Readonly<Partial<Record<Endpoint, Recipe>>>;
}

/**
 * Reads the settings: `service.json` in the folder, `ANSWERSHARE_SERVICE_URL`, and `ANSWERSHARE_SCHEDULE=no`.
 * @throws Error for an invalid address or choice
 */
export async function readBuildSettings(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BuildSettings> {
  const { ANSWERSHARE_SCHEDULE: schedule = '' } = env;
  if (!['', 'yes', 'no'].includes(schedule)) {
    throw new Error(`ANSWERSHARE_SCHEDULE is yes or no, not "${schedule}".`);
  }
  const recipes = await readServiceRecipes(folder);
  return { url: await readServiceUrl(folder, env), withSchedule: schedule !== 'no', recipes };
}

/** The settings of this package; exits with the error if they are invalid. */
export async function readOwnBuildSettings(): Promise<BuildSettings> {
  try {
    return await readBuildSettings(root, process.env);
  } catch (thrown) {
    console.error((thrown as Error).message);
    process.exit(1);
  }
}
