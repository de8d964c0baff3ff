import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const row = { date: '2026-11-01', visitors: 5, pageviews: 9 };

const told = (body: unknown): unknown => {
  const reading = readAnalytics(body);
  return reading.ok
    ? reading.value.days.map(({ visitors }) => visitors)
    : (/is a (.*) and not a day/.exec(reading.reason)?.[1] ?? reading.reason);
};

/** One row under what a body says. */
const under = (said: object, held: object = row): unknown => told({ ...said, data: [held] });

describe('one row of more than a day is refused', () => {
  it.each([
    ...[
      'w',
      'W',
      'wk',
      'week',
      'weeks',
      'weekly',
      'Weekly',
      '1w',
      '1 week',
      '7d',
      '7 days',
      'P1W',
      'P7D',
      'per week',
    ],
    ...['every week', 'each week', 'by_week', 'W-SUN', 'W-MON', 'W-TUE', 'W-WED', 'W-THU', 'W-FRI', 'W-SAT'],
    ...['iso_week', 'calendar week', 'ga:week', 'ym:s:week', 'PT168H', '604800', '168h'],
  ])('%s is a week', (interval) => {
    expect(under({ interval })).toBe('week');
  });

  it.each<[string, string]>([
    ['fortnight', 'fortnight'],
    ['fortnightly', 'fortnight'],
    ['biweekly', 'fortnight'],
    ['every 2 weeks', 'fortnight'],
    ['m', 'month'],
    ['mo', 'month'],
    ['1mth', 'month'],
    ['month', 'month'],
    ['monthly', 'month'],
    ['MS', 'month'],
    ['ME', 'month'],
    ['P1M', 'month'],
    ['30d', 'month'],
    ['q', 'quarter'],
    ['qtr', 'quarter'],
    ['quarterly', 'quarter'],
    ['QS', 'quarter'],
    ['QE', 'quarter'],
    ['P3M', 'quarter'],
    ['y', 'year'],
    ['yr', 'year'],
    ['yearly', 'year'],
    ['annual', 'year'],
    ['annually', 'year'],
    ['YE', 'year'],
    ['P1Y', 'year'],
    ['2d', 'longer window'],
    ['10 days', 'longer window'],
  ])('%s is a %s', (interval, grain) => {
    expect(under({ interval })).toBe(grain);
  });

  it.each<[number, string]>([
    [604_800, 'week'],
    [604_800_000, 'week'],
    [2_592_000, 'month'],
    [172_800, 'longer window'],
    [172_800_000, 'longer window'],
    [31_536_000, 'year'],
  ])('%d seconds or milliseconds are a %s', (step, grain) => {
    expect(under({ step })).toBe(grain);
  });

  it.each([
    ...[
      'granularity',
      'interval',
      'resolution',
      'bucket',
      'bin',
      'binsize',
      'bucket_size',
      'step',
      'frequency',
    ],
    ...[
      'grain',
      'dimension',
      'dimensions',
      'group_by',
      'groupedBy',
      'aggregate_by',
      'aggregated_by',
      'period_type',
    ],
    ...['intervalType', 'range_type', 'timeframe_type', 'report_type', 'rollup', 'cadence', 'periodicity'],
    ...[
      'time_grain',
      'time_bucket',
      'date_interval',
      'data_frequency',
      'report_frequency',
      'reporting_frequency',
    ],
    ...['aggregation_interval', 'bucket_interval', 'series_step', 'chart_interval', 'group_interval'],
    ...['grouping_interval', 'period_granularity', 'time_resolution'],
  ])('told by %s', (name) => {
    expect(under({ meta: { [name]: '1w' } })).toBe('week');
  });

  it.each(['timeframe', 'period', 'range', 'window', 'report', 'type', 'mode'])(
    '%s tells it by a word such as weekly alone',
    (name) => {
      expect(under({ [name]: 'weekly' })).toBe('week');
      expect(under({ [name]: '7d' })).toEqual([5]);
      expect(under({ [name]: 'week' })).toEqual([5]);
    },
  );

  it.each<[string, object]>([
    ['its days', { bucket_days: 7 }],
    ['a size in days', { interval_size_days: 7 }],
    ['a length in days', { step_length_in_days: 7 }],
    ['a width in days', { bin_width_days: '7' }],
    ['hours', { resolution_hours: 168 }],
    ['weeks', { granularity_weeks: 1 }],
    ['a week', { grain_week: 1 }],
    ['grouped days', { group_days: 7 }],
    ['a list of dimensions', { dimensions: ['country', 'week'] }],
    ['in the echoed query', { meta: { query: { options: { interval: 'P1W' } } } }],
  ])('%s', (_, said) => {
    expect(under(said)).toBe('week');
  });

  it('as a month in the name', () => {
    expect(under({ bucket_months: 1 })).toBe('month');
  });

  it('two rows as far from one another as is said', () => {
    const data = ['2026-11-01', '2026-11-08'].map((date) => ({ ...row, date }));
    expect(told({ interval: 'P1W', data })).toBe('week');
    const months = ['2026-10-31', '2026-11-30'].map((date) => ({ ...row, date }));
    expect(told({ interval: 'P1M', data: months })).toBe('month');
  });

  it.each<[string, object]>([
    ['days of a window', { window_days: 7 }],
    ['days of a rolling window', { rolling_window_days: 7 }],
    ['a period', { period_days: 7 }],
    ['a span', { span_days: 7 }],
    ['a rolling window', { rolling_days: 7 }],
    ['a trailing window', { trailing_days: 7 }],
    ['days back', { lookback_days: 7 }],
    ['smoothed days', { smoothing_days: 7 }],
    ['a bucket', { bucket_days: 7 }],
    ['an interval', { interval_days: 7 }],
    ['aggregated days', { aggregation_days: 7 }],
    ['a window of text', { window: '7d' }],
    ['another window of text', { avg_window: '7d' }],
    ['a span of text', { span: 'P7D' }],
    ['a lookback of text', { lookback: '1 week' }],
    ['a rolling one of text', { rolling: '7d' }],
    ['a trailing one of text', { trailing: '7d' }],
    ['a grain', { granularity: 'weekly' }],
  ])('a row that says so of itself: %s', (_, said) => {
    expect(under({}, { ...row, ...said })).toBe('week');
    const data = ['2026-11-01', '2026-11-02'].map((date) => ({ ...row, date, ...said }));
    expect(told({ data })).toBe('week');
  });
});

