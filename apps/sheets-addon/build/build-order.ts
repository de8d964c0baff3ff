import type { Endpoint, Recipe } from '@answershare/core';
import { root } from './build-addon.ts';
import { serviceRecipes, serviceUrl } from './service-url.ts';

/** What a build is for. */
export interface BuildOrder {
  /** Empty for a build without an address. */
  readonly url: string;
  /** False for a build without a schedule and without its scope. */
  readonly withSchedule: boolean;
  /** Recipes that serve files which nobody inspected. */
  readonly recipes: Readonly<Partial<Record<Endpoint, Recipe>>>;
}

/**
 * What the surroundings order: `service.json` in the folder, `ANSWERSHARE_SERVICE_URL`, and `ANSWERSHARE_SCHEDULE=no`.
 * @throws Error for an address or a choice that cannot be
 */
export async function readOrder(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BuildOrder> {
  const { ANSWERSHARE_SCHEDULE: schedule = '' } = env;
  if (!['', 'yes', 'no'].includes(schedule)) {
    throw new Error(`ANSWERSHARE_SCHEDULE is yes or no, not "${schedule}".`);
  }
  const recipes = await serviceRecipes(folder);
  return { url: await serviceUrl(folder, env), withSchedule: schedule !== 'no', recipes };
}

/** The order for this package, or the end of the process with what is wrong with it. */
export async function buildOrder(): Promise<BuildOrder> {
  try {
    return await readOrder(root, process.env);
  } catch (thrown) {
    console.error((thrown as Error).message);
    process.exit(1);
  }
}
