import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Endpoint, endpointNames, parseBaseUrl, type Recipe, validateRecipe } from '@answershare/core';
import { root } from './build-addon.ts';

/** What `service.json` may hold. */
interface ServiceFile {
  readonly serviceUrl?: string;
  readonly schedule?: boolean;
  readonly mail?: boolean;
  readonly recipes?: Readonly<Partial<Record<Endpoint, Recipe>>>;
}

const types: Readonly<Record<keyof ServiceFile, string>> = {
  serviceUrl: 'string',
  schedule: 'boolean',
  mail: 'boolean',
  recipes: 'object',
};
const shape =
  '{"serviceUrl": "https://api.example.com"}, with "schedule": false, "mail": true and "recipes" if needed';

/** `service.json` next to build.ts; empty without one. @throws Error that lists all faults */
async function readServiceFile(folder: string): Promise<ServiceFile> {
  const path = join(folder, 'service.json');
  if (!existsSync(path)) return {};
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} is no JSON (${(error as Error).message}). Write ${shape}.`);
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const faults = isObject
    ? Object.entries(value as object).flatMap(([name, field]) => {
        const type = Object.entries(types).find(([known]) => known === name)?.[1];
        if (type === undefined) return `there is no "${name}"`;
        return typeof field === type && field !== null ? [] : `"${name}" must be of type ${type}`;
      })
    : ['it is no object'];
  if (faults.length > 0) throw new Error(`${path}: ${faults.join('; ')}. Write ${shape}.`);
  return value as ServiceFile;
}

/** What is wrong with one entry of `recipes`, one clause each. */
function listRecipeFaults(name: string, recipe: unknown): readonly string[] {
  if (!endpointNames.some((endpoint) => endpoint === name))
    return [`there is no such endpoint; use ${endpointNames.join(', ')}`];
  if (typeof recipe !== 'object' || recipe === null) return ['it is no recipe, which is an object'];
  const complaints = validateRecipe(recipe as Recipe).map(({ text }) => text);
  const { kind } = recipe as Partial<Recipe>;
  return complaints.length > 0 || kind === name
    ? complaints
    : [`its kind is ${kind}; write it under that name`];
}

/** @throws Error that lists all faults */
function checkRecipes(recipes: BuildSettings['recipes']): BuildSettings['recipes'] {
  const faults = Object.entries(recipes).flatMap(([name, recipe]) =>
    listRecipeFaults(name, recipe).map((fault) => `recipes.${name}: ${fault}`),
  );
  if (faults.length > 0) throw new Error(`service.json, ${faults.join('; ')}.`);
  return recipes;
}

/** The settings of a build. */
export interface BuildSettings {
  /** Empty for a build without an address. */
  readonly url: string;
  /** False for a build without a schedule and without its scope. */
  readonly withSchedule: boolean;
  /** True for a build that can mail a failed scheduled refresh, with two scopes more. */
  readonly withMail: boolean;
  /** Recipes for files without an inspection. */
  readonly recipes: Readonly<Partial<Record<Endpoint, Recipe>>>;
}

/**
 * Reads the settings: `service.json` in the folder, which `ANSWERSHARE_SERVICE_URL`, `ANSWERSHARE_SCHEDULE` and
 * `ANSWERSHARE_MAIL` (`yes`, `no`) override.
 * @throws Error for an invalid file, address or choice
 */
export async function readBuildSettings(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BuildSettings> {
  const address = env.ANSWERSHARE_SERVICE_URL ?? '';
  const readChoice = (name: string, otherwise: (file: ServiceFile) => boolean) => {
    const choice = env[name] ?? '';
    if (!['', 'yes', 'no'].includes(choice)) throw new Error(`${name} is yes or no, not "${choice}".`);
    return (file: ServiceFile): boolean => (choice === '' ? otherwise(file) : choice === 'yes');
  };
  const chooseSchedule = readChoice('ANSWERSHARE_SCHEDULE', ({ schedule = true }) => schedule);
  const chooseMail = readChoice('ANSWERSHARE_MAIL', ({ mail = false }) => mail);
  const file = await readServiceFile(folder);
  const url = address === '' ? (file.serviceUrl ?? '') : address;
  return {
    url: url === '' ? '' : parseBaseUrl(url),
    withSchedule: chooseSchedule(file),
    withMail: chooseMail(file),
    recipes: checkRecipes(file.recipes ?? {}),
  };
}

/** What a build says at its end, one sentence each. */
export function formatBuildReport({ url, withSchedule, withMail }: BuildSettings): readonly string[] {
  return [
    url === ''
      ? 'Built dist/ without a service address: the script property ANSWERSHARE_SERVICE_URL will name it.'
      : `Built dist/ for ${url}.`,
    ...(withMail && !withSchedule
      ? ['Built without mail: only the schedule mails, and "schedule" is false.']
      : []),
  ];
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
