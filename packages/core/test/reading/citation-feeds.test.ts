import { describe, expect, it } from 'vitest';
import { readCitations } from '../../src/index.ts';

/** The items of a body, each with the named fields alone; the reason where the body is refused. */
function items(body: unknown, ...fields: readonly string[]): unknown {
  const reading = readCitations(body);
  if (!reading.ok) return reading.reason;
  return reading.value.items.map((item) =>
    fields.map((field) => (item as unknown as Record<string, unknown>)[field]),
  );
}

const a = 'https://a.example/x';
const b = 'https://b.example/y';

describe('sources inside answers', () => {
  it('of which one is an object, one an address and one a name are all there', () => {
    const body = {
      answers: [
        { engine: 'ChatGPT', question: 'best crm', sources: [{ url: a }, b] },
        { engine: 'Gemini', question: 'crm prices', sources: ['https://c.example/z', 'Wikipedia'] },
      ],
    };
    expect(items(body, 'engine', 'url')).toEqual([
      ['chatgpt', a],
      ['chatgpt', b],
      ['gemini', 'https://c.example/z'],
      ['gemini', null],
    ]);
  });

  it('are not read in part where one of them is a name and nothing else tells that it was cited', () => {
    const body = { answers: [{ sources: [a] }, { sources: [b, 'Wikipedia'] }] };
    expect(items(body, 'url')).toMatch(/no list of citations/);
  });

  it('that are numbers of sources elsewhere are those sources', () => {
    const body = {
      sources: [{ url: a }, { url: b }],
      answers: [
        { engine: 'ChatGPT', question: 'best crm', citations: [1, 2] },
        { engine: 'Gemini', question: 'best crm', citations: [2] },
      ],
    };
    expect(items(body, 'engine', 'url')).toEqual([
      [null, a],
      [null, b],
    ]);
  });

  it('of which there are none make no citations of the answers', () => {
    const body = {
      answers: [
        { engine: 'ChatGPT', question: 'best crm', sources: [] },
        { engine: 'Gemini', question: 'crm prices', sources: [] },
      ],
    };
    expect(items(body)).toMatch(/no list of citations/);
  });

  it('that are numbers alone are no feed beside domains', () => {
    const body = {
      answers: [{ engine: 'ChatGPT', question: 'best crm', citations: [1, 2] }],
      domains: [{ domain: 'a.example', count: 2 }],
    };
    expect(items(body, 'domain', 'count')).toEqual([['a.example', 2]]);
  });

  it('have the engine and the query of their own before those of the answer', () => {
    const body = {
      answers: [
        { engine: 'ChatGPT', query: 'best crm', sources: [{ url: a, engine: 'Copilot', query: 'crm 2026' }] },
      ],
    };
    expect(items(body, 'engine', 'title')).toEqual([['copilot', 'crm 2026']]);
  });

  it('are told by the place where they stand, also inside a group of fields', () => {
    const reading = readCitations({
      answers: [
        { engine: 'ChatGPT', data: { sources: [{ url: a }] } },
        { engine: 'Gemini', data: { sources: [{ url: b }] } },
      ],
    });
    expect(reading.trace.path).toBe('/answers/*/data/sources');
    expect(reading.trace.fields['items.url']?.pointer).toBe('/answers/*/data/sources/*/url');
  });

  it('under the pages of a domain are the feed, and without addresses could be either', () => {
    const page = (url: string) => ({ url, engine: 'ChatGPT' });
    const pages = { domains: [{ domain: 'a.example', count: 2, pages: [page(a), page(`${a}/2`)] }] };
    expect(items(pages, 'url', 'count')).toEqual([
      [a, null],
      [`${a}/2`, null],
    ]);
    const domains = { domains: [{ domain: 'a.example', count: 3, citations: [{ domain: 'b.example' }] }] };
    expect(items(domains)).toMatch(/two lists could be the citation feed/);
  });

  it('are lists of one address too', () => {
    const body = {
      citations: [
        { platform: 'Gemini', urls: [a] },
        { platform: 'Claude', urls: [b] },
      ],
    };
    expect(items(body, 'engine', 'url')).toEqual([
      ['gemini', a],
      ['claude', b],
    ]);
  });
});

describe('lists under the names of engines', () => {
  it('at the top are one feed, without a doubt', () => {
    const reading = readCitations({ chatgpt: [{ url: a }], gemini: [b], claude: [] });
    expect(reading.ok && reading.value.items.map(({ engine, url }) => [engine, url])).toEqual([
      ['chatgpt', a],
      ['gemini', b],
    ]);
    expect([reading.trace.path, reading.trace.confidence]).toEqual(['/*', 1]);
  });

  it('are the feed before counted domains', () => {
    const body = {
      data: { sources: { chatgpt: [{ url: a }] } },
      domains: { 'booking.com': 3, 'expedia.com': 2 },
    };
    expect(items(body, 'engine', 'url')).toEqual([['chatgpt', a]]);
  });

  it('are one feed beside counts by engine', () => {
    const body = {
      byEngine: { chatgpt: { count: 3 }, claude: { count: 2 } },
      citations: { chatgpt: [{ url: a }], claude: [{ url: b }] },
    };
    expect(items(body, 'engine', 'url')).toEqual([
      ['chatgpt', a],
      ['claude', b],
    ]);
  });

  it('under another name are one feed, with a doubt, where no other list is one', () => {
    const answers = { chatgpt: [{ url: a }], gemini: [{ url: b }] };
    const reading = readCitations({ answers });
    expect(reading.ok && reading.value.items.map(({ url }) => url)).toEqual([a, b]);
    expect(reading.trace.confidence).toBe(0.6);
    expect(items({ answers, citations: [{ url: 'https://c.example/z' }] }, 'url')).toEqual([
      ['https://c.example/z'],
    ]);
  });

  it('in two places are no feed of one', () => {
    const body = { data: { citations: { chatgpt: [{ url: a }] }, sources: { gemini: [{ url: b }] } } };
    expect(items(body)).toMatch(/two lists could be the citation feed/);
  });

  it('of a competitor are not read', () => {
    expect(items({ data: { competitor: { chatgpt: [{ url: a }], gemini: [{ url: b }] } } })).toMatch(
      /no list of citations/,
    );
  });

  it('are not what an empty list named meta is', () => {
    expect(items({ citations: [{ url: a }], meta: [] }, 'url')).toEqual([[a]]);
    expect(items({ data: { chatgpt: [a], gemini: [b] }, meta: [] }, 'engine', 'url')).toEqual([
      ['chatgpt', a],
      ['gemini', b],
    ]);
  });
});