describe('words that tell no length, or that of a day', () => {
  it.each([
    ...[
      'd',
      'day',
      'days',
      'daily',
      'date',
      '1d',
      'P1D',
      '24h',
      'PT24H',
      '1440 min',
      '86400',
      '',
      'auto',
      'last month',
    ],
    ...['week-to-date', '2026-11-01/2026-11-07', 'weekday', '1.5 weeks', 'week/day', '0', '7'],
  ])('an interval of "%s"', (interval) => {
    expect(under({ interval })).toEqual([5]);
  });

  it.each<[string, object]>([
    ['a day in seconds', { step: 86_400 }],
    ['a day in milliseconds', { step: 86_400_000 }],
    ['a number of minutes', { interval: 1440 }],
    ['a small number', { step: 60 }],
    ['a number without round minutes', { step: 604_801 }],
    ['the length of the window', { window_days: 7, period: '7d', days: 7 }],
    ['a list of numbers', { buckets: [604_800] }],
    ['a list without words', { dimensions: ['country'] }],
    ['no words', { interval: null }],
    ['how often it is made anew', { refresh_interval: 'week', update_frequency: 'weekly' }],
    ['days beside weeks', { interval: '1d', period: 'weekly' }],
    ['a list with days', { dimensions: ['week', 'date'] }],
    ['a length of an object', { interval: { week: true } }],
    ['the unit of a time', { unit: 'hours' }],
    ['too deep', { a: { b: { c: { d: { interval: 'P1W' } } } } }],
    ['another list', { jobs: [{ interval: 'P1W' }] }],
  ])('%s', (_, said) => {
    expect(under(said)).toEqual([5]);
  });

  it('a number of a row that rolls', () => {
    expect(under({}, { ...row, rolling: 604_800 } as object)).toEqual([5]);
  });

  it('rows that stand nearer to one another than that are days', () => {
    const data = ['2026-11-01', '2026-11-02', '2026-11-09'].map((date) => ({ ...row, date }));
    expect(told({ interval: 'P1W', data })).toEqual([5, 5, 5]);
  });
});

