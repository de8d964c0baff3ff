import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

type Rows = Record<string, unknown>[];

const FIRST_DAY = { date: '2026-11-10', visitors: 3035, pageviews: 6956, aiCitations: 6 };
const WINDOW = '&from=2026-11-10&to=2026-11-11';
const OTHER_FIELDS = { websiteId: 'ws_nd30graihyf6', from: '2026-11-10', to: '2026-11-11' };

/** Analytics and authority bodies, and the list of websites, as they come. */
async function bodies({ call, path }: QuirkCaller) {
  const of = async (asked: string): Promise<unknown> => (await call(asked)).json();
  return {
    analytics: (await of(path('analytics', WINDOW))) as never,
    websites: (await of('/api/v1/websites')) as never,
    authority: (await of(path('authority'))) as never,
  };
}

function hasDays(days: unknown): void {
  expect((days as Rows)[0]).toEqual(FIRST_DAY);
  expect(days).toHaveLength(2);
}

const isAuthority = expect.objectContaining({ score: 70, maxScore: 100 });

testEachValue('envelope', 1, {
  async named(caller) {
    const { analytics, websites } = await bodies(caller);
    const { days, ...others } = analytics as Record<string, unknown>;
    hasDays(days);
    expect(others).toEqual(OTHER_FIELDS);
    expect(Object.keys(websites)).toEqual(['websites']);
  },
  async bare(caller) {
    const { analytics, websites, authority } = await bodies(caller);
    hasDays(analytics);
    expect(websites).toHaveLength(8);
    expect(authority).toEqual(isAuthority);
  },
  async data(caller) {
    const { analytics, websites, authority } = await bodies(caller);
    expect(analytics).toMatchObject({ data: { ...OTHER_FIELDS, days: [FIRST_DAY, {}] } });
    expect((websites as { data: Rows }).data).toHaveLength(8);
    expect(authority).toEqual({ data: isAuthority });
  },
  async 'success-data'(caller) {
    const { analytics, websites, authority } = await bodies(caller);
    expect(analytics).toMatchObject({ success: true, data: { ...OTHER_FIELDS, days: [FIRST_DAY, {}] } });
    expect((websites as { data: Rows }).data).toHaveLength(8);
    expect(authority).toEqual({ success: true, data: isAuthority });
  },
  async 'data-meta'(caller) {
    const { analytics, websites, authority } = await bodies(caller);
    const { data, meta } = analytics as Record<string, unknown>;
    hasDays(data);
    expect(meta).toEqual(OTHER_FIELDS);
    expect(websites).toMatchObject({ meta: {} });
    expect(authority).toEqual({ data: isAuthority, meta: {} });
  },
  async results(caller) {
    const { analytics, websites, authority } = await bodies(caller);
    const { results, ...others } = analytics as Record<string, unknown>;
    hasDays(results);
    expect(others).toEqual(OTHER_FIELDS);
    expect((websites as { results: Rows }).results).toHaveLength(8);
    expect(authority).toEqual({ results: [isAuthority] });
  },
  async 'by-key'(caller) {
    const { analytics, websites, authority } = await bodies(caller);
    const { date, ...figures } = FIRST_DAY;
    expect(analytics).toMatchObject({ ...OTHER_FIELDS, days: { [date]: figures } });
    expect(Object.keys((websites as { websites: object }).websites)).toEqual(
      caller.sandbox.websites.map(({ id }) => id),
    );
    expect(authority).toMatchObject({ components: { 'Entity clarity': { score: 58 } } });
    const feed = (await caller.body('citations')).citations as Record<string, unknown>;
    expect(Array.isArray(feed['2026-11-16'])).toBe(true);
  },
  async columnar(caller) {
    const { analytics, websites, authority } = await bodies(caller);
    expect(analytics).toMatchObject({
      ...OTHER_FIELDS,
      days: { date: ['2026-11-10', '2026-11-11'], visitors: [3035, expect.any(Number)] },
    });
    expect((websites as { websites: { id: string[] } }).websites.id).toEqual(
      caller.sandbox.websites.map(({ id }) => id),
    );
    expect((authority as { components: { score: number[] } }).components.score).toHaveLength(5);
  },
});

