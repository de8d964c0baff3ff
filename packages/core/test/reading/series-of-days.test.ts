import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const [a, b] = ['2026-11-01', '2026-11-02'];

/** Visitors, page views and citations of each day. */
const daysOf = (body: unknown): unknown => {
  const reading = readAnalytics(body);
  return reading.ok
    ? reading.value.days.map(({ visitors, pageviews, citations }) => [visitors, pageviews, citations])
    : reading.reason;
};

const metricsOf = (body: unknown): unknown => {
  const reading = readAnalytics(body);
  return reading.ok && reading.value.days.map(({ metrics }) => metrics);
};

const none = /^no list of dated rows/;

const pairs = (...values: number[]): unknown[] => values.map((value, at) => [[a, b][at], value]);
const points = (...values: number[]): unknown[] => values.map((value, at) => ({ date: [a, b][at], value }));

describe('a list of figures, each with its days', () => {
  const both = [
    [5, 9, null],
    [6, 8, null],
  ];

  it.each<[string, unknown]>([
    [
      'pairs',
      {
        series: [
          { name: 'Visitors', data: pairs(5, 6) },
          { name: 'Pageviews', data: pairs(9, 8) },
        ],
      },
    ],
    [
      'rows',
      {
        data: [
          { metric: 'visitors', data: points(5, 6) },
          { metric: 'page_views', data: points(9, 8) },
        ],
      },
    ],
    [
      'points under identifiers',
      [
        { id: 'visitors', points: points(5, 6) },
        { id: 'views', points: points(9, 8) },
      ],
    ],
    [
      'columns',
      {
        results: [
          { label: 'Unique visitors', days: [a, b], data: [5, 6] },
          { label: 'Pageviews', days: [a, b], data: [9, 8] },
        ],
      },
    ],
    [
      'pairs with the value first',
      [
        {
          target: 'visitors',
          datapoints: [5, 6].map((one, at) => [one, 1_793_491_200_000 + at * 86_400_000]),
        },
        {
          target: 'pageviews',
          datapoints: [9, 8].map((one, at) => [one, 1_793_491_200_000 + at * 86_400_000]),
        },
      ],
    ],
    [
      'beside a group that holds a field of the same name',
      [
        { name: 'Visitors', points: points(5, 6), stats: { points: 2 } },
        { name: 'Views', points: points(9, 8) },
      ],
    ],
    [
      'one with the date of its start',
      [
        { name: 'Visitors', data: pairs(5, 6) },
        { name: 'Views', since: a, data: pairs(9, 8) },
      ],
    ],
    ['a map', { a: { name: 'Visitors', data: points(5, 6) }, b: { name: 'Views', data: points(9, 8) } }],
    [
      'names in an object',
      [
        { metric: { name: 'visitors' }, data: points(5, 6) },
        { metric: { __name__: 'pageviews' }, data: points(9, 8) },
      ],
    ],
  ])('%s', (_, body) => {
    expect(daysOf(body)).toEqual(both);
  });

  it('is told where each stands', () => {
    const series = [
      { name: 'Visitors', data: pairs(5, 6) },
      { name: 'Citations', data: pairs(1, 2) },
    ];
    expect(readAnalytics({ series }).trace.fields).toMatchObject({
      visitors: { pointer: '/series/0/data/*/1' },
      citations: { pointer: '/series/1/data/*/1' },
    });
  });

  it('of which one is no figure', () => {
    const series = [
      { name: 'Bounce rate', data: pairs(41, 42) },
      { name: 'Visitors', data: pairs(5, 6) },
    ];
    expect(daysOf({ series })).toEqual([
      [5, null, null],
      [6, null, null],
    ]);
  });

  it.each<[string, unknown[]]>([
    [
      'two of one name',
      [
        { name: 'Visitors', data: pairs(5, 6) },
        { name: 'Visitors', data: pairs(9, 8) },
      ],
    ],
    [
      'one without a name',
      [
        { name: 'Visitors', data: pairs(5, 6) },
        { name: null, data: pairs(9, 8) },
      ],
    ],
    [
      'none that is a figure',
      [
        { name: 'Germany', data: pairs(5, 6) },
        { name: 'France', data: pairs(9, 8) },
      ],
    ],
  ])('is none: %s', (_, series) => {
    expect(daysOf({ series })).toMatch(none);
  });

  it('of one alone is read by its name', () => {
    expect(daysOf({ target: 'visitors', datapoints: [[5, 1_793_491_200_000]] })).toEqual([[5, null, null]]);
  });
});

