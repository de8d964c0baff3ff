import { describe, expect, it } from 'vitest';
import { readCitations } from '../../src/index.ts';

const url = 'https://www.acme.example/crm';

/** Total and counts by engine, or the engines and addresses of the items; the reason where it is refused. */
function read(body: unknown): unknown {
  const reading = readCitations(body);
  if (!reading.ok) return reading.reason;
  const { total, byEngine, items } = reading.value;
  const counts = byEngine.map(({ engine, count }) => `${engine} ${count}`);
  return items.length === 0
    ? [total, ...counts]
    : items.map((item) => `${item.engine} ${item.url ?? item.domain}`);
}

const two = (more: object, less: object = more) => [
  { engine: 'chatgpt', count: 5, ...more },
  { engine: 'gemini', count: 2, ...less },
];
const both = [7, 'chatgpt 5', 'gemini 2'];

describe('addresses that an engine has', () => {
  it.each([
    'logo',
    'logo_url',
    'icon',
    'engineIcon',
    'image_url',
    'avatar',
    'homepage',
    'engine_homepage',
    'homepage_url',
    'top_url',
    'topPage',
    'best_page',
  ])('%s goes with it', (name) => {
    expect(read({ engines: two({ [name]: 'https://cdn.example/a.png' }, { [name]: 'b.svg' }) })).toEqual(
      both,
    );
  });

  it.each([
    ['ChatGPT', 'https://chatgpt.com'],
    ['ChatGPT', 'https://chatgpt.com/'],
    ['ChatGPT', 'https://chat.openai.com/share/1-a'],
    ['ChatGPT', 'https://chatgpt.com/c/1'],
    ['gpt-4o', 'chatgpt.com'],
    ['Perplexity', 'https://www.perplexity.ai/search/best-crm'],
    ['Perplexity', 'http://perplexity.ai/thread/1'],
    ['Gemini', 'https://gemini.google.com/app/1'],
    ['Copilot', 'https://copilot.microsoft.com'],
    ['Claude', 'https://claude.ai/chat/1'],
    ['Grok', 'https://grok.com'],
    ['Grok', 'https://X.ai'],
    ['DeepSeek', 'https://app.deepseek.com'],
    ['Meta AI', 'https://meta.ai'],
    ['Mistral', 'https://mistral.ai'],
  ])('%s: %s is its own', (name, own) => {
    const [count] = read({ engines: [{ name, url: own, citations: 5 }] }) as [number];
    expect(count).toBe(5);
    expect(read({ citations: [{ engine: name, url: own, source: url, date: '2026-11-01' }] })).toEqual([
      expect.stringMatching(/ https:..www.acme.example.crm$/),
    ]);
  });

  it.each([
    ['ChatGPT', 'https://perplexity.ai/'],
    ['ChatGPT', 'https://openai.com/blog/crm'],
    ['ChatGPT', 'https://chatgpt.com/careers'],
    ['ChatGPT', 'https://chatgpt.example/'],
    ['ChatGPT', 'https://chatgpt.com.example/'],
    ['ChatGPT', 'https://on.chatgpt.com/'],
    ['Claude', 'https://www.acme.example/?from=claude.ai'],
  ])('%s: %s may be cited', (engine, cited) => {
    const body = { engines: [{ engine, url: cited, count: 5 }] };
    expect(read(body)).toEqual([`chatgpt ${cited}`.replace('chatgpt', engine.toLowerCase())]);
  });

  it('an address without an engine is cited', () => {
    expect(read({ sources: [{ url: 'https://chatgpt.com', count: 5 }] })).toEqual([
      'null https://chatgpt.com',
    ]);
  });

  it.each(['domain', 'website', 'site', 'host', 'hostname'])(
    'the %s that all rows are of is none',
    (name) => {
      expect(readCitations({ engines: two({ [name]: 'acme.example' }) })).toMatchObject({
        value: { total: 7, byEngine: [{ count: 5 }, { count: 2 }] },
      });
      for (const engines of [
        two({ [name]: 'a.example' }, { [name]: 'b.example' }),
        two({ [name]: 'a.example' }).slice(1),
      ])
        expect(readCitations({ total_citations: 9, engines })).toMatchObject({ value: { byEngine: [] } });
    },
  );

  it('the page that all rows have is cited', () => {
    expect(read({ data: two({ url }) })).toEqual([`chatgpt ${url}`, `gemini ${url}`]);
  });

  it('the name of an engine may be an address', () => {
    expect(
      read({
        data: [
          { engine: 'You.com', count: 5 },
          { engine: 'x.ai', count: 2 },
        ],
      }),
    ).toEqual([7, 'you.com 5', 'grok 2']);
  });
});

