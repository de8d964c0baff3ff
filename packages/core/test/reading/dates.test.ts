import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';
import { readDate } from '../../src/reading/dates.ts';
import { startOf } from '../../src/windows/calendar.ts';

it('a text is a date exactly where the calendar has it', () => {
  const two = (number: number): string => String(number).padStart(2, '0');
  const part = fc.integer({ min: 0, max: 32 }).map(two);
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2099 }), part, part, (year, month, day) => {
      const text = `${year}-${month}-${day}`;
      expect(readDate(text)).toBe(startOf(text) === null ? null : text);
    }),
    { numRuns: 5_000 },
  );
});

it.each<[unknown, string | null]>([
  ['2026-11-01T23:30:00-05:00', '2026-11-01'],
  ['2026-11-01 00:00:00', '2026-11-01'],
  ['20261101', '2026-11-01'],
  [20261101, '2026-11-01'],
  ['2026/11/01', '2026-11-01'],
  ['Nov 1, 2026', '2026-11-01'],
  ['Sun, 01 Nov 2026 00:00:00 GMT', '2026-11-01'],
  [1793491200, '2026-11-01'],
  ['1793491200000', '2026-11-01'],
  ['01/11/2026', null],
  ['2026-11', null],
  ['2026-11-01 to 2026-11-07', null],
  [42, null],
])('%s is read as %s', (written, date) => {
  expect(readDate(written)).toBe(date);
});

it.each<[string, unknown]>([
  ['English dates', 'Nov 1, 2026'],
  ['dates of eight digits', 20261101],
])('two rows of one day in %s are no hours of it', (_, date) => {
  const days = [
    { date, pageviews: 5 },
    { date, pageviews: 6 },
  ];
  expect(readAnalytics({ days })).toMatchObject({ ok: false, reason: 'two rows have the date 2026-11-01' });
});

it.each<[string, readonly object[]]>([
  ['one time', [{ date: '2026-11-01T13:00:00Z' }, { date: '2026-11-01T13:00:00Z' }]],
  [
    'one hour',
    [
      { date: '2026-11-01', hour: 3 },
      { date: '2026-11-01', hour: 3 },
    ],
  ],
])('two rows of %s are no hours of a day', (_, rows) => {
  const days = rows.map((row) => ({ ...row, pageviews: 5 }));
  expect(readAnalytics({ days })).toMatchObject({ ok: false, reason: 'two rows have the date 2026-11-01' });
});

it('an hour that comes twice, where the clock is set back, is told by its zone', () => {
  const reading = readAnalytics({
    days: [
      { date: '2026-11-01T01:00:00-04:00', pageviews: 5 },
      { date: '2026-11-01T01:00:00-05:00', pageviews: 6 },
    ],
  });
  expect(reading.ok && reading.value.days).toMatchObject([{ date: '2026-11-01', pageviews: 11 }]);
});

it('pairs under names are rows of these names', () => {
  const values = [
    ['2026-11-01', 5],
    ['2026-11-02', 6],
  ];
  const body = { results: [{ series: [{ name: 'traffic', columns: ['time', 'visitors'], values }] }] };
  const reading = readAnalytics(body);
  expect(reading.ok && reading.value.days).toMatchObject([{ visitors: 5 }, { visitors: 6 }]);
  const other = { series: [{ name: 'traffic', columns: ['time', 'mean'], values }] };
  const unnamed = readAnalytics(other);
  expect(unnamed.ok && unnamed.value.days).toMatchObject([
    { metrics: { mean: 5 } },
    { metrics: { mean: 6 } },
  ]);
});

it('hours in English are parts of their day', () => {
  const reading = readAnalytics({
    days: [
      { date: 'Nov 1, 2026, 12:00 AM', pageviews: 5 },
      { date: 'Nov 1, 2026, 1:00 AM', pageviews: 6 },
    ],
  });
  expect(reading.ok && reading.value.days).toEqual([
    { date: '2026-11-01', visitors: null, pageviews: 11, citations: null, metrics: {} },
  ]);
});

it('a row from one English date to the next is a day, and one of a week is refused', () => {
  const day = readAnalytics({ days: [{ start: 'Nov 1, 2026', end: 'Nov 2, 2026', pageviews: 5 }] });
  expect(day.ok && day.value.days).toMatchObject([{ date: '2026-11-01', pageviews: 5 }]);
  for (const date of ['Nov 1, 2026 - Nov 7, 2026', 'Week 1 Nov 2026'])
    expect(readAnalytics({ days: [{ date, pageviews: 5 }] }).ok).toBe(false);
});
