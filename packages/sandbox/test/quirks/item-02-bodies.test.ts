import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { alternatives, type Sight } from './alternatives.ts';

type Rows = Record<string, unknown>[];

const FIRST_DAY = { date: '2026-11-10', visitors: 3035, pageviews: 6956, aiCitations: 6 };
const WINDOW = '&from=2026-11-10&to=2026-11-11';
const BESIDE = { websiteId: 'ws_nd30graihyf6', from: '2026-11-10', to: '2026-11-11' };

/** Analytics and authority bodies, and the list of websites, as they come. */
async function bodies({ ask, path }: Sight) {
  const of = async (asked: string): Promise<unknown> => (await ask(asked)).json();
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

alternatives('envelope', 1, {
  async named(see) {
    const { analytics, websites } = await bodies(see);
    const { days, ...beside } = analytics as Record<string, unknown>;
    hasDays(days);
    expect(beside).toEqual(BESIDE);
    expect(Object.keys(websites)).toEqual(['websites']);
  },
  async bare(see) {
    const { analytics, websites, authority } = await bodies(see);
    hasDays(analytics);
    expect(websites).toHaveLength(8);
    expect(authority).toEqual(isAuthority);
  },
  async data(see) {
    const { analytics, websites, authority } = await bodies(see);
    expect(analytics).toMatchObject({ data: { ...BESIDE, days: [FIRST_DAY, {}] } });
    expect((websites as { data: Rows }).data).toHaveLength(8);
    expect(authority).toEqual({ data: isAuthority });
  },
  async 'success-data'(see) {
    const { analytics, websites, authority } = await bodies(see);
    expect(analytics).toMatchObject({ success: true, data: { ...BESIDE, days: [FIRST_DAY, {}] } });
    expect((websites as { data: Rows }).data).toHaveLength(8);
    expect(authority).toEqual({ success: true, data: isAuthority });
  },
  async 'data-meta'(see) {
    const { analytics, websites, authority } = await bodies(see);
    const { data, meta } = analytics as Record<string, unknown>;
    hasDays(data);
    expect(meta).toEqual(BESIDE);
    expect(websites).toMatchObject({ meta: {} });
    expect(authority).toEqual({ data: isAuthority, meta: {} });
  },
  async results(see) {
    const { analytics, websites, authority } = await bodies(see);
    const { results, ...beside } = analytics as Record<string, unknown>;
    hasDays(results);
    expect(beside).toEqual(BESIDE);
    expect((websites as { results: Rows }).results).toHaveLength(8);
    expect(authority).toEqual({ results: [isAuthority] });
  },
  async 'by-key'(see) {
    const { analytics, websites, authority } = await bodies(see);
    const { date, ...figures } = FIRST_DAY;
    expect(analytics).toMatchObject({ ...BESIDE, days: { [date]: figures } });
    expect(Object.keys((websites as { websites: object }).websites)).toEqual(
      see.sandbox.websites.map(({ id }) => id),
    );
    expect(authority).toMatchObject({ components: { 'Entity clarity': { score: 58 } } });
    const feed = (await see.body('citations')).citations as Record<string, unknown>;
    expect(Array.isArray(feed['2026-11-16'])).toBe(true);
  },
  async columnar(see) {
    const { analytics, websites, authority } = await bodies(see);
    expect(analytics).toMatchObject({
      ...BESIDE,
      days: { date: ['2026-11-10', '2026-11-11'], visitors: [3035, expect.any(Number)] },
    });
    expect((websites as { websites: { id: string[] } }).websites.id).toEqual(
      see.sandbox.websites.map(({ id }) => id),
    );
    expect((authority as { components: { score: number[] } }).components.score).toHaveLength(5);
  },
});

for (const form of forms) {
  const names = async (see: Sight) => Object.keys(await see.body('competitors'));
  alternatives('case', form, {
    form: async (see) => expect(await names(see)).toContain(form === 1 ? 'shareOfVoice' : 'share_of_voice'),
    camel: async (see) => expect(await names(see)).toContain('shareOfVoice'),
    snake: async (see) => expect(await names(see)).toContain('share_of_voice'),
  });
}

alternatives('nesting', 1, {
  flat: async (see) => hasDays((await see.body('analytics', WINDOW)).days),
  async deep(see) {
    const { date, ...metrics } = FIRST_DAY;
    expect(await see.body('analytics', WINDOW)).toMatchObject({
      response: { result: { ...BESIDE, days: [{ date, metrics }, {}] } },
    });
  },
});

async function engines(see: Sight): Promise<{ counted: unknown[]; listed: Set<unknown> }> {
  const { engines: counts, citations } = await see.body('citations');
  return {
    counted: (counts as Rows).map(({ engine }) => engine),
    listed: new Set((citations as Rows).map(({ engine }) => engine)),
  };
}

const DISPLAY = ['ChatGPT', 'Google AI Overviews', 'Perplexity', 'Gemini', 'Copilot', 'Claude'];
const SLUG = ['chatgpt', 'google_ai_overview', 'perplexity', 'gemini', 'copilot', 'claude'];
const VENDOR = ['openai', 'googleAIO', 'perplexity-0', 'Google Gemini', 'Bing Chat', 'anthropic'];

async function isSpelled(see: Sight, names: readonly string[]): Promise<void> {
  const { counted, listed } = await engines(see);
  expect(counted).toEqual(names);
  expect([...listed].sort()).toEqual([...names].sort());
}

alternatives('engineNames', 1, {
  display: (see) => isSpelled(see, DISPLAY),
  slug: (see) => isSpelled(see, SLUG),
  vendor: (see) => isSpelled(see, VENDOR),
  async mixed(see) {
    const { counted, listed } = await engines(see);
    expect(counted).toHaveLength(6);
    expect(listed.size).toBeGreaterThan(12);
    for (const name of ['ChatGPT Search', 'chat_gpt', 'openai-0', 'aio']) expect(listed).toContain(name);
    expect((await see.body('citations')).total).toBe(278);
  },
});

alternatives('engines', 1, {
  standard: (see) => isSpelled(see, DISPLAY),
  async more(see) {
    await isSpelled(see, [...DISPLAY, 'Grok', 'DeepSeek', 'Meta AI']);
    const { total, engines: counts } = await see.body('citations');
    const usual = (counts as { engine: string; count: number }[]).slice(0, DISPLAY.length);
    expect(usual.reduce((all, { count }) => all + count, 0)).toBe(278);
    expect(total).toBeGreaterThan(278);
  },
});

async function authority(see: Sight): Promise<{ score: number; top: unknown; parts: number[] }> {
  const body = await see.body('authority');
  const parts = (body.components as { score: number; weight: number }[]).map(
    (part) => part.score * part.weight,
  );
  return { score: body.score as number, top: body.maxScore, parts };
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0);
}

alternatives('authorityScale', 1, {
  '1': async (see) => expect(await authority(see)).toMatchObject({ score: 0.7, top: 1 }),
  '100': async (see) => expect(await authority(see)).toMatchObject({ score: 70, top: 100 }),
  '1000': async (see) => expect(await authority(see)).toMatchObject({ score: 700, top: 1000 }),
});

alternatives('authorityMaximum', 1, {
  sent: async (see) => expect((await authority(see)).top).toBe(100),
  absent: async (see) => expect((await authority(see)).top).toBeUndefined(),
});

alternatives('authoritySum', 1, {
  async 'adds-up'(see) {
    const { score, parts } = await authority(see);
    expect(score).toBe(Math.round(sum(parts)));
  },
  async 'does-not'(see) {
    const { score, parts } = await authority(see);
    expect(score).toBe(Math.round(sum(parts)) + 3);
  },
});