describe('rows of a date and a metric', () => {
  const on = (date: unknown, metric: string, value: number): object => ({ date, metric, value });

  it('are the days of each', () => {
    const data = [on(a, 'visitors', 5), on(a, 'citations', 2), on(b, 'visitors', 6), on(b, 'citations', 1)];
    expect(daysOf({ data })).toEqual([
      [5, null, 2],
      [6, null, 1],
    ]);
    expect(readAnalytics({ data }).ok && readAnalytics({ data })).toMatchObject({ value: { period: null } });
  });

  it('of which one metric is no figure', () => {
    const data = [on(a, 'visitors', 5), on(a, 'bounces', 2)];
    expect(daysOf({ data })).toEqual([[5, null, null]]);
    expect(metricsOf({ data })).toEqual([{ bounces: 2 }]);
  });

  it('in columns, and with dates of numbers alone', () => {
    const columns = {
      dates: [a, a, b, b],
      metric: ['visitors', 'views', 'visitors', 'views'],
      value: [5, 9, 6, 8],
    };
    expect(daysOf(columns)).toEqual([
      [5, 9, null],
      [6, 8, null],
    ]);
    const data = [on('13/11/2026', 'visitors', 5), on('13/11/2026', 'views', 9)];
    expect(daysOf({ data })).toEqual([[5, 9, null]]);
  });

  it('twice the same are refused', () => {
    expect(daysOf({ data: [on(a, 'visitors', 5), on(a, 'visitors', 6)] })).toBe(
      'two rows have the date 2026-11-01',
    );
  });
});

describe('citations by day with a column for each engine', () => {
  const row = { date: a, chatgpt: 4, perplexity: 2 };

  it.each([
    ['a total', { ai_citations: [{ ...row, total: 6 }] }, 6],
    ['a count of all', { citations: [{ ...row, count: 6 }] }, 6],
    ['all', { citations: [{ ...row, all: 6 }] }, 6],
    ['the sum', { citations: [{ ...row, sum: 6 }] }, 6],
    ['none, so that they are added', { citations: [row] }, 6],
    ['none, by day', { citations_by_day: [row] }, 6],
    ['none, in an envelope', { data: { ai_citations: [row] } }, 6],
    ['none, by platform', { citationsByPlatform: [row] }, 6],
    ['none, by engine', { citations_by_engine: { '2026-11-01': { chatgpt: 4, gemini: 2 } } }, 6],
    ['none, by provider', { citations_by_provider: [row] }, 6],
    ['none, by model', { citations_by_model: [row] }, 6],
    ['none, and one unknown', { citations: [{ ...row, gemini: null }] }, null],
    ['none, and a number for the date', { citations: [{ t: 1_793_491_200, chatgpt: 4, gemini: 2 }] }, 6],
    ['none, and a text', { citations: [{ ...row, note: 'x' }] }, 6],
    ['columns of each', { citations: { dates: [a, b], chatgpt: [4, 1], gemini: [2, 1] } }, 6],
    ['columns beside dates', { dates: [a, b], citations: { chatgpt: [4, 1], gemini: [2, 1] } }, 6],
  ])('and %s', (_, body, citations) => {
    const reading = readAnalytics(body);
    const [first] = (reading.ok && reading.value.days) || [];
    expect(first).toEqual({ date: a, visitors: null, pageviews: null, citations, metrics: {} });
  });

  it('stand where they are', () => {
    const at = (body: unknown): unknown => readAnalytics(body).trace.fields.citations?.pointer;
    expect(at({ citations: [row] })).toBe('/citations/*');
    expect(at({ citations: { dates: [a, b], chatgpt: [4, 1], gemini: [2, 1] } })).toBe('/citations/*/*');
    expect(at({ dates: [a, b], citations: { chatgpt: [4, 1], gemini: [2, 1] } })).toBe('/citations/*/*');
  });

  it.each([
    ['in a list of something else', { mentions: [row] }],
    ['beside what is no engine', { citations: [{ ...row, other: 3 }] }],
    ['without a number', { citations: [{ date: a, chatgpt: 'many' }] }],
    ['in one of the rows', { citations: [row, { date: b, value: 2 }] }],
  ])('are none %s', (_, body) => {
    expect(daysOf(body)).toMatch(none);
  });

  it.each([
    ['what is no engine', { chatgpt: [4, 1], other: [2, 1] }],
    ['lists of unequal length', { chatgpt: [4, 1], gemini: [2, 1, 5] }],
    ['a number', { chatgpt: [4, 1], gemini: 2 }],
    ['a number first', { chatgpt: 4, gemini: [2, 1] }],
    ['nothing', {}],
  ])('are no column: %s', (_, citations) => {
    expect(daysOf({ dates: [a, b], citations, visitors: [5, 6] })).toEqual([
      [5, null, null],
      [6, null, null],
    ]);
  });
});

