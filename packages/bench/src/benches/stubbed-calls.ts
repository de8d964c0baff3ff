import { readByRecipe, type SyncClient, syncClient } from '@answershare/core';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import { createMemoryCache } from '../contenders/caches.ts';
import type { Contender } from '../contenders/contender.ts';

const target = { baseUrl: 'https://api.example', key: `rs_live_${'a'.repeat(32)}`, form: 1 } as const;

/** A body of usual size: a score with five components. */
const bodyText = JSON.stringify({
  websiteId: 'SITE',
  score: 70,
  maxScore: 100,
  updatedAt: '2026-11-16',
  components: ['Entity clarity', 'Citations', 'Backlinks', 'Content', 'Technical'].map((name, at) => ({
    name,
    score: 58 + at,
    weight: 0.2,
  })),
});

const headers = {
  'content-type': 'application/json; charset=utf-8',
  date: 'Mon, 16 Nov 2026 09:00:00 GMT',
  'x-ratelimit-limit': '1000000',
  'x-ratelimit-remaining': '999999',
  'x-ratelimit-reset': '60',
};

const bodyFor = (url: string): string => bodyText.replace('SITE', /site_\d+/.exec(url)?.[0] ?? '');

const stubFetch = (async (input: string | URL | Request) =>
  new Response(bodyFor(input instanceof Request ? input.url : String(input)), {
    status: 200,
    headers,
  })) as typeof fetch;

/** One lookup of a new website. */
export type StubbedCall = () => unknown;

/** A contender over a stub of fetch; with `isKept` it looks up the same website each time. */
export async function createStubbedCall({ library, tuned }: Contender, isKept = false): Promise<StubbedCall> {
  const perMinute = Number(headers['x-ratelimit-limit']);
  const client = await library.open({ ...target, retries: 2, perMinute, fetch: stubFetch }, tuned);
  let asked = 0;
  return () => client.lookup({ endpoint: 'authority', website: isKept ? 'site_1' : `site_${++asked}` });
}

/** A feed of 200 citations, 35 KB. */
const citationFeed = {
  total: 200,
  citations: Array.from({ length: 200 }, (_, at) => ({
    id: `cit_${at}`,
    engine: ['chatgpt', 'perplexity', 'gemini'][at % 3],
    url: `https://example.com/articles/${at}`,
    query: `best outdoor jackets ${at}`,
    position: 1 + (at % 9),
    citedAt: `2026-11-${String(1 + (at % 16)).padStart(2, '0')}T09:00:00Z`,
  })),
};

/** Two calls without a client: `parse` parses a body, `read` reads the parsed body by its recipe. */
export interface RecipeReading {
  readonly what: string;
  readonly parse: StubbedCall;
  readonly read: StubbedCall;
}

function createReading(what: string, endpoint: 'authority' | 'citations', body: unknown): RecipeReading {
  const text = JSON.stringify(body);
  const [draft] = recognise(endpoint, [body]).drafts;
  if (draft === undefined) throw new Error(`No recipe is found for ${what}.`);
  const read: StubbedCall = () => readByRecipe(endpoint, draft.recipe, body);
  const reading = readByRecipe(endpoint, draft.recipe, body);
  if (!reading.ok) throw new Error(`The recipe does not read ${what}: ${reading.reason}.`);
  return { what, parse: () => JSON.parse(text), read };
}

/** A body of usual size, and a large one. */
export const createReadings = (): readonly RecipeReading[] => [
  createReading('a score', 'authority', JSON.parse(bodyText)),
  createReading('200 citations', 'citations', citationFeed),
];

/** Core's synchronous client over a host that returns text, as Apps Script does. */
function createTextClient(): SyncClient {
  const host = {
    send: (requests: readonly { readonly url: string }[]) =>
      requests.map(({ url }) => ({ ok: true, status: 200, headers, text: bodyFor(url) }) as const),
    wait: () => undefined,
    now: () => Date.now(),
    random: () => Math.random(),
    learn: recognise,
    learnLimits: recogniseLimits,
    cache: createMemoryCache(),
  };
  return syncClient(target, host);
}

/** The setting whose answer is in the cache. */
export const keptCall = 'the same, answer kept';

/** Ways to ask {@link createTextClient}, by what they leave out. */
export const textCalls: Readonly<Record<string, () => StubbedCall>> = {
  'sync, text given': () => {
    const client = createTextClient();
    let asked = 0;
    return () => client.authority(`site_${++asked}`);
  },
  'the same, body not read': () => {
    const client = createTextClient();
    let asked = 0;
    return () => client.bodiesOf('authority', [`site_${++asked}`], { last: 30 });
  },
  [keptCall]: () => {
    const client = createTextClient();
    client.authority('site_2');
    return () => client.authority('site_1');
  },
};