describe('what is an address', () => {
  it.each<[string, readonly string[]]>([
    ['http://10.0.0.1/x', ['http://10.0.0.1/x', a]],
    ['https://localhost:3000/x', ['https://localhost:3000/x']],
  ])('%s among texts', (_, citations) => {
    expect(items({ citations }, 'url')).toEqual(citations.map((url) => [url]));
  });

  it.each(['see http://10.0.0.1/x', 'http://10.0.0.1/x is down', 'http:// 10'])(
    '%s is none among texts',
    (text) => {
      expect(items({ citations: [text] })).toMatch(/no list of citations/);
    },
  );

  it.each([
    '/pricing',
    '/',
    'a.example/x',
    'http://a.example/x',
    'http://a.example/my file.pdf',
    'http://10.0.0.1/my file.pdf',
  ])('%s in a field', (url) => {
    expect(items({ citations: [{ page: url, engine: 'ChatGPT' }] }, 'engine', 'url')).toEqual([
      ['chatgpt', url],
    ]);
  });

  it.each(['News/Media', '/r/crm on Reddit', 'Guide (https://a.example/x)', 'a.example'])(
    '%s is none in a field',
    (source) => {
      const row = { engine: 'ChatGPT', page: source, date: '2026-11-01' };
      expect(items({ citations: [row] }, 'engine', 'url', 'date')).toEqual([['chatgpt', null, '2026-11-01']]);
    },
  );

  it('a path has no domain', () => {
    expect(items({ citations: [{ url: '/pricing' }] }, 'url', 'domain')).toEqual([['/pricing', null]]);
  });

  it('a feed in which one entry has none is the feed before counted domains', () => {
    const body = {
      citations: [
        { url: a, engine: 'ChatGPT' },
        { url: null, domain: 'b.example', engine: 'Gemini' },
      ],
      domains: [
        { domain: 'a.example', count: 1 },
        { domain: 'b.example', count: 1 },
      ],
    };
    expect(items(body, 'engine', 'domain')).toEqual([
      ['chatgpt', 'a.example'],
      ['gemini', 'b.example'],
    ]);
  });
});

describe('a field of an entry is passed over for the next of its kind', () => {
  it.each<[string, Record<string, unknown>, string, unknown]>([
    ['a count of queries is no title', { queries: 12, prompt: 'best crm' }, 'title', 'best crm'],
    ['an empty title', { title: ' ', query: 'best crm' }, 'title', 'best crm'],
    ['a name is no domain', { domain: 'Wikipedia', host: 'en.wikipedia.org' }, 'domain', 'en.wikipedia.org'],
    ['a word is no date', { date: 'yesterday', created_at: '2026-11-01T10:00:00Z' }, 'date', '2026-11-01'],
  ])('%s', (_, fields, field, value) => {
    expect(items({ citations: [{ url: a, ...fields }] }, field)).toEqual([[value]]);
  });
});

describe('the engine of an entry', () => {
  it.each<[string, unknown, unknown]>([
    [
      'is no domain that is called as it is',
      { citations: [{ source: 'openai.com', platform: 'Kagi', url: a }] },
      [['kagi', a]],
    ],
    [
      'is not told by a domain alone',
      { domains: { 'openai.com': 3, 'perplexity.ai': 2 } },
      [
        [null, null],
        [null, null],
      ],
    ],
    [
      'is told by a domain where the field says engine',
      { citations: [{ engine: 'perplexity.ai', url: a }] },
      [['perplexity', a]],
    ],
    [
      'is not that of a list of one engine beside the feed',
      { ai_platforms: [{ name: 'chatgpt', total: 3 }], citations: [{ url: a }] },
      [[null, a]],
    ],
    [
      'is not told by an unknown name around the feed',
      { data: { engine: 'Kagi', citations: { items: [{ url: a }] } } },
      [[null, a]],
    ],
  ])('%s', (_, body, expected) => {
    expect(items(body, 'engine', 'url')).toEqual(expected);
  });
});

describe('domains by themselves', () => {
  it('are citations where a count stands with them', () => {
    expect(items({ data: [{ domain: 'a.example', count: 3 }] }, 'domain', 'count')).toEqual([
      ['a.example', 3],
    ]);
    expect(items({ data: { 'a.example': 3 } }, 'domain', 'count')).toEqual([['a.example', 3]]);
  });

  it('may be websites where nothing says that they were cited', () => {
    expect(items({ data: { 'a.example': { id: 7, name: 'Acme' } } })).toMatch(/no list of citations/);
  });
});