for (const form of forms) {
  const names = async (caller: QuirkCaller) => Object.keys(await caller.body('competitors'));
  testEachValue('case', form, {
    form: async (caller) =>
      expect(await names(caller)).toContain(form === 1 ? 'shareOfVoice' : 'share_of_voice'),
    camel: async (caller) => expect(await names(caller)).toContain('shareOfVoice'),
    snake: async (caller) => expect(await names(caller)).toContain('share_of_voice'),
  });
}

testEachValue('nesting', 1, {
  flat: async (caller) => hasDays((await caller.body('analytics', WINDOW)).days),
  async deep(caller) {
    const { date, ...metrics } = FIRST_DAY;
    expect(await caller.body('analytics', WINDOW)).toMatchObject({
      response: { result: { ...OTHER_FIELDS, days: [{ date, metrics }, {}] } },
    });
  },
});

async function engines(caller: QuirkCaller): Promise<{ counted: unknown[]; listed: Set<unknown> }> {
  const { engines: counts, citations } = await caller.body('citations');
  return {
    counted: (counts as Rows).map(({ engine }) => engine),
    listed: new Set((citations as Rows).map(({ engine }) => engine)),
  };
}

const DISPLAY = ['ChatGPT', 'Google AI Overviews', 'Perplexity', 'Gemini', 'Copilot', 'Claude'];
const SLUG = ['chatgpt', 'google_ai_overview', 'perplexity', 'gemini', 'copilot', 'claude'];
const VENDOR = ['openai', 'googleAIO', 'perplexity-0', 'Google Gemini', 'Bing Chat', 'anthropic'];

async function isSpelled(caller: QuirkCaller, names: readonly string[]): Promise<void> {
  const { counted, listed } = await engines(caller);
  expect(counted).toEqual(names);
  expect([...listed].sort()).toEqual([...names].sort());
}

testEachValue('engineNames', 1, {
  display: (caller) => isSpelled(caller, DISPLAY),
  slug: (caller) => isSpelled(caller, SLUG),
  vendor: (caller) => isSpelled(caller, VENDOR),
  async mixed(caller) {
    const { counted, listed } = await engines(caller);
    expect(counted).toHaveLength(6);
    expect(listed.size).toBeGreaterThan(12);
    for (const name of ['ChatGPT Search', 'chat_gpt', 'openai-0', 'aio']) expect(listed).toContain(name);
    expect((await caller.body('citations')).total).toBe(278);
  },
});

testEachValue('engines', 1, {
  standard: (caller) => isSpelled(caller, DISPLAY),
  async more(caller) {
    await isSpelled(caller, [...DISPLAY, 'Grok', 'DeepSeek', 'Meta AI']);
    const { total, engines: counts } = await caller.body('citations');
    const usual = (counts as { engine: string; count: number }[]).slice(0, DISPLAY.length);
    expect(usual.reduce((all, { count }) => all + count, 0)).toBe(278);
    expect(total).toBeGreaterThan(278);
  },
});

async function authority(caller: QuirkCaller): Promise<{ score: number; top: unknown; parts: number[] }> {
  const body = await caller.body('authority');
  const parts = (body.components as { score: number; weight: number }[]).map(
    (part) => part.score * part.weight,
  );
  return { score: body.score as number, top: body.maxScore, parts };
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0);
}

testEachValue('authorityScale', 1, {
  '1': async (caller) => expect(await authority(caller)).toMatchObject({ score: 0.7, top: 1 }),
  '100': async (caller) => expect(await authority(caller)).toMatchObject({ score: 70, top: 100 }),
  '1000': async (caller) => expect(await authority(caller)).toMatchObject({ score: 700, top: 1000 }),
});

testEachValue('authorityMaximum', 1, {
  sent: async (caller) => expect((await authority(caller)).top).toBe(100),
  absent: async (caller) => expect((await authority(caller)).top).toBeUndefined(),
});

testEachValue('authoritySum', 1, {
  async 'adds-up'(caller) {
    const { score, parts } = await authority(caller);
    expect(score).toBe(Math.round(sum(parts)));
  },
  async 'does-not'(caller) {
    const { score, parts } = await authority(caller);
    expect(score).toBe(Math.round(sum(parts)) + 3);
  },
});