describe('the window that a row says it is of', () => {
  it.each<[string, unknown, string]>([
    ['period', '30d', 'month'],
    ['period', 'last 30 days', 'month'],
    ['period', 'month', 'month'],
    ['period', 'MTD', 'month'],
    ['period', 'month_to_date', 'month'],
    ['period', 'YTD', 'year'],
    ['period', 'year to date', 'year'],
    ['range', 'the last 7 days', 'week'],
    ['range', 'past_week', 'week'],
    ['timeframe', 'trailing 7 days', 'week'],
    ['date_range', 'rolling-7d', 'week'],
    ['time_period', '2 days', 'longer window'],
    ['report_period', '1m', 'month'],
  ])('%s: %s', (name, value, grain) => {
    expect(under({}, { ...row, [name]: value } as object)).toBe(grain);
  });

  it.each<[string, unknown]>([
    ['period', 'day'],
    ['period', '1d'],
    ['period', 'last day'],
    ['period', 'current'],
    ['range', 7],
  ])('%s: %s is one day', (name, value) => {
    expect(under({}, { ...row, [name]: value } as object)).toEqual([5]);
  });

  it('what was asked for is not that of a row', () => {
    expect(under({ interval: 'last 30 days' })).toEqual([5]);
  });
});

describe('rows from one date to another', () => {
  const on = (from: string, to: string): object => ({ from, to, visitors: 5 });

  it.each<[string, object[]]>([
    ['to the next day', [on('2026-11-01', '2026-11-02')]],
    ['to the next day, in digits', [on('20261101', '20261102')]],
    [
      'of two days each',
      [on('2026-11-01', '2026-11-02'), on('2026-11-03', '2026-11-04'), on('2026-11-05', '2026-11-06')],
    ],
    ['of two days and of one', [on('2026-11-01', '2026-11-02'), on('2026-11-03', '2026-11-03')]],
  ])('%s are no days', (_, data) => {
    expect(told({ data })).toBe('longer window');
  });

  it.each<[string, object[], number]>([
    ['to the same', [on('2026-11-01', '2026-11-01'), on('2026-11-02', '2026-11-02')], 2],
    ['to that of the next row', [on('2026-11-01', '2026-11-02'), on('2026-11-02', '2026-11-03')], 2],
    ['to its midnight', [on('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')], 1],
    ['to the end of it', [{ start: '2026-11-01', end: '2026-11-02', visitors: 5 }], 1],
  ])('%s are days', (_, data, days) => {
    expect(told({ data })).toHaveLength(days);
  });
});

describe('hours that a body states', () => {
  const notes = [
    'citations and page views of a day are sums over its hours; visitors cannot be added and are unknown',
    '1 hours of 2026-11-01 came',
  ];

  it.each<[string, object]>([
    ['an hour', { interval: 'hour' }],
    ['hourly', { timeframe: 'hourly' }],
    ['hr', { granularity: '1hr' }],
    ['h', { granularity: 'H' }],
    ['of ISO', { resolution: 'PT1H' }],
    ['seconds', { step: 3600 }],
    ['five minutes in seconds', { step: 300 }],
    ['milliseconds', { step: 3_600_000 }],
    ['minutes', { interval: '15min' }],
    ['minutes of ISO', { interval: 'PT15M' }],
    ['by the minute', { interval: 'minutely' }],
    ['a minute', { interval: 'minute' }],
    ['as a unit', { unit: 'hour' }],
    ['in a list', { dimensions: ['date', 'time:hour'] }],
  ])('make no day of one row: %s', (_, said) => {
    for (const date of ['2026-11-01', '2026-11-01T13:00:00Z']) {
      const reading = readAnalytics({ ...said, data: [{ ...row, date }] });
      expect(reading.ok && reading.value.days).toEqual([
        { date: '2026-11-01', visitors: null, pageviews: 9, citations: null, metrics: {} },
      ]);
      expect(reading.trace.notes).toEqual(notes);
    }
  });

  it('make no days of the last hour of a day and the first of the next', () => {
    const data = ['2026-11-01T23:00:00Z', '2026-11-02T00:00:00Z'].map((date) => ({ ...row, date }));
    const reading = readAnalytics({ interval: 'hour', data });
    expect(reading.trace.notes).toEqual([...notes, '1 hours of 2026-11-02 came']);
  });

  it('on several days', () => {
    const data = ['2026-11-01T13:00:00Z', '2026-11-02T13:00:00Z'].map((date) => ({ ...row, date }));
    expect(told({ interval: 'hour', data })).toEqual([null, null]);
  });

  it('are none where each row is a day without an hour', () => {
    const data = ['2026-11-01', '2026-11-02'].map((date) => ({ ...row, date }));
    expect(told({ interval: 'hour', data })).toEqual([5, 5]);
  });
});
