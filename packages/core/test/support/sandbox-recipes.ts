import { forms } from '@answershare/sandbox';
import {
  applyRecipe,
  type Endpoint,
  type ListRecipe,
  type Recipe,
  type Recognition,
} from '../../src/index.ts';

/** Names of the sandbox's standard fields in a Form. */
const names = {
  1: {
    ai: 'aiCitations',
    share: 'shareOfVoice',
    mentions: 'totalMentions',
    most: 'maxScore',
    id: 'websiteId',
  },
  2: {
    ai: 'ai_citations',
    share: 'share_of_voice',
    mentions: 'total_mentions',
    most: 'max_score',
    id: 'website_id',
  },
} as const;

/** One part of a list; a field whose place does not begin with `/` is in the row. */
export function rowsAt(
  at: string,
  fields: Readonly<Record<string, string>>,
  more: Partial<ListRecipe> = {},
): readonly ListRecipe[] {
  const placed = Object.entries(fields).map(([field, text]) => [
    field,
    text.startsWith('/') ? text : `${at}/${text}`,
  ]);
  return [{ at, fields: Object.fromEntries(placed), ...more }];
}

/** The recipes of the sandbox's standard bodies in a Form, as a person writes them. */
export function sandboxRecipes(form: 1 | 2): Readonly<Record<Endpoint, Recipe>> {
  const { ai, share, mentions, most, id } = names[form];
  const website = `/${id} id`;
  const named = { name: 'name text' };
  return {
    websites: {
      v: 1,
      kind: 'websites',
      lists: { websites: rowsAt('/websites/*', { id: 'id text', ...named, domain: 'domain host' }) },
    },
    analytics: {
      v: 1,
      kind: 'analytics',
      witnesses: ['daily'],
      whole: { website, from: '/from date?', to: '/to date?' },
      lists: {
        days: rowsAt('/days/*', {
          date: 'date date',
          visitors: 'visitors count',
          pageviews: 'pageviews count',
          citations: `${ai} count`,
        }),
      },
    },
    citations: {
      v: 1,
      kind: 'citations',
      witnesses: ['engines'],
      whole: { website, total: '/total count' },
      lists: {
        byEngine: rowsAt('/engines/*', { engine: 'engine engine', count: 'count count' }),
        items: rowsAt('/citations/*', {
          engine: 'engine engine',
          url: 'url text',
          date: 'date date',
          title: 'title text',
          query: 'query text',
        }),
      },
    },
    competitors: {
      v: 1,
      kind: 'competitors',
      witnesses: ['mentions', 'whole'],
      decimals: { shareOfVoice: 1, 'competitors.share': 1 },
      whole: {
        website,
        shareOfVoice: `/${share} percent`,
        mentions: '/mentions count',
        totalMentions: `/${mentions} count`,
      },
      lists: {
        competitors: rowsAt('/competitors/*', {
          ...named,
          domain: 'domain host',
          share: `${share} percent`,
          mentions: 'mentions count',
        }),
      },
    },
    authority: {
      v: 1,
      kind: 'authority',
      witnesses: ['weights'],
      whole: { website, score: '/score number', scale: `/${most} number` },
      lists: {
        components: rowsAt('/components/*', { ...named, score: 'score number', weight: 'weight fraction' }),
      },
    },
  };
}

/** A recipe for bodies that do not name their website. */
function withoutWebsite({ whole = {}, ...recipe }: Recipe): Recipe {
  const { website: _, ...rest } = whole;
  return { ...recipe, whole: rest };
}

/** Finds the shipped recipe that fits every body, in place of an inference. */
export function learnShipped(endpoint: Endpoint, bodies: readonly unknown[]): Recognition {
  const shipped = forms.map((form) => sandboxRecipes(form)[endpoint]);
  const fitting = [...shipped, ...shipped.map(withoutWebsite)].filter((recipe) =>
    bodies.every((body) => applyRecipe(endpoint, recipe, body).ok),
  );
  const drafts = fitting.slice(0, 1).map((recipe) => ({ recipe, assumes: [] }));
  return { clear: drafts.length > 0, drafts, reason: drafts.length > 0 ? '' : 'no shipped recipe fits' };
}

const lenient: Readonly<Record<Endpoint, Omit<Recipe, 'v' | 'kind'>>> = {
  websites: { lists: { websites: rowsAt('/websites/*', { id: 'id text' }) } },
  analytics: {
    whole: { website: '/websiteId id?' },
    lists: { days: rowsAt('/days/*', { date: 'date date', visitors: 'visitors count?' }) },
  },
  citations: { whole: { website: '/websiteId id?', total: '/total count?' } },
  competitors: { whole: { website: '/websiteId id?', shareOfVoice: '/shareOfVoice percent?' } },
  authority: { whole: { website: '/websiteId id?', score: '/score number?', scale: '/maxScore number?' } },
};

/** Reads bodies of which a test needs a figure or two: the standard names where they are there. */
export function learnFew(kind: Endpoint): Recognition {
  return { clear: true, drafts: [{ recipe: { v: 1, kind, ...lenient[kind] }, assumes: [] }], reason: '' };
}
