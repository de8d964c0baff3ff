import { readByRecipe, type SyncClient, syncClient } from '@answershare/core';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import type { Contender } from '../contenders/contender.ts';
import { memoryTexts } from '../hosts/memory-cache.ts';

const target = { baseUrl: 'https://api.example', key: `rs_live_${'a'.repeat(32)}`, form: 1 } as const;

/** A body of an ordinary size: a score with five components. */
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

/** The body about the website that an address names. */
const bodyFor = (url: string): string => bodyText.replace('SITE', /site_\d+/.exec(url)?.[0] ?? '');

const stub = (async (input: string | URL | Request) =>
  new Response(bodyFor(input instanceof Request ? input.url : String(input)), {
    status: 200,
    headers,
  })) as typeof fetch;

/** Asks once, for a website that was not asked before. */
export type Call = () => unknown;

/** A contender over a stub of fetch; with `isKept` it asks for the same website each time. */
export async function throughStub({ library, tuned }: Contender, isKept = false): Promise<Call> {
  const perMinute = Number(headers['x-ratelimit-limit']);
  const client = await library.open({ ...target, retries: 2, perMinute, fetch: stub }, tuned);
  let asked = 0;
  return () => client.lookup({ endpoint: 'authority', website: isKept ? 'site_1' : `site_${++asked}` });
}

/** A feed of 200 citations, 35 KB. */
const feed = {
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

/** Parsing of a body, and reading of the parsed body by its recipe, without a client. */
export interface Readings {
  readonly what: string;
  readonly parse: Call;
  readonly read: Call;
}

function readingsOf(what: string, endpoint: 'authority' | 'citations', body: unknown): Readings {
  const text = JSON.stringify(body);
  const [draft] = recognise(endpoint, [body]).drafts;
  if (draft === undefined) throw new Error(`No recipe is found for ${what}.`);
  const read: Call = () => readByRecipe(endpoint, draft.recipe, body);
  const reading = readByRecipe(endpoint, draft.recipe, body);
  if (!reading.ok) throw new Error(`The recipe does not read ${what}: ${reading.reason}.`);
  return { what, parse: () => JSON.parse(text), read };
}

/** A body of an ordinary size, and a large one. */
export const readings = (): readonly Readings[] => [
  readingsOf('a score', 'authority', JSON.parse(bodyText)),
  readingsOf('200 citations', 'citations', feed),
];

/** Core's synchronous client, whose host hands over the text as Apps Script does. */
function textClient(): SyncClient {
  const host = {
    send: (requests: readonly { readonly url: string }[]) =>
      requests.map(({ url }) => ({ ok: true, status: 200, headers, text: bodyFor(url) }) as const),
    wait: () => undefined,
    now: () => Date.now(),
    random: () => Math.random(),
    learn: recognise,
    learnLimits: recogniseLimits,
    cache: memoryTexts(),
  };
  return syncClient(target, host);
}

/** The way to ask whose answer is in the cache. */
export const keptCall = 'the same, answer kept';

/** Ways to ask {@link textClient}, by what they leave out. */
export const textCalls: Readonly<Record<string, () => Call>> = {
  'sync, text given': () => {
    const client = textClient();
    let asked = 0;
    return () => client.authority(`site_${++asked}`);
  },
  'the same, body not read': () => {
    const client = textClient();
    let asked = 0;
    return () => client.bodiesOf('authority', [`site_${++asked}`], { last: 30 });
  },
  [keptCall]: () => {
    const client = textClient();
    client.authority('site_2');
    return () => client.authority('site_1');
  },
};
