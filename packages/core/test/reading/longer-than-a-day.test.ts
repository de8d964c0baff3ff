import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const days = [{ date: '2026-11-01', visitors: 5 }];

const told = (body: unknown): unknown => {
  const reading = readAnalytics(body);
  return reading.ok ? reading.value.days.length : reading.reason;
};

describe('rows that are longer than a day are refused', () => {
  it.each([
    ['a grain told behind the rows', { data: days, meta: { granularity: 'week' } }, 'week'],
    [
      'a grain deep in an echo',
      { data: days, meta: { request: { options: { granularity: 'week' } } } },
      'week',
    ],
    [
      'a grain four objects deep, beside rows a day apart',
      { data: [...days, { date: '2026-11-02', visitors: 5 }], a: { b: { c: { resolution: 'week' } } } },
      'week',
    ],
    [
      'rows of ten days that are nine apart',
      { data: [...days, { date: '2026-11-10', visitors: 5 }], bucket: '10 days' },
      'longer window',
    ],
    ['a grain after a prefix', { data: days, query: { unit: 'time:month' } }, 'month'],
    ['a month after its days', { data: days.concat({ date: '2026-11', visitors: 90 }) }, 'month'],
    [
      'one row that ends a week later',
      {
        data: [
          { start: '2026-11-01', end: '2026-11-01', visitors: 5 },
          { start: '2026-11-02', end: '2026-11-08', visitors: 9 },
        ],
      },
      'longer window',
    ],
    [
      'weeks, the latest first',
      { data: ['2026-11-15', '2026-11-08', '2026-11-01'].map((date) => ({ date, visitors: 5 })) },
      'week',
    ],
    [
      'weeks with a row for each engine',
      {
        data: ['2026-11-01', '2026-11-08', '2026-11-15'].flatMap((date) => [
          { date, engine: 'ChatGPT', citations: 3 },
          { date, engine: 'Gemini', citations: 2 },
        ]),
      },
      'week',
    ],
  ])('%s', (_, body, grain) => {
    expect(told(body)).toBe(`a row of /data is a ${grain} and not a day`);
  });

  it.each([
    ['fortnight', ['2026-10-01', '2026-10-15', '2026-10-29']],
    ['month', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['quarter', ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01']],
    ['year', ['2023-01-01', '2024-01-01', '2025-01-01']],
  ])('dates a %s apart', (grain, dates) => {
    const data = dates.map((date) => ({ date, visitors: 5 }));
    expect(told({ data })).toBe(`a row of /data is a ${grain} and not a day`);
  });
});

describe('words about weeks and months that tell no grain', () => {
  it.each([
    ['the week so far', { interval: 'week-to-date' }],
    ['a window of the past', { interval: 'last month' }],
  ])('%s', (_, beside) => {
    expect(told({ data: days, ...beside })).toBe(1);
  });

  it.each([
    ['two dates a week apart', ['2026-11-01', '2026-11-08']],
    ['every other day', ['2026-11-01', '2026-11-03', '2026-11-05']],
    ['weeks and then days', ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-16']],
  ])('%s are days', (_, dates) => {
    expect(told({ data: dates.map((date) => ({ date, visitors: 5 })) })).toBe(dates.length);
  });

  it('a row that has no end yet', () => {
    expect(told({ data: [{ start: '2026-11-01', end: null, visitors: 5 }] })).toBe(1);
  });
});
