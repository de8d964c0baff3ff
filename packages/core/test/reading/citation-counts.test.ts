import { describe, expect, it } from 'vitest';
import { readCitations } from '../../src/index.ts';

/** Total and counts by engine of a body; the reason where it is refused. */
function counts(body: unknown): unknown {
  const reading = readCitations(body);
  if (!reading.ok) return reading.reason;
  const { total, byEngine } = reading.value;
  return [total, Object.fromEntries(byEngine.map(({ engine, count }) => [engine, count]))];
}

const page = (name: string) => ({ url: `https://${name}.example/x` });

describe('counts by engine', () => {
  it.each<[string, unknown, unknown]>([
    [
      'an engine that is not known, in any order of fields',
      { engines: [{ count: 4, engine: 'Kagi' }] },
      [4, { kagi: 4 }],
    ],
    [
      'an engine with a number before its name',
      { engines: [{ id: 7, display_name: 'Kagi', count: 4 }] },
      [4, { kagi: 4 }],
    ],
    ['an engine without a model', { engines: [{ model: null, name: 'Kagi', count: 4 }] }, [4, { kagi: 4 }]],
    [
      'engines that are not known in a list without a name',
      { data: [{ engine: 'Kagi', count: 4 }] },
      [4, { kagi: 4 }],
    ],
    [
      'a map with the sum, without a name',
      { data: { chatgpt: 3, perplexity: 2, total: 5 } },
      [5, { chatgpt: 3, perplexity: 2 }],
    ],
    [
      'an entry of all engines that is more than their sum',
      {
        engines: [
          { engine: 'ChatGPT', citations: 5 },
          { engine: 'Total', citations: 9 },
        ],
      },
      [9, { chatgpt: 5 }],
    ],
    [
      'an entry of all engines beside one without a count',
      { byEngine: { chatgpt: 5, gemini: null, total: 9 } },
      [9, { chatgpt: 5 }],
    ],
    [
      'an entry of all engines without a count',
      { byEngine: { chatgpt: 5, total: null } },
      [5, { chatgpt: 5 }],
    ],
    ['a list of one result', { result: [{ byEngine: { chatgpt: 3 } }] }, [3, { chatgpt: 3 }]],
    ['a list of one task', { tasks: [{ result: [{ byEngine: { chatgpt: 3 } }] }] }, [3, { chatgpt: 3 }]],
    ['one of several runs', { runs: [{ byEngine: { chatgpt: 3 } }] }, [null, { chatgpt: 3 }]],
    [
      'an object that describes one engine',
      { total_citations: 12, model: { name: 'gpt-4o', version: 4 } },
      [12, {}],
    ],
    [
      'names in a list that nothing says is of engines',
      { results: [{ name: 'Rival', count: 3 }], total_citations: 9 },
      [9, {}],
    ],
    ['one engine that is not known', { data: { engine: 'Kagi', citations: 5 } }, [5, {}]],
  ])('%s', (_, body, expected) => {
    expect(counts(body)).toEqual(expected);
  });

  it('are refused where one of them is of no engine', () => {
    expect(counts({ byEngine: { chatgpt: 3, '': 2 } })).toMatch(/no counts by engine/);
  });
});

it.each<[unknown, readonly string[]]>([
  [
    { byEngine: { chatgpt: 5, gemini: 3, total: 9 } },
    ['the total 9 is not the sum over engines, 8', 'the total is the entry of all engines'],
  ],
  [{ byEngine: { chatgpt: 5, gemini: 3, total: 8 } }, ['the total is the entry of all engines']],
  [{ byEngine: { chatgpt: 5, gemini: 3 } }, ['the total is the sum over engines']],
  [
    { byEngine: { chatgpt: 5, gemini: null, total: 9 } },
    ['gemini gave no count: it is unknown and left out', 'the total is the entry of all engines'],
  ],
])('what is told of %j', (body, notes) => {
  expect(readCitations(body).trace.notes).toEqual(notes);
});

