import { describe, expect, it } from 'vitest';
import { readCitations } from '../../src/index.ts';

/** Total, counts by engine and number of items of a body; the reason where it is refused. */
function read(body: unknown): unknown {
  const reading = readCitations(body);
  if (!reading.ok) return reading.reason;
  const { total, byEngine, items } = reading.value;
  return [total, Object.fromEntries(byEngine.map(({ engine, count }) => [engine, count])), items.length];
}

const notes = (body: unknown): readonly string[] => readCitations(body).trace.notes;

const two = [
  { engine: 'chatgpt', count: 5 },
  { engine: 'gemini', count: 2 },
];
const both = [7, { chatgpt: 5, gemini: 2 }, 0];

describe('counts by engine under a name of citations or of parts', () => {
  it.each([
    'citations',
    'ai_citations',
    'feed',
    'citation_feed',
    'breakdown',
    'distribution',
    'counts',
    'stats',
    'by_source',
  ])('%s', (name) => {
    expect(read({ [name]: two })).toEqual(both);
    expect(read({ data: { [name]: { chatgpt: 5, gemini: 2 } } })).toEqual(both);
    expect(read({ [name]: { chatgpt: { citations: 5 }, gemini: { citations: 2 } } })).toEqual(both);
    expect(read({ total: 7, [name]: [{ name: 'Rival', count: 7 }] })).toMatch(/no counts by engine/);
  });

  it('a list that is called so is taken before them', () => {
    expect(read({ citations: [{ engine: 'chatgpt', count: 9 }], by_engine: two })).toEqual(both);
  });

  it('a distribution beside them is theirs', () => {
    const shares = { chatgpt: 71.4, gemini: 28.6 };
    expect(read({ total: 7, distribution: shares, counts: { chatgpt: 5, gemini: 2 } })).toEqual(both);
    expect(read({ total: 7, engine_distribution: shares, by_engine: two })).toEqual(both);
  });

  it('rows of several days are added', () => {
    expect(
      read({
        citations: [...two, { ...two[0], date: '2026-11-02' }].map((row) => ({ date: '2026-11-01', ...row })),
      }),
    ).toEqual([12, { chatgpt: 10, gemini: 2 }, 0]);
  });

  it.each([
    ['an object', { url: 'https://www.acme.example/crm' }],
    ['words', 'As Acme writes, 7 of 10 do'],
    ['a list', ['https://www.acme.example/crm']],
  ])('what is cited is no count: %s', (_, citation) => {
    expect(read({ citations: [{ engine: 'chatgpt', date: '2026-11-01', citation }] })).toEqual([null, {}, 1]);
  });

  it.each([true, '12 pages'])('what cannot be a count is told: %j', (value) => {
    expect(read({ citations: { chatgpt: value } })).toBe(
      `the count of chatgpt at /citations/* is ${JSON.stringify(value)} and no count`,
    );
  });

  it('numbers of an object that describes one engine are none', () => {
    expect(read({ total_citations: 12, model: { id: 7, version: 4 } })).toEqual([12, {}, 0]);
  });

  it('under any other name they are none', () => {
    expect(read({ metrics: two })).toMatch(/no counts by engine/);
  });
});