describe('names of figures of a day', () => {
  it.each([
    ['dau', [5, null, null]],
    ['daily_active_users', [5, null, null]],
    ['times_cited', [null, null, 5]],
    ['citations_found', [null, null, 5]],
  ])('%s', (name, day) => {
    expect(daysOf({ data: [{ date: a, [name]: 5 }] })).toEqual([day]);
  });

  it.each(['dau', 'daily_active_users'])('%s is none of a window', (name) => {
    const reading = readAnalytics({ totals: { [name]: 5, pageviews: 90, visits: 40 } });
    expect(reading.ok && reading.value.period).toMatchObject({ visitors: null, pageviews: 90 });
  });

  it.each(['cards', 'tiles'])('%s of a dashboard are totals', (name) => {
    const reading = readAnalytics({
      [name]: [
        { title: 'Visitors', value: '1,204', change: '+12%' },
        { title: 'AI Citations', value: '42', change: '0%' },
      ],
    });
    expect(reading.ok && reading.value.period).toMatchObject({ visitors: 1204, citations: 42 });
  });
  it('cards of which one is of a day are none', () => {
    const cards = [
      { title: 'Visitors', value: 5, date: a },
      { title: 'Pageviews', value: 9 },
    ];
    expect(readAnalytics({ cards, from: a, to: '2026-11-02' }).ok).toBe(false);
  });
});

describe('why a list is none of days', () => {
  const nothing = 'no list of dated rows and no totals of visitors or page views were found in the body';

  it.each<[string, unknown, string]>([
    [
      'a row of the total',
      {
        data: [
          { date: a, visitors: 5 },
          { date: 'Total', visitors: 5 },
        ],
      },
      ': /data/1/date is "Total", which is no date',
    ],
    [
      'a row without a date, behind an empty list',
      {
        list: [],
        data: [
          { date: null, visitors: 5 },
          { date: b, visitors: 5 },
        ],
      },
      ': /data/0/date is null, which is no date',
    ],
    [
      'a row of a matrix',
      {
        columns: ['date', 'visitors'],
        data: [
          [a, 5],
          ['All', 5],
        ],
      },
      ': /data/1/0 is "All", which is no date',
    ],
    ['a column', { dates: [a, 'Average'], visitors: [5, 5] }, ': /dates/1 is "Average", which is no date'],
    [
      'a long text',
      {
        data: [
          { date: a, visitors: 5 },
          { date: 'x'.repeat(60), visitors: 5 },
        ],
      },
      `: /data/1/date is "${'x'.repeat(39)}, which is no date`,
    ],
    [
      'dates that could be two',
      { data: [{ date: '01/11/2026', visitors: 5 }] },
      ': /data/0/date is "01/11/2026", which could be two dates',
    ],
    [
      'rows of a page each',
      {
        data: [
          { date: a, visitors: 5 },
          { date: b, visitors: 5, url: '/crm' },
        ],
      },
      ': the rows of /data have an address, at /data/*/url',
    ],
    [
      'a row of the total without one figure',
      {
        data: [
          { date: a, visitors: 5 },
          { date: 'Total', visitors: null },
        ],
      },
      ': /data/1/date is "Total", which is no date',
    ],
    ['a word for the date', { data: [{ date: 'yesterday', visitors: 5 }] }, ''],
    ['a number for the date', { data: [{ date: 3, visitors: 5 }] }, ''],
    ['no field of a date in one row', { data: [{ date: a, visitors: 5 }, { visitors: 5 }] }, ''],
    [
      'rows without figures',
      {
        data: [
          { date: a, score: 5 },
          { date: 'Total', score: 5 },
        ],
      },
      '',
    ],
    [
      'rows whose figures are none',
      {
        data: [
          { date: a, visitors: 'x' },
          { date: 'Total', visitors: 'x' },
        ],
      },
      '',
    ],
    ['a map', { [a]: { visitors: 5 }, total: { visitors: 6 } }, ''],
    ['rows of a competitor', { competitor: { days: [{ date: a, visitors: 5 }] } }, ''],
  ])('%s', (_, body, why) => {
    expect(daysOf(body)).toBe(nothing + why);
  });
});
