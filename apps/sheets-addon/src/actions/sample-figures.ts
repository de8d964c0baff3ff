import {
  type Endpoint,
  type HeaderSample,
  type KnownRecipe,
  type LimitsRecipe,
  type NameList,
  type RecipeBook,
  specifiedLimits,
  type Website,
} from '@answershare/core';
import { queryWebsites } from '../cells/website-argument.ts';
import { listUnreadAnswers } from '../connection/meter.ts';
import { findLearntAt, parseLimitsRecipe, parseRecipeBook } from '../connection/recipes.ts';
import type { ActionContext, KeyTrouble } from '../ports/action-context.ts';
import { CellError, rejectAction } from '../ports/cell.ts';
import { type BodyAnswer, type CellFault, queryAbout, websitesQuery } from '../ports/query.ts';
import { formatSkipped, runAgain } from './reenter-formulas.ts';

const listMs = 30_000;

/** The websites for the pickers, from the cached list if there is one. */
export function readWebsites(context: ActionContext): { readonly websites: readonly Website[] } {
  return context.withService({ ms: listMs }, (session) => ({ websites: queryWebsites(session.context) }));
}

/** A property holds 9 KB (Google: guides/services/quotas). */
const maxChosen = 200;

/** Runs the file's formulas again; returns ranges where that failed, one sentence each. */
const runFormulas = (context: ActionContext): readonly string[] =>
  runAgain(context).skipped.map((one) => formatSkipped(context.t, one));

export interface WebsiteChoice {
  /** All websites of the key. */
  readonly websites: readonly Website[];
  /** Ids of the only ones that the file shows; null for all. */
  readonly allowed: readonly string[] | null;
}

export function readWebsiteChoice(context: ActionContext): WebsiteChoice {
  return context.withService({ ms: listMs, everyWebsite: true }, (session) => ({
    websites: queryWebsites(session.context),
    allowed: context.connection.status()?.allowed ?? null,
  }));
}

/**
 * Limits the file to some websites of the key, and runs its formulas again. All of them are no limit.
 * @returns ranges whose formulas could not run again, one sentence each
 */
export function chooseWebsites(
  context: ActionContext,
  { ids }: { readonly ids: readonly string[] },
): { readonly faults: readonly string[] } {
  const { websites } = readWebsiteChoice(context);
  const chosen = websites.flatMap(({ id }) => (Array.isArray(ids) && ids.includes(id) ? [id] : []));
  const isLimited = chosen.length < websites.length;
  if (chosen.length === 0 || (isLimited && chosen.length > maxChosen))
    rejectAction(context.t('formula.chooseWebsites', { count: maxChosen }));
  context.connection.setAllowed(isLimited ? chosen : null, chosen.length);
  return { faults: runFormulas(context) };
}

/** The names that the file keeps; first stores `names` and runs the formulas again, if it is given. */
export function keepNames(
  context: ActionContext,
  { names }: { readonly names: NameList | null },
): { readonly names: NameList; readonly faults: readonly string[] } {
  if (names !== null) context.connection.setNames(names);
  return {
    names: context.connection.status()?.names ?? {},
    faults: names === null ? [] : runFormulas(context),
  };
}

/** Tries the key with one request. @throws CellError with the service's sentence */
export function checkKey(context: ActionContext): null {
  return context.withService({ ms: listMs, freshFrom: context.now() }, ({ query }) => {
    for (const list of query([websitesQuery])) {
      const fault = list.ok ? list.stale : list;
      if (fault !== null) throw new CellError(fault.code, fault.sentence);
    }
    return null;
  });
}

/** Where bodies come from: `stored` sends nothing, `cached` requests missing ones, `service` all. */
export type SampleSource = 'stored' | 'cached' | 'service';

/** @param since answers from before are requested again by `service`, milliseconds since the epoch */
const toTerms = (
  source: SampleSource,
  since: number,
): { readonly freshFrom?: number; readonly paused?: true } =>
  source === 'cached' ? {} : source === 'stored' ? { paused: true } : { freshFrom: Number(since) };

/** The unchanged body of a query, or why it is missing. */
export interface SampleBody {
  readonly text: string | null;
  readonly fault: CellFault | null;
}

function toSample(answer: BodyAnswer | undefined): SampleBody {
  if (answer?.ok) return { text: answer.value.text, fault: null };
  const { code = 'unexpected', sentence = '' } = answer ?? {};
  return { text: null, fault: { code, sentence } };
}

/** The body of the list of websites, and what the page needs to choose samples. */
export interface ListSample {
  readonly list: SampleBody;
  readonly known: RecipeBook;
  /** When sampling began, milliseconds since the epoch. */
  readonly since: number;
  /** Ids of the only websites that the file shows; null for all. */
  readonly allowed: readonly string[] | null;
  /** Queries whose answers no recipe could read, the newest first. */
  readonly unread: readonly KeyTrouble[];
}

export function sampleList(
  context: ActionContext,
  { source }: { readonly source: SampleSource },
): ListSample {
  const since = context.now();
  const terms = { everyWebsite: true, ...toTerms(source, since) };
  const [answer] = context.withService(terms, (session) => session.context.bodies([websitesQuery]));
  const known = context.connection.recipes();
  return {
    list: toSample(answer),
    known,
    since,
    allowed: context.connection.status()?.allowed ?? null,
    unread: listUnreadAnswers(context.meter(), findLearntAt(known)),
  };
}

export interface FigureInput {
  readonly source: SampleSource;
  readonly since: number;
  /** Reads the list of websites. */
  readonly websites: readonly KnownRecipe[];
  /** Endpoints with a website's id. */
  readonly queries: readonly { readonly endpoint: Endpoint; readonly website: string }[];
}

/** Bodies in the queries' order, with headers of new answers. */
export interface FigureSamples {
  readonly samples: readonly SampleBody[];
  readonly headers: readonly HeaderSample[];
  /** The present recipe of limit headers. */
  readonly limits: LimitsRecipe;
}

export function sampleFigures(context: ActionContext, input: FigureInput): FigureSamples {
  const { connection } = context;
  const recipes = parseRecipeBook({ websites: input.websites }, context.now(), connection.recipes());
  return context.withService({ recipes, ...toTerms(input.source, input.since) }, (session) => {
    const websites = queryWebsites(session.context).length;
    const queries = input.queries.map(({ endpoint, website }) => queryAbout(endpoint, website));
    const samples = session.context.bodies(queries).map(toSample);
    const profile = session.profile();
    if (input.source !== 'stored') connection.storeLearnt({ profile, websites });
    return { samples, headers: session.headers(), limits: profile.limits ?? specifiedLimits };
  });
}

export interface StoreRecipesInput {
  readonly recipes: RecipeBook;
  /** Absent for no change. */
  readonly limits?: LimitsRecipe;
  /** True to run the file's formulas again. */
  readonly run?: boolean;
}

/**
 * Stores recipes in the file; other endpoints keep theirs.
 * @returns ranges whose formulas could not run again, one sentence each
 */
export function storeRecipes(
  context: ActionContext,
  { recipes, limits, run = false }: StoreRecipesInput,
): { readonly faults: readonly string[] } {
  context.connection.storeLearnt({
    recipes: parseRecipeBook(recipes, context.now(), context.connection.recipes()),
    ...(limits === undefined ? {} : { limits: parseLimitsRecipe(limits) }),
  });
  return { faults: run ? runFormulas(context) : [] };
}
