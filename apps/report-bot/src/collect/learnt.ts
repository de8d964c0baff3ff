import {
  axisNames,
  configuredRecipes,
  type DialectProfile,
  type KnownRecipe,
  type Recipe,
  type RecipeBook,
  unknownProfile,
} from '@answershare/core';
import type { Kysely } from 'kysely';
import type { AssumedFigures } from '../digest/notes.ts';
import type { Recipes } from '../settings/recipes.ts';
import type { Tables } from '../store/tables.ts';

/** What earlier runs learnt of a service. */
export interface Learnt {
  readonly profile: DialectProfile | null;
  readonly recipes: RecipeBook;
}

export async function learntAbout(db: Kysely<Tables>, service: string): Promise<Learnt> {
  const row = await db
    .selectFrom('learnt')
    .select(['profile', 'recipes'])
    .where('service', '=', service)
    .executeTakeFirst();
  return {
    profile: row === undefined ? null : (JSON.parse(row.profile) as DialectProfile),
    recipes: JSON.parse(row?.recipes ?? '{}') as RecipeBook,
  };
}

/** Keeps what was learnt of a service. */
export async function keepLearnt(db: Kysely<Tables>, service: string, learnt: Learnt): Promise<void> {
  const row = {
    profile: JSON.stringify(learnt.profile ?? unknownProfile),
    recipes: JSON.stringify(learnt.recipes),
  };
  await db
    .insertInto('learnt')
    .values({ service, ...row })
    .onConflict((conflict) => conflict.column('service').doUpdateSet(row))
    .execute();
}

/** What was learnt of a service's dialect, without what the settings say: that counts only while it is in them. */
export function learntOf(profile: DialectProfile, before: DialectProfile | null): DialectProfile {
  const axes = axisNames.map((name) => [
    name,
    profile[name].configured ? (before ?? unknownProfile)[name] : profile[name],
  ]);
  return { ...profile, ...Object.fromEntries(axes) };
}

/** The recipes to read by: those of the settings go before those that were learnt, for each endpoint. */
export function recipesToUse(configured: Recipes | undefined, learnt: RecipeBook): RecipeBook {
  return { ...learnt, ...configuredRecipes(configured ?? {}) };
}

/** The recipes of a book that nobody configured. */
export function withoutConfigured(book: RecipeBook): RecipeBook {
  const learnt = Object.entries(book).filter(([, known]) =>
    known.every(({ status }) => status !== 'configured'),
  );
  return Object.fromEntries(learnt);
}

/** The field that digests compare, for the whole body or for rows. */
const comparedFields: Readonly<Record<string, readonly [whole: string, list: string, row: string]>> = {
  authority: ['score', 'components', 'score'],
  competitors: ['shareOfVoice', 'competitors', 'share'],
  citations: ['total', 'byEngine', 'count'],
  analytics: ['citations', 'days', 'citations'],
};

function pointersOf(endpoint: string, { whole = {}, lists = {} }: Recipe): readonly string[] {
  const [name = '', list = '', row = ''] = comparedFields[endpoint] ?? [];
  const texts =
    whole[name] === undefined ? (lists[list] ?? []).map(({ fields }) => fields[row]) : [whole[name]];
  return texts.flatMap((text) => (text === undefined ? [] : [text.slice(0, text.lastIndexOf(' '))]));
}

/** What rests on recipes that one body alone showed and nobody confirmed. */
export async function assumedFigures(db: Kysely<Tables>): Promise<readonly AssumedFigures[]> {
  const rows = await db.selectFrom('learnt').select('recipes').execute();
  const latest = new Map<string, KnownRecipe>();
  for (const { recipes } of rows)
    for (const [endpoint, known] of Object.entries(JSON.parse(recipes ?? '{}') as RecipeBook)) {
      const [first] = known;
      if (first !== undefined && first.learntAt >= (latest.get(endpoint)?.learntAt ?? 0))
        latest.set(endpoint, first);
    }
  return [...latest].flatMap(([endpoint, { status, recipe }]) =>
    status === 'provisional' ? [{ endpoint, pointers: pointersOf(endpoint, recipe) }] : [],
  );
}
