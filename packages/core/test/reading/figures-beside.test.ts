import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const on = (...rows: readonly object[]): { readonly days: readonly object[] } => ({
  days: rows.map((row, at) => ({ date: `2026-11-0${at + 1}`, ...row })),
});

const notesOf = (body: unknown): readonly string[] => readAnalytics(body).trace.notes;

const reasonOf = (body: unknown): string => {
  const reading = readAnalytics(body);
  return reading.ok ? 'read' : reading.reason;
};

describe('another field that could be a figure is told', () => {
  it.each<[string, object, string]>([
    [
      'visitors',
      { visitors: 100, unique_visitors: 80 },
      'visitors are those at /days/*/visitors; others stand at /days/*/unique_visitors',
    ],
    [
      'uniques',
      { visitors: 100, uniques: 80 },
      'visitors are those at /days/*/visitors; others stand at /days/*/uniques',
    ],
    [
      'users',
      { users: 100, active_users: '80' },
      'visitors are those at /days/*/users; others stand at /days/*/active_users',
    ],
    [
      'views',
      { pageviews: 100, views: 80 },
      'pageviews are those at /days/*/pageviews; others stand at /days/*/views',
    ],
  ])('%s', (_, row, note) => {
    expect(notesOf(on(row))).toEqual([note]);
  });

  it.each<[string, object]>([
    ['the same number', { visitors: 100, unique_visitors: '100' }],
    ['no number', { visitors: 100, unique_visitors: null }],
    ['a part', { visitors: 100, organic_users: 80 }],
    ['what a group holds', { visitors: 100, sum: { unique_visitors: 80 } }],
    ['another period', { visitors: 100, previous_users: 80 }],
  ])('%s is none', (_, row) => {
    expect(notesOf(on(row))).toEqual([]);
  });

  it('of a window too', () => {
    expect(notesOf({ visitors: 100, unique_visitors: 80, pageviews: 300 })).toEqual([
      'visitors are those at /visitors; others stand at /unique_visitors',
    ]);
  });
});

describe('citations that are a running total are refused', () => {
  it.each([
    'new_citations',
    'daily_citations',
    'citations_added',
    'citationsGained',
    'new_ai_citations',
    'citations_today',
    'ai_citation_new',
    'added_citations',
    'gained_citations',
    'citations_daily',
  ])('where %s say what each day added', (name) => {
    const body = on(
      { citations: 412, [name]: 6 },
      { citations: 416, [name]: 4 },
      { citations: '416', [name]: 0 },
    );
    const reason = `/days/*/citations is a running total, to which each day adds /days/*/${name}: give a mapping`;
    expect(reasonOf(body)).toBe(reason);
    expect(reasonOf({ days: [...body.days].reverse() })).toBe(reason);
  });

  it.each<[string, readonly object[]]>([
    [
      'other differences',
      [
        { citations: 12, new_citations: 6 },
        { citations: 16, new_citations: 3 },
      ],
    ],
    [
      'one of them other',
      [
        { citations: 12, new_citations: 6 },
        { citations: 16, new_citations: 4 },
        { citations: 17, new_citations: 4 },
      ],
    ],
    ['one day', [{ citations: 412, new_citations: 6 }]],
    [
      'a first one',
      [
        { citations: 0, new_citations: 0 },
        { citations: 1, new_citations: 1 },
      ],
    ],
    [
      'none new',
      [
        { citations: 5, new_citations: 0 },
        { citations: 5, new_citations: 0 },
      ],
    ],
    [
      'unknown ones',
      [
        { citations: 5, new_citations: 1 },
        { citations: 6, new_citations: null },
      ],
    ],
    [
      'another field',
      [
        { citations: 5, mentions: 1 },
        { citations: 6, mentions: 1 },
      ],
    ],
    [
      'new visitors',
      [
        { visitors: 5, new_visitors: 1 },
        { visitors: 6, new_visitors: 1 },
      ],
    ],
  ])('and those of %s are not', (_, rows) => {
    expect(reasonOf(on(...rows))).toBe('read');
  });

  it('and those of a day without any are not', () => {
    const [first, last] = [
      { citations: 412, new_citations: 6 },
      { citations: 416, new_citations: 4 },
    ];
    expect(reasonOf(on(first, { new_citations: 4 }, last))).toBe('read');
    expect(reasonOf(on(first, { citations: { of: 'today' }, new_citations: 4 }, last))).toMatch(
      'citations of 2026-11-02 at /days/*/citations is a list or an object and no count',
    );
  });

  it('hour by hour, as they come', () => {
    const hours = [412, 416, 421].map((citations, hour) => ({
      date: '2026-11-01',
      hour,
      citations,
      new_citations: [6, 4, 5][hour],
    }));
    expect(reasonOf({ days: hours })).toMatch('is a running total');
  });

  it('whatever else a row says', () => {
    expect(
      reasonOf(on({ citations: 412, new_citations: 6 }, { visitors: 5, citations: 416, new_citations: 4 })),
    ).toMatch('is a running total');
  });
});

it.each(['website_id', 'siteId', 'website_name', 'site_name', 'website'])(
  'rows of two websites by their %s are refused',
  (name) => {
    expect(reasonOf(on({ visitors: 5, [name]: 'a' }, { visitors: 6, [name]: 'b' }))).toMatch(
      'the rows are of "a" and of "b"',
    );
    expect(
      reasonOf({
        visitors: 1,
        pageviews: 2,
        ...on({ visitors: 5, [name]: 'a' }, { visitors: 6, [name]: 'a' }),
      }),
    ).toBe('read');
  },
);