describe('own citations beside those of everybody', () => {
  const row = (more: Record<string, unknown>) => ({
    engines: [{ engine: 'ChatGPT', position: 1, citations: 9, ...more }],
  });

  it.each<[string, Record<string, unknown>]>([
    ['as many own ones', { own_citations: 9 }],
    ['what ends as a word for own does', { unknown: 2 }],
    ['what begins as a word for own does', { brand_rank: 2 }],
  ])('%s: the count is read', (_, more) => {
    expect(counts(row(more))).toEqual([9, { chatgpt: 9 }]);
  });

  it('as many own ones beside a total that is unknown: the count is read', () => {
    const body = { engines: [{ engine: 'ChatGPT', total: null, citations: 9, own_citations: 9 }] };
    expect(counts(body)).toEqual([9, { chatgpt: 9 }]);
  });

  it.each([
    'own',
    'ours',
    'yours',
    'mine',
    'my_count',
    'your_citations',
    'ownCitationCount',
    'total_own_citations',
    'brandAiCitations',
    'yourSite',
    'citations_of_you',
    'citationsByBrand',
    'citation_own',
    'citationsYours',
    'totalAiCitationsForBrand',
  ])('another count named %s is refused', (name) => {
    expect(counts(row({ [name]: 4 }))).toMatch(/two fields could be the count of an engine/);
    expect(counts({ total_citations: 400, [name]: 4 })).toMatch(/two fields could be the total/);
  });

  it.each(['you', 'self', 'mine', 'yours', 'our_brand', 'ownSite'])(
    'an object named %s with another count is refused',
    (name) => {
      expect(counts({ total_citations: 400, [name]: { citations: 12 } })).toMatch(
        /two fields could be the total/,
      );
    },
  );

  it('are refused beside another sum over engines and beside an entry of all engines', () => {
    const reason = /two fields could be the total/;
    expect(counts({ byEngine: { chatgpt: 30, gemini: 10 }, own_citations: 12 })).toMatch(reason);
    expect(counts({ byEngine: { chatgpt: 12, total: 40 }, own_citations: 12 })).toMatch(reason);
    expect(counts({ byEngine: { chatgpt: 9, gemini: 3 }, own_citations: 12 })).toEqual([
      12,
      { chatgpt: 9, gemini: 3 },
    ]);
  });

  it('are refused beside a feed as well', () => {
    const body = { citations: [page('a')], engines: { chatgpt: { brand: 4, all: 300 } } };
    expect(counts(body)).toMatch(/two fields could be the count of an engine/);
  });
});

describe('the total', () => {
  it.each<[string, unknown, unknown]>([
    [
      'is not the number of rows of a page that others follow',
      { citations: [page('a'), page('b')], total: 2, has_more: true },
      [null, {}],
    ],
    [
      'is 0 on the only page of a feed without entries',
      { citations: [], total: 0, page: 1, total_pages: 1 },
      [0, {}],
    ],
    ['is a count of one citation', { citations: { count: 1 } }, [1, {}]],
    [
      'is not the count of the one entry of a list by engine',
      { data: [{ engine: 'ChatGPT', domain: 'a.example', count: 3 }], citations: [page('a')] },
      [null, {}],
    ],
    [
      'is not the count of the one entry of the feed, grouped or not',
      { data: [{ type: 'citation', id: '1', attributes: { ...page('a'), engine: 'ChatGPT', count: 3 } }] },
      [null, {}],
    ],
    [
      'is not a count inside the one entry',
      { citations: [{ ...page('a'), summary: { total_citations: 7 } }] },
      [null, {}],
    ],
    [
      'stands beside the feed of one engine in a list of one result',
      { results: [{ citations: { engine: 'ChatGPT', total: 12, items: [page('a')] } }] },
      [12, {}],
    ],
    [
      'stands among the attributes of a resource',
      { data: { type: 'citations', attributes: { total_citations: 5 } } },
      [5, {}],
    ],
  ])('%s', (_, body, expected) => {
    expect(counts(body)).toEqual(expected);
  });

  it('is not the count of the one entry of a list of citations that cannot be read', () => {
    expect(counts({ citations: [{ url: 'not a url', count: 5 }] })).toMatch(/no total/);
    const mapping = { rows: '/r/*', fields: { url: '/u', count: '/n' } };
    expect(readCitations({ r: [{ u: null, n: 5 }] }, { mapping }).ok).toBe(false);
  });

  it.each<[unknown, readonly string[]]>([
    [{ total: 5 }, ['/total (5) says a total, though not of what']],
    [
      { citations: [page('a')], total: null, page: 1 },
      ['no total is stated: the list may be a part of the feed'],
    ],
    [
      { citations: [page('a'), page('b')], count: 2 },
      [
        '/count (2) is the number of rows and not the total',
        'no total is stated: the list may be a part of the feed',
      ],
    ],
  ])('of %j: what is told of it', (body, notes) => {
    expect(readCitations(body).trace.notes).toEqual(notes);
  });
});
