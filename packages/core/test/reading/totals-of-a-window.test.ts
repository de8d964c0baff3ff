import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const totals = { visitors: 5, pageviews: 9 };

const periodOf = (body: unknown): unknown => {
  const reading = readAnalytics(body);
  if (!reading.ok) return reading.reason;
  const { from, to, visitors, pageviews } = reading.value.period ?? {};
  return [from, to, visitors, pageviews];
};

describe('the window of totals', () => {
  const month = ['2026-11-01', '2026-11-30', 5, 9];
  const unknown = [null, null, 5, 9];

  it.each([
    ['an object behind the totals', { totals, range: { from: '2026-11-01', to: '2026-11-30' } }, month],
    [
      'an object within another',
      { totals, meta: { window: { from: '2026-11-01', to: '2026-11-30' } } },
      month,
    ],
    ['a pair', { totals, date_range: ['2026-11-01', '2026-11-30'] }, month],
    [
      'words and then dates',
      { totals, from: 'last month', to: 'today', start_date: '2026-11-01', end_date: '2026-11-30' },
      month,
    ],
    ['a pair that is open', { totals, date_range: ['2026-11-01', null] }, unknown],
    ['a pair without a start', { totals, date_range: [null, '2026-11-30'] }, unknown],
    ['a list of dates', { totals, date_range: ['2026-11-01', '2026-11-15', '2026-11-30'] }, unknown],
  ])('%s', (_, body, period) => {
    expect(periodOf(body)).toEqual(period);
  });
});

describe('totals whose values stand by position', () => {
  const query = { metrics: ['visitors', 'pageviews'], dimensions: ['country'] };

  it.each([
    ['as numbers', [5, 9]],
    ['as texts', ['5', '9']],
  ])('%s', (_, metrics) => {
    expect(periodOf({ results: [{ metrics, dimensions: [] }], query })).toEqual([null, null, 5, 9]);
  });

  it('beside a flag', () => {
    const results = [{ metrics: [5, 9], dimensions: [], sampled: false }];
    expect(periodOf({ results, query })).toEqual([null, null, 5, 9]);
  });

  it.each([
    ['a country', { results: [{ metrics: [5, 9], dimensions: ['DE'] }], query }],
    [
      'a dimension that is not named',
      { results: [{ metrics: [5, 9], dimensions: ['DE'] }], query: { metrics: query.metrics } },
    ],
  ])('of %s alone are refused', (_, body) => {
    expect(periodOf(body)).toMatch(/^no list of dated rows and no totals/);
  });
});

it('figures of one device are no totals', () => {
  expect(periodOf({ desktop: totals })).toMatch(/^no list of dated rows and no totals/);
});
