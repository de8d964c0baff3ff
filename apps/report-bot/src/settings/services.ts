import { resolve } from 'node:path';
import { type PlanName, plans } from '@answershare/core';
import { z } from 'zod';
import { formatKeyPath, getAtPath, type SettingsIssue } from './issues.ts';
import { type Dashboards, dashboardSchema } from './mail-design.ts';
import { type RecipeSettings, readRecipeFile, recipesSchema } from './recipes.ts';
import { describeKeyFault, listServicePaths, secretMark } from './references.ts';
import type { KeyPath } from './source.ts';

/** One service and its key. */
export const serviceSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'is not an http or https address' })
    .describe('Address of the analytics service, without /api/v1.'),
  key: z
    .string()
    .meta(secretMark('ANSWERSHARE_API_KEY'))
    .describe('API key, by reference to a variable such as ANSWERSHARE_API_KEY.'),
  insecure: z
    .boolean()
    .exactOptional()
    .describe('true lets the key go over http to another machine, where others can read it.'),
  form: z
    .union([z.literal('auto'), z.literal(1), z.literal(2)])
    .default('auto')
    .describe('Form of the API: auto finds out.'),
  plan: z
    .enum(Object.keys(plans) as PlanName[])
    .exactOptional()
    .describe('Plan of the key, for the pace before the first answer.'),
  maxBodyBytes: z
    .int()
    .min(1_000)
    .max(50_000_000)
    .exactOptional()
    .describe('The most bytes of an answer; a longer one is refused unread. 2000000 where not given.'),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(60)
    .exactOptional()
    .describe('Seconds to wait for an answer, at most 60. 12 where not given.'),
  dashboard: dashboardSchema.exactOptional(),
  recipes: z
    .union([z.string().min(1), recipesSchema])
    .exactOptional()
    .describe(
      'Where each figure is and how it is decoded: by endpoint one recipe or up to three, or the file that holds them.',
    ),
});

/** Services of several teams by name. */
export const servicesSchema = z
  .record(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens, at most 40'),
    serviceSchema,
  )
  .default({});

type ParsedService = z.infer<typeof serviceSchema>;

/** A service of the settings, and its key. */
export interface Service extends Omit<ParsedService, 'recipes'> {
  /** Its name under `services`; empty for that of `service`. */
  readonly name: string;
  /** The names of all services of the settings. */
  readonly names: readonly string[];
  readonly recipes?: RecipeSettings;
}

/** What the files of services hold, and the faults of files and keys. */
interface ServiceReading {
  readonly found: readonly SettingsIssue[];
  /** By dotted path of the service. */
  readonly recipes: ReadonlyMap<string, RecipeSettings>;
}

/**
 * Checks the keys, and reads the files with recipes.
 * @param written the reference of each dotted path
 */
export function readServices(
  settings: unknown,
  written: ReadonlyMap<string, string>,
  folder: string,
  lineOf: (path: KeyPath) => number,
): ServiceReading {
  const recipes = new Map<string, RecipeSettings>();
  const found = listServicePaths(settings).flatMap((path): readonly SettingsIssue[] => {
    const { key, recipes: named } = Object(getAtPath(settings, path)) as Readonly<Record<string, unknown>>;
    const place = [...path, 'key'];
    const fault =
      typeof key === 'string' ? describeKeyFault(key, written.get(place.join('.')) ?? 'the key') : null;
    const faults =
      fault === null ? [] : [{ line: lineOf(place), path: formatKeyPath(place), message: fault }];
    if (typeof named !== 'string' || named === '') return faults;
    const read = readRecipeFile(resolve(folder, named), named);
    if (!read.ok) return [...faults, ...read.found];
    recipes.set(path.join('.'), read.recipes);
    return faults;
  });
  return { found, recipes };
}

/** The service of `service`, then those of `services`. */
export function toServices(
  data: { readonly service?: ParsedService; readonly services: Readonly<Record<string, ParsedService>> },
  shared: ServiceReading['recipes'],
): readonly Service[] {
  const paths = listServicePaths(data);
  const names = paths.map(([, name = '']) => String(name));
  return paths.map((path, at) => {
    const { recipes, ...service } = getAtPath(data, path) as ParsedService;
    const own = typeof recipes === 'string' ? shared.get(path.join('.')) : recipes;
    return { name: names[at] ?? '', names, ...service, ...(own === undefined ? {} : { recipes: own }) };
  });
}

export const listServiceNames = (services: readonly Pick<Service, 'name'>[]): readonly string[] =>
  services.map(({ name }) => name);

/** The names of all services where there is `service` alone. */
export const soleService: readonly string[] = [''];

/** The dashboards of services, by name where there are several. */
export function toDashboards(services: readonly Service[]): Dashboards {
  const [first] = services;
  if (services.length === 1 && first?.name === '') return first.dashboard ?? null;
  return Object.fromEntries(services.map(({ name, dashboard }) => [name, dashboard ?? null]));
}

/**
 * The id of a website in ledger, mails and gateway: that of its service, after the name of a service of `services`. So equal ids of
 * two teams differ.
 */
export const toLedgerId = (service: string, id: string): string => (service === '' ? id : `${service}/${id}`);

/**
 * The service of a website, and its id there. Without a known name before the id it is the service of `service`.
 * @param names those of all services
 */
export function splitLedgerId(
  websiteId: string,
  names: readonly string[],
): { readonly service: string; readonly id: string } {
  const end = websiteId.indexOf('/');
  const service = websiteId.slice(0, Math.max(0, end));
  return end > 0 && names.includes(service)
    ? { service, id: websiteId.slice(end + 1) }
    : { service: '', id: websiteId };
}

/** True for `acme/*`, all websites of the service acme. */
export const isWholeService = (reference: string): boolean => /^[^/]+\/\*$/.test(reference.trim());