describe('lists of what was made of days are refused', () => {
  it.each([
    ...[
      'moving_average',
      'industry_average',
      'category_avg',
      'mean',
      'peer_median',
      'rolling_7d',
      'running_sum',
    ],
    ...[
      'smoothed',
      'smoothed_visitors',
      'cumulative_visitors',
      'accumulated',
      'anomalies',
      'traffic_anomaly',
      'anomaly_days',
    ],
    ...[
      'outliers',
      'trendline',
      'average_visitors',
      'avg_daily_unique_visitors',
      'median_users',
      'mean_visits',
    ],
    ...['avg_pageviews', 'avg_views', 'average_citations'],
  ])('%s', (name) => {
    expect(reasonOf({ [name]: on({ visitors: 5 }, { visitors: 6 }).days })).toMatch('no list of dated rows');
  });
});

describe('one total beside days', () => {
  const { days } = on({ visitors: 5, pageviews: 9 }, { visitors: 6, pageviews: 11 });
  it.each([
    ...['totals', 'total', 'summary', 'aggregate', 'traffic_summary', 'site_totals', 'analytics_aggregates'],
  ])('is that of the window under %s', (name) => {
    for (const figure of ['visitors', 'pageviews'] as const) {
      const reading = readAnalytics({ [name]: { [figure]: 50 }, days });
      expect(reading.ok && reading.value.period?.[figure]).toBe(50);
    }
  });

  it('is that of the window in a list of one by position', () => {
    const query = { metrics: ['visitors'], dimensions: [] };
    const reading = readAnalytics({ totals: [{ metrics: [50], dimensions: [] }], query, days });
    expect(reading.ok && reading.value.period?.visitors).toBe(50);
  });

  it.each(['current', 'report', 'stats'])('is none under %s, which may be those present now', (name) => {
    const reading = readAnalytics({ [name]: { visitors: 50 }, days });
    expect(reading.ok && reading.value.period).toBeNull();
  });

  it('is none without days', () => {
    expect(reasonOf({ totals: { visitors: 50 } })).toMatch('no list of dated rows');
  });
});

describe('values whose name stands beside them', () => {
  const data = [
    { date: '2026-11-01', value: 5 },
    { date: '2026-11-02', value: 6 },
  ];
  const visitors = (body: unknown): unknown => {
    const reading = readAnalytics(body);
    return reading.ok ? reading.value.days.map((day) => day.visitors) : reading.reason;
  };

  it.each(['metric', 'metric_name', 'metrics', 'measure', 'name', 'indicator', 'kpi', 'label', 'field'])(
    'as %s',
    (name) => {
      expect(visitors({ [name]: 'visitors', data })).toEqual([5, 6]);
    },
  );

  it.each<[string, unknown]>([
    [
      'of Prometheus',
      {
        status: 'success',
        data: {
          resultType: 'matrix',
          result: [
            {
              metric: { __name__: 'visitors' },
              values: [
                [1793491200, '5'],
                [1793577600, '6'],
              ],
            },
          ],
        },
      },
    ],
    ['in an object with a name', { data: { metric: { name: 'visitors' }, data } }],
    [
      'of Datadog',
      {
        series: [
          {
            metric: 'visitors',
            pointlist: [
              [1793491200000, 5],
              [1793577600000, 6],
            ],
          },
        ],
      },
    ],
    [
      'of ClickHouse',
      {
        meta: [
          { name: 'date', type: 'Date' },
          { name: 'visitors', type: 'UInt64' },
        ],
        data: [
          ['2026-11-01', 5],
          ['2026-11-02', 6],
        ],
      },
    ],
    ['of visits', { metric: 'visits', data }],
  ])('%s', (what, body) => {
    expect(visitors(body)).toEqual(what === 'of visits' ? [null, null] : [5, 6]);
  });

  it('that is none of ours says nothing', () => {
    expect(visitors({ name: 'Acme', data })).toEqual([null, null]);
    expect(visitors({ metric: 7, visitors: data })).toEqual([5, 6]);
    expect(visitors([{ name: 'visitors', value: 5 }])).toMatch('no list of dated rows');
  });

  it('of visits is a metric of its own', () => {
    const reading = readAnalytics({ metric: 'visits', data });
    expect(reading.ok && reading.value.days[0]?.metrics).toEqual({ visits: 5 });
  });
});

describe('a number that is larger than is kept exactly', () => {
  it('is unknown where it is a text, and refused where it is a number', () => {
    const reading = readAnalytics(
      on({ visitors: '9007199254740993', hits: '9,007,199,254,740,993', pageviews: '9007199254740991' }),
    );
    expect(reading.ok && reading.value.days[0]).toMatchObject({
      visitors: null,
      pageviews: 9007199254740991,
      metrics: {},
    });
    expect(reading.trace.notes).toContain(
      'visitors: "9007199254740993" is too large to be kept exactly and no number, so it is unknown',
    );
    const coerced = ['visitors', 'pageviews'].map((name) => `${name}: text or object read as a number`);
    expect(reading.trace.coerced).toEqual(coerced);
    expect(reasonOf(on({ visitors: 9007199254740992 }))).toMatch('and no count');
    expect(reasonOf(on({ visitors: 9007199254740991 }))).toBe('read');
  });
});

it.each([
  ...[
    'interpolated',
    'interpolation',
    'imputed',
    'imputation',
    'extrapolated',
    'gap_filled',
    'zeroFilled',
    'filled',
  ],
  ...['forward_filled', 'padded', 'synthetic', 'modeled', 'modelled', 'simulated'],
])('a row that is %s is left out', (word) => {
  const reading = readAnalytics(on({ visitors: 5 }, { visitors: 0, [word]: true }));
  expect(reading.ok && reading.value.days.map(({ visitors }) => visitors)).toEqual([5]);
});
