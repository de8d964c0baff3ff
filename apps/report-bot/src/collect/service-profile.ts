import {
  axisNames,
  configuredRecipes,
  type DialectProfile,
  figureOf,
  type KnownRecipe,
  listFigureNames,
  type Recipe,
  type RecipeBook,
  unknownProfile,
} from '@answershare/core';
import type { AssumedFigures } from '../digest/notes.ts';
import type { RecipeSettings } from '../settings/recipes.ts';
import type { Service } from '../settings/services.ts';
import { appendAudit } from '../store/audit.ts';
import type { Database } from '../store/tables.ts';

/** What earlier runs learnt about a service. */
export interface LearntService {
  readonly profile: DialectProfile | null;
  readonly recipes: RecipeBook;
}

/** Services of several teams at one address learn apart. */
const toLearntKey = ({ name, url }: Pick<Service, 'name' | 'url'>): string =>
  name === '' ? url : `${url}#${name}`;
const toServiceName = (key: string): string => /#(.*)$/.exec(key)?.[1] ?? '';

export async function readLearnt(
  db: Database,
  service: Pick<Service, 'name' | 'url'>,
): Promise<LearntService> {
  const row = await db
    .selectFrom('learnt')
    .select(['profile', 'recipes'])
    .where('service', '=', toLearntKey(service))
    .executeTakeFirst();
  return {
    profile: row === undefined ? null : (JSON.parse(row.profile) as DialectProfile),
    recipes: JSON.parse(row?.recipes ?? '{}') as RecipeBook,
  };
}

export async function saveLearnt(
  db: Database,
  service: Pick<Service, 'name' | 'url'>,
  learnt: LearntService,
): Promise<void> {
  const row = {
    profile: JSON.stringify(learnt.profile ?? unknownProfile),
    recipes: JSON.stringify(learnt.recipes),
  };
  await db
    .insertInto('learnt')
    .values({ service: toLearntKey(service), ...row })
    .onConflict((conflict) => conflict.column('service').doUpdateSet(row))
    .execute();
}

/** The dialect to store: configured axes revert to `before`, because settings count only while present. */
export function selectLearntProfile(profile: DialectProfile, before: DialectProfile | null): DialectProfile {
  const axes = axisNames.map((name) => [
    name,
    profile[name].configured ? (before ?? unknownProfile)[name] : profile[name],
  ]);
  return { ...profile, ...Object.fromEntries(axes) };
}

/** Merges recipes by endpoint. Those of the settings win. */
export function mergeRecipes(configured: RecipeSettings | undefined, learnt: RecipeBook): RecipeBook {
  return { ...learnt, ...configuredRecipes(configured ?? {}) };
}

/** The recipes without a setting. */
export function selectLearntRecipes(book: RecipeBook): RecipeBook {
  const learnt = Object.entries(book).filter(([, known]) =>
    known.every(({ status }) => status !== 'configured'),
  );
  return Object.fromEntries(learnt);
}

/** The pointers of the figures that digests compare: of the whole body, else of rows. */
function listPointers(endpoint: string, { whole = {}, lists = {} }: Recipe): readonly string[] {
  const texts = listFigureNames('judged').flatMap((name) => {
    const { endpoint: of, field = '', parts: [list, row] = ['', ''], daily } = figureOf(name);
    if (of === endpoint)
      return whole[field] ?? (lists[list] ?? []).flatMap(({ fields }) => fields[row] ?? []);
    if (endpoint !== 'analytics' || !daily) return [];
    return whole[name] ?? (lists.days ?? []).flatMap(({ fields }) => fields[name] ?? []);
  });
  return texts.map((text) => text.slice(0, text.lastIndexOf(' ')));
}

/** Figures whose recipe rests on a single body and is not confirmed, by the name of their service. */
export async function listAssumedFigures(
  db: Database,
): Promise<ReadonlyMap<string, readonly AssumedFigures[]>> {
  const rows = await db.selectFrom('learnt').select(['service', 'recipes']).execute();
  const latest = new Map<string, Map<string, KnownRecipe>>();
  for (const { service, recipes } of rows) {
    const name = toServiceName(service);
    const own = latest.get(name) ?? new Map<string, KnownRecipe>();
    latest.set(name, own);
    for (const [endpoint, known] of Object.entries(JSON.parse(recipes ?? '{}') as RecipeBook)) {
      const [first] = known;
      if (first !== undefined && first.learntAt >= (own.get(endpoint)?.learntAt ?? 0))
        own.set(endpoint, first);
    }
  }
  const toAssumed = ([endpoint, { status, recipe }]: [string, KnownRecipe]): readonly AssumedFigures[] =>
    status === 'provisional' && endpoint !== 'websites'
      ? [{ endpoint, pointers: listPointers(endpoint, recipe) }]
      : [];
  return new Map([...latest].map(([name, own]) => [name, [...own].flatMap(toAssumed)]));
}

const toOrigin = (url: string): string => URL.parse(url)?.origin ?? url;

/** The notice before a service gets the key for the first time. */
export function formatKeyNotice(url: string): string {
  return `The API key goes to ${toOrigin(url)}.`;
}

const firstRequestEvent = 'first_request';

/** True if this ledger never called the origin. Records the first call in the audit. */
export async function recordNewHost(db: Database, url: string, now: number): Promise<boolean> {
  const origin = toOrigin(url);
  const asked = db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', origin)
    .where('event', '=', firstRequestEvent);
  if ((await asked.limit(1).executeTakeFirst()) !== undefined) return false;
  const learnt = await db.selectFrom('learnt').select('service').execute();
  if (learnt.some(({ service }) => toOrigin(service) === origin)) return false;
  await appendAudit(db, now, origin, firstRequestEvent);
  return true;
}
