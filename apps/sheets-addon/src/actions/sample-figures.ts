import {
  type Endpoint,
  type HeaderSample,
  type KnownRecipe,
  type LimitsRecipe,
  type RecipeBook,
  specifiedLimits,
  type Website,
  websiteEndpointNames,
} from '@answershare/core';
import { queryWebsites } from '../cells/website-argument.ts';
import { parseLimitsRecipe, parseRecipeBook } from '../connection/recipes.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError } from '../ports/cell.ts';
import { type BodyAnswer, type CellFault, queryAbout, websitesQuery } from '../ports/query.ts';
import { formatSkipped, runAgain } from './reenter-formulas.ts';

const listMs = 30_000;

/** The websites for the pickers, from the cached list if there is one. */
export function readWebsites(context: ActionContext): { readonly websites: readonly Website[] } {
  return context.withService({ ms: listMs }, (session) => ({ websites: queryWebsites(session.context) }));
}

/** A property holds 9 KB (Google: guides/services/quotas). */
const maxChosen = 200;

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
    throw new CellError('refused', context.t('formula.chooseWebsites', { count: maxChosen }));
  context.connection.setAllowed(isLimited ? chosen : null, chosen.length);
  return { faults: runAgain(context).skipped.map((one) => formatSkipped(context.t, one)) };
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

/** The unchanged body of one endpoint, or why it is missing. */
export interface FigureSample {
  readonly endpoint: Endpoint;
  /** Its website; null for the list. */
  readonly website: string | null;
  readonly text: string | null;
  readonly fault: CellFault | null;
}

/** Bodies for an inspection, with their present recipes. */
export interface SampleList {
  readonly samples: readonly FigureSample[];
  readonly known: RecipeBook;
  /** When sampling began, milliseconds since the epoch. */
  readonly since: number;
}

function toSample(endpoint: Endpoint, website: Website | null, answer: BodyAnswer | undefined): FigureSample {
  const about = { endpoint, website: website && (website.name ?? website.domain ?? website.id) };
  if (answer?.ok) return { ...about, text: answer.value.text, fault: null };
  const { code = 'unexpected', sentence = '' } = answer ?? {};
  return { ...about, text: null, fault: { code, sentence } };
}

/** Faults that another website may not have. */
const websiteFaults = ['not_found', 'bad_answer', 'server_error', 'timeout', 'unreachable'];

/** The body of the list of websites. A cached one costs no request, unless `ignoreCache` is set. */
export function sampleList(
  context: ActionContext,
  { ignoreCache }: { readonly ignoreCache: boolean },
): SampleList {
  const since = context.now();
  const terms = { everyWebsite: true, ...(ignoreCache ? { freshFrom: since } : {}) };
  const [answer] = context.withService(terms, ({ context: cellContext }) =>
    cellContext.bodies([websitesQuery]),
  );
  return {
    samples: [toSample('websites', null, answer)],
    known: context.connection.recipes(),
    since,
  };
}

/** Samples of figures, with headers of new answers. */
export interface FigureSamples extends SampleList {
  readonly headers: readonly HeaderSample[];
  /** The present recipe of limit headers. */
  readonly limits: LimitsRecipe;
}

export interface FigureInput {
  /** Reads the list of websites. */
  readonly websites: readonly KnownRecipe[];
  /** Older bodies are requested again, milliseconds since the epoch; 0 for none. */
  readonly freshFrom: number;
  /** Samples only these, about the second website; absent: all, about the first. */
  readonly further?: readonly Endpoint[];
}

/**
 * Samples a body of each other endpoint about the first website with a domain. Uses the second website if the first
 * fails, and for endpoints that one body leaves unclear.
 */
export function sampleFigures(context: ActionContext, input: FigureInput): FigureSamples {
  const since = context.now();
  const recipes = parseRecipeBook({ websites: input.websites }, since, context.connection.recipes());
  const freshFrom = Number(input.freshFrom);
  const terms = { recipes, ...(freshFrom > 0 ? { freshFrom } : {}) };
  return context.withService(terms, (session) => {
    const list = queryWebsites(session.context);
    const withDomain = list.filter(({ domain }) => domain !== null);
    const [first, second] = withDomain.length > 0 ? withDomain : list;
    const sampleAll = (
      endpoints: readonly Endpoint[],
      website: Website | undefined,
    ): readonly FigureSample[] => {
      if (website === undefined || endpoints.length === 0) return [];
      const answers = session.context.bodies(endpoints.map((endpoint) => queryAbout(endpoint, website.id)));
      return endpoints.map((endpoint, at) => toSample(endpoint, website, answers[at]));
    };
    const { further } = input;
    const figures = websiteEndpointNames;
    const samples = further
      ? sampleAll(
          figures.filter((endpoint) => further.includes(endpoint)),
          second,
        )
      : sampleAll(figures, first);
    const failed = further
      ? []
      : samples.filter(({ fault }) => fault !== null && websiteFaults.includes(fault.code));
    const again = sampleAll(
      failed.map(({ endpoint }) => endpoint),
      second,
    );
    const replacements = again.filter(({ fault }) => fault === null);
    context.connection.storeLearnt({ profile: session.profile(), websites: list.length });
    return {
      samples: samples.map((one) => replacements.find(({ endpoint }) => endpoint === one.endpoint) ?? one),
      known: context.connection.recipes(),
      headers: session.headers(),
      limits: session.profile().limits ?? specifiedLimits,
      since,
    };
  });
}

export interface StoreRecipesInput {
  readonly recipes: RecipeBook;
  /** Absent for no change. */
  readonly limits?: LimitsRecipe;
}

/** Stores recipes in the file; other endpoints keep theirs. */
export function storeRecipes(context: ActionContext, { recipes, limits }: StoreRecipesInput): null {
  context.connection.storeLearnt({
    recipes: parseRecipeBook(recipes, context.now(), context.connection.recipes()),
    ...(limits === undefined ? {} : { limits: parseLimitsRecipe(limits) }),
  });
  return null;
}