describe('Google', () => {
  const rows = (...engines: object[]) => ({ citations: engines.map((one) => ({ ...one, url })) });
  const first = (body: unknown): string => String((read(body) as string[])[0]).split(' ')[0] as string;

  it.each(['model', 'model_name', 'surface', 'product', 'feature', 'mode'])(
    'its %s says which engine it is',
    (name) => {
      expect(first(rows({ engine: 'Google', [name]: 'gemini-2.5-pro' }))).toBe('gemini');
      expect(first(rows({ engine: 'google ai', [name]: 'AI Mode' }))).toBe('google-ai-mode');
      expect(first(rows({ engine: 'Google', [name]: 'AI Overviews' }))).toBe('google-ai-overviews');
      expect(first(rows({ engine: 'Google', [name]: 'Desktop' }))).toBe('google-ai-overviews');
      expect(first(rows({ engine: 'Google AIO', [name]: 'Gemini' }))).toBe('google-ai-overviews');
    },
  );

  it('another field of the row does not', () => {
    expect(first(rows({ engine: 'Google', title: 'Gemini' }))).toBe('google-ai-overviews');
    expect(first(rows({ engine: 'OurGoogle', surface: 'Gemini' }))).toBe('ourgoogle');
  });

  it('it is Gemini beside other companies', () => {
    expect(read({ openai: 5, Google: 1, perplexity: 2 })).toEqual([
      8,
      'chatgpt 5',
      'gemini 1',
      'perplexity 2',
    ]);
    expect(read({ by_provider: { Anthropic: 5, google: 1 } })).toEqual([6, 'claude 5', 'gemini 1']);
    expect(first(rows({ provider: 'google' }, { provider: 'openai' }))).toBe('gemini');
  });

  it('it is not beside Gemini or products', () => {
    expect(read({ openai: 5, google: 1, gemini: 2 })).toEqual([
      8,
      'chatgpt 5',
      'google-ai-overviews 1',
      'gemini 2',
    ]);
    expect(read({ chatgpt: 5, google: 1, 'OpenAI o3': 2 })).toEqual([
      8,
      'chatgpt 7',
      'google-ai-overviews 1',
    ]);
    expect(read({ chatgpt: 5, google: 1 })).toEqual([6, 'chatgpt 5', 'google-ai-overviews 1']);
    expect(first(rows({ engine: 'google' }, { engine: 'My OpenAI' }))).toBe('google-ai-overviews');
  });
});

describe('rows of one engine that are not to be added', () => {
  const of = (name: string, first: unknown, next: unknown, also: object = {}) => ({
    data: [
      { engine: 'chatgpt', [name]: first, citations: 10, ...also },
      { engine: 'chatgpt', [name]: next, citations: 44 },
    ],
  });

  it.each([
    ['period', '7d', '30d'],
    ['period', 'current', 'previous'],
    ['window', 7, 30],
    ['timeframe', 'week', 'month'],
    ['time_range', 'week', 'month'],
    ['brand', 'Acme', 'Rival'],
    ['brand_name', 'Acme', 'Rival'],
    ['competitor', 'Acme', 'Rival'],
    ['company', 'Acme', 'Rival'],
    ['website_id', 'ws_1', 'ws_2'],
    ['siteId', 1, 2],
    ['project', 'a', 'b'],
    ['snapshot_date', '2026-11-01', '2026-11-02'],
    ['as_of', '2026-11-01', '2026-11-02'],
    ['country', 'US', 'all'],
    ['region', 'All regions', 'EU'],
    ['device', 'total', 'mobile'],
    ['topic', 'overall', 'crm'],
    ['topic', 'combined', 'crm'],
    ['country', 'Global', 'DE'],
    ['country', 'worldwide', 'DE'],
  ])('%s: %j and %j', (name, first, next) => {
    expect(read(of(name, first, next, { rank: null }))).toBe(
      `the rows of chatgpt are of "${first}" and of "${next}" (/data/*/${name}) and are not to be added: give a mapping`,
    );
  });

  it.each([
    ['period', '2026-10', '2026-11'],
    ['period', '2026-11-01', '2026-11-02'],
    ['period', '7d', '7d'],
    ['website_id', 1, '1'],
    ['website_id', 'ws_1', null],
    ['website_id', null, 'ws_1'],
    ['prompt', 'crm', 'best crm'],
    ['country', 'US', 'DE'],
    ['rank', 1, 2],
    ['details', { a: 1 }, { a: 2 }],
  ])('%s: %j and %j are', (name, first, next) => {
    expect(read(of(name, first, next))).toEqual([54, 'chatgpt 54']);
  });

  it('each row is held against the first of its engine', () => {
    const { data } = of('brand', 'Acme', 'Acme');
    expect(read({ data: [...data, { engine: 'chatgpt', brand: 'Rival', citations: 1 }] })).toMatch(
      /"Acme" and of "Rival"/,
    );
    expect(read({ data: [...data, { engine: 'gemini', brand: 'Rival', citations: 1 }] })).toEqual([
      55,
      'chatgpt 54',
      'gemini 1',
    ]);
  });
});