describe('figures by engine that are no counts', () => {
  it.each<[string, unknown, unknown]>([
    ['fractions', { total: 8, breakdown: { chatgpt: 0.62, gemini: 0.38 } }, [8, {}, 0]],
    ['fractions that are rounded', { total: 8, breakdown: { chatgpt: 0.62, gemini: 0.36 } }, [8, {}, 0]],
    ['percent', { total: 8, by_engine: { chatgpt: 62.5, gemini: 37.5 } }, [8, {}, 0]],
    ['whole percent beside another total', { total: 8, engines: { chatgpt: 62, gemini: 38 } }, [8, {}, 0]],
    ['whole percent beside other citations', { citations: 8, data: { chatgpt: 62, gemini: 38 } }, [8, {}, 0]],
    [
      'whole percent in rows',
      {
        ai_citations: 8,
        engines: [
          { engine: 'chatgpt', value: 62 },
          { engine: 'gemini', value: 38 },
        ],
      },
      [8, {}, 0],
    ],
    [
      'counts of 100',
      { total: 100, engines: { chatgpt: 62, gemini: 38 } },
      [100, { chatgpt: 62, gemini: 38 }, 0],
    ],
    [
      'counts of 102',
      { total: 99, engines: { chatgpt: 64, gemini: 38 } },
      [99, { chatgpt: 64, gemini: 38 }, 0],
    ],
    [
      'counts of 100 beside an unknown total',
      { total: null, engines: { chatgpt: 62, gemini: 38 } },
      [100, { chatgpt: 62, gemini: 38 }, 0],
    ],
    [
      'what is called citations',
      {
        total: 8,
        engines: [
          { engine: 'chatgpt', citations: 62 },
          { engine: 'gemini', citations: 38 },
        ],
      },
      [100, { chatgpt: 62, gemini: 38 }, 0],
    ],
    ['percent that are rounded', { total: 8, by_engine: { chatgpt: 60.5, gemini: 37 } }, [8, {}, 0]],
    [
      'percent of which one is whole',
      { total: 8, by_engine: { chatgpt: 62.5, gemini: 37.5, claude: 0 } },
      [8, {}, 0],
    ],
    [
      'what is called citations in one row',
      {
        total: 8,
        engines: [
          { engine: 'chatgpt', value: 62 },
          { engine: 'gemini', citations: 38 },
        ],
      },
      [100, { chatgpt: 62, gemini: 38 }, 0],
    ],
    ['a score of more', { score: 72, data: { engines: { chatgpt: 5, gemini: 2 } } }, both],
    ['a score that is a word', { score: 'high', engines: { chatgpt: 5, gemini: 2 } }, both],
    ['a score beside citations', { score: 72, citations: { chatgpt: 5, gemini: 2 } }, both],
    [
      'a score beside what is of citations',
      { score: 72, citations_by_engine: { chatgpt: 5, gemini: 2 } },
      both,
    ],
    [
      'a score in an object of citations',
      { citations: { score: 72, engines: { chatgpt: 5, gemini: 2 } } },
      both,
    ],
    ['a score beside counts', { score: 72, engines: two }, both],
    ['no score beside figures', { score: null, engines: { chatgpt: 5, gemini: 2 } }, both],
    ['a score and a total', { score: 72, total: 7, engines: { chatgpt: 5, gemini: 2 } }, both],
    ['a score elsewhere', { authority: { score: 72 }, engines: { chatgpt: 5, gemini: 2 } }, both],
    [
      'an entry of all that is as much',
      { engines: { chatgpt: 5, gemini: 0, all: 5 } },
      [5, { chatgpt: 5, gemini: 0 }, 0],
    ],
    [
      'an entry of all that is 0',
      { engines: { chatgpt: 5, gemini: 2, all: 0 } },
      [0, { chatgpt: 5, gemini: 2 }, 0],
    ],
  ])('%s', (_, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it.each(['score', 'visibility_score', 'visibility'])('beside a %s they may be scores', (name) => {
    const figures =
      'no total, no counts by engine and no list of citations were found in the body; the figures at';
    const says = `stand beside /${name} and may be scores, so they are no counts`;
    expect(read({ [name]: 72, platforms: { chatgpt: 82, gemini: 64 } })).toBe(
      `${figures} /platforms ${says}`,
    );
    expect(read({ [name]: 72, engines: [{ engine: 'chatgpt', value: 82 }] })).toBe(
      `${figures} /engines ${says}`,
    );
  });

  it('beside a score further in they may be scores', () => {
    for (const engines of [{ chatgpt: 82 }, [{ engine: 'chatgpt', value: 82 }]])
      expect(read({ data: { score: 72, engines } })).toMatch(/beside .data.score and may be scores/);
  });

  it('a mapping says that they are', () => {
    const mapping = { rows: '/*', fields: { engine: '*', count: '' } };
    const reading = readCitations({ chatgpt: 82, gemini: 64, overall: 72 }, { mapping });
    expect(reading).toMatchObject({
      ok: true,
      value: { total: 72, byEngine: [{ count: 82 }, { count: 64 }] },
    });
  });

  it('parts of a whole are told', () => {
    expect(read({ engines: { chatgpt: 62.5, gemini: 37.5, total: 100 } })).toMatch(
      /the figures at .engines are parts of a whole, so they are no counts$/,
    );
  });

  it('more than that of all engines they may be scores', () => {
    expect(read({ chatgpt: 82, gemini: 64, overall: 72 })).toMatch(
      /the top are more than that of all engines and may be scores, so they are no counts$/,
    );
    expect(read({ chatgpt: 82, gemini: null, overall: 72 })).toEqual([72, { chatgpt: 82 }, 0]);
  });
});

describe('a total that counts rows', () => {
  const url = 'https://www.acme.example/crm';
  const rows = [
    { url, count: 5 },
    { url: `${url}/2`, count: 2 },
  ];

  it.each(['data', 'citations', 'urls', 'sources', 'results', 'items'])(
    'beside rows with counts in %s is none',
    (name) => {
      for (const total of [2, 6, 35]) {
        expect(read({ [name]: rows, total })).toEqual([null, {}, 2]);
        expect(read({ data: { [name]: rows, total_count: total } })).toEqual([null, {}, 2]);
      }
      expect(read({ [name]: rows, total: 7 })).toEqual([7, {}, 2]);
      expect(read({ [name]: rows, total_citations: 35 })).toEqual([35, {}, 2]);
    },
  );

  it('is told for what it is', () => {
    expect(notes({ data: rows, total: 2 })).toContain('/total (2) is the number of rows and not the total');
    expect(notes({ data: rows, total: 35 })).toContain(
      '/total (35) counts rows and not what they count, and is not the total',
    );
    expect(notes({ engines: two, total: 2 })).toContain(
      '/total (2) is less than the count of one engine and not the total',
    );
    expect(
      notes({
        engines: [
          { engine: 'chatgpt', count: 1 },
          { engine: 'gemini', count: 0 },
        ],
        total: 2,
      }),
    ).toContain('/total (2) is the number of rows and not the total');
  });

  it('is that of answers where those of the engines come to it', () => {
    const engines = [
      { engine: 'chatgpt', responses: 20, citations: 5 },
      { engine: 'gemini', responses: 21, citations: 2 },
    ];
    expect(read({ engines, total: 41 })).toEqual(both);
    expect(notes({ engines, total: 41 })).toContain('/total (41) is the sum of responses and not the total');
    expect(read({ engines, total: 21 })).toEqual([21, { chatgpt: 5, gemini: 2 }, 0]);
    expect(read({ engines: [engines[0], { engine: 'gemini', citations: 2 }], total: 20 })).toEqual([
      20,
      { chatgpt: 5, gemini: 2 },
      0,
    ]);
    expect(
      read({ engines: [engines[0], { engine: 'gemini', responses: 21, citations: null }], total: 41 }),
    ).toEqual([41, { chatgpt: 5 }, 0]);
  });

  it('is not told where it is that of the engines', () => {
    expect(notes({ by_engine: { chatgpt: 1, gemini: 1 }, data: rows, total: 2 })).toEqual([]);
  });

  it.each<[string, unknown, unknown]>([
    ['pages around citations', { page: 1, citations: { total: 35, items: [{ url }] } }, [null, {}, 1]],
    ['one row without a count', { data: [rows[0], { url }], total: 35 }, [null, {}, 2]],
    ['rows without counts', { data: [{ url }, { url: `${url}/2` }], total: 35 }, [35, {}, 2]],
    ['the best pages of all', { top_pages: rows, total: 35 }, [35, {}, 2]],
    ['as many pages', { top_pages: rows, total: 2 }, [null, {}, 2]],
    ['rows in an object of citations', { citations: { total: 35, items: rows } }, [35, {}, 2]],
    [
      'rows beside counts by engine',
      { by_engine: two, data: rows, total: 7 },
      [7, { chatgpt: 5, gemini: 2 }, 2],
    ],
    [
      'as many rows as citations by engine',
      { by_engine: { chatgpt: 1, gemini: 1 }, data: rows, total: 2 },
      [2, { chatgpt: 1, gemini: 1 }, 2],
    ],
    [
      'rows beside other counts by engine',
      { by_engine: two, data: rows, total: 9 },
      [9, { chatgpt: 5, gemini: 2 }, 2],
    ],
    ['engines', { data: two, total: 2 }, both],
    ['engines that are counted', { engines: two, count: 2 }, both],
    ['a map of engines', { engines: { chatgpt: 5, gemini: 2 }, total: 4 }, both],
    [
      'as many as a map of engines has',
      { by_engine: { chatgpt: 1, gemini: 0 }, total: 2 },
      [2, { chatgpt: 1, gemini: 0 }, 0],
    ],
    [
      'engines of which one is unknown',
      {
        engines: [
          { engine: 'chatgpt', count: 1 },
          { engine: 'gemini', count: null },
        ],
        total: 2,
      },
      [2, { chatgpt: 1 }, 0],
    ],
    ['more than the engines', { engines: two, total: 9 }, [9, { chatgpt: 5, gemini: 2 }, 0]],
    ['as much as one engine', { engines: two, total: 5 }, [5, { chatgpt: 5, gemini: 2 }, 0]],
  ])('%s', (_, body, expected) => {
    expect(read(body)).toEqual(expected);
  });
});

it('the count of an entry that failed may be an older one', () => {
  const data = [{ url: 'https://www.acme.example/crm', count: 3, status: 'error' }];
  expect(notes({ data })).toContain('an entry of /data says "error": its figure may be an older one');
});
