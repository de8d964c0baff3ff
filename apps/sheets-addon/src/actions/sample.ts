import {
  type Endpoint,
  type HeaderSample,
  type KnownRecipe,
  type LimitsRecipe,
  type RecipeBook,
  specifiedLimits,
  type Website,
} from '@answershare/core';
import { askAbout, askWebsites, type BodyAnswer, type Fault } from '../asks/ask.ts';
import { endpointsWithRecipe, requireBook, requireLimits } from '../connection/recipes.ts';
import type { Office } from './office.ts';
import { websitesOf } from './websites.ts';

/** The list and four endpoints, and one request more where the Form has to be found out. */
const useMs = 60_000;

/** A body of one endpoint as it came, or why there is none. */
export interface Sample {
  readonly endpoint: Endpoint;
  /** The website that it is about; null for the list. */
  readonly website: string | null;
  readonly text: string | null;
  readonly fault: Fault | null;
}

/** Bodies for an inspection, with the recipes by which they are read so far. */
export interface Sampled {
  readonly samples: readonly Sample[];
  readonly known: RecipeBook;
  /** When sampling began, milliseconds since the epoch. */
  readonly since: number;
}

function sampleOf(endpoint: Endpoint, website: Website | null, answer: BodyAnswer | undefined): Sample {
  const about = { endpoint, website: website && (website.name ?? website.domain ?? website.id) };
  if (answer?.ok) return { ...about, text: answer.value.text, fault: null };
  const { code = 'unexpected', sentence = '' } = answer ?? {};
  return { ...about, text: null, fault: { code, sentence } };
}

/** Faults that another website may be free of. */
const ofOneWebsite = ['not_found', 'bad_answer', 'server_error', 'timeout', 'unreachable'];

/** The body of the list of websites, at no request where it is kept and `anew` is not set. */
export function sampleList(office: Office, { anew }: { readonly anew: boolean }): Sampled {
  const since = office.now();
  const terms = { ms: useMs, ...(anew ? { freshFrom: since } : {}) };
  const [answer] = office.receive(terms, ({ desk }) => desk.bodies([askWebsites]));
  return {
    samples: [sampleOf('websites', null, answer)],
    known: office.connection.recipes(),
    since,
  };
}

/** Samples of figures, with headers of the answers that came. */
export interface FigureSamples extends Sampled {
  readonly headers: readonly HeaderSample[];
  /** The recipe by which limits are read so far. */
  readonly limits: LimitsRecipe;
}

export interface FigureOrder {
  /** Reads the list of websites. */
  readonly websites: readonly KnownRecipe[];
  /** Bodies from before this are asked for again, milliseconds since the epoch; 0 for none. */
  readonly freshFrom: number;
  /** Asks about these alone, and about the second website; absent for all of the first. */
  readonly further?: readonly Endpoint[];
}

/**
 * A body of each other endpoint, about the first website with a domain; about the second where the first one's answer fails,
 * and for endpoints whose figures one body does not show.
 */
export function sampleFigures(office: Office, order: FigureOrder): FigureSamples {
  const since = office.now();
  const recipes = requireBook({ websites: order.websites }, since, office.connection.recipes());
  const freshFrom = Number(order.freshFrom);
  const terms = { ms: useMs, recipes, ...(freshFrom > 0 ? { freshFrom } : {}) };
  return office.receive(terms, (reception) => {
    const list = websitesOf(reception);
    const named = list.filter(({ domain }) => domain !== null);
    const [first, second] = named.length > 0 ? named : list;
    const sampled = (endpoints: readonly Endpoint[], website: Website | undefined): readonly Sample[] => {
      if (website === undefined || endpoints.length === 0) return [];
      const answers = reception.desk.bodies(endpoints.map((endpoint) => askAbout(endpoint, website.id)));
      return endpoints.map((endpoint, at) => sampleOf(endpoint, website, answers[at]));
    };
    const { further } = order;
    const figures = endpointsWithRecipe.filter((endpoint) => endpoint !== 'websites');
    const samples = further
      ? sampled(
          figures.filter((endpoint) => further.includes(endpoint)),
          second,
        )
      : sampled(figures, first);
    const failed = further
      ? []
      : samples.filter(({ fault }) => fault !== null && ofOneWebsite.includes(fault.code));
    const again = sampled(
      failed.map(({ endpoint }) => endpoint),
      second,
    );
    const better = again.filter(({ fault }) => fault === null);
    office.connection.learnt({ profile: reception.profile(), websites: list.length });
    return {
      samples: samples.map((one) => better.find(({ endpoint }) => endpoint === one.endpoint) ?? one),
      known: office.connection.recipes(),
      headers: reception.headers(),
      limits: reception.profile().limits ?? specifiedLimits,
      since,
    };
  });
}

export interface KeepOrder {
  readonly recipes: RecipeBook;
  /** Absent where it is the one so far. */
  readonly limits?: LimitsRecipe;
}

/** Stores recipes in the file; those of other endpoints stay. */
export function keepRecipes(office: Office, { recipes, limits }: KeepOrder): { readonly kept: boolean } {
  office.connection.learnt({
    recipes: requireBook(recipes, office.now(), office.connection.recipes()),
    ...(limits === undefined ? {} : { limits: requireLimits(limits) }),
  });
  return { kept: true };
}
