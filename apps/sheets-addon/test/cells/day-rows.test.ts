import { addDays, countWindowDays } from '@answershare/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPastWindow } from '../../src/cells/comparison.ts';
import { listDayRows } from '../../src/cells/day-rows.ts';

const windows = fc
  .tuple(
    fc.date({ min: new Date('2023-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 400 }),
  )
  .map(([start, days]) => {
    const from = start.toISOString().slice(0, 10);
    return { from, to: addDays(from, days) };
  });

const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

describe.each(['day', 'week', 'month'] as const)('the rows of a window by %s', (unit) => {
  test('cover each day once, and each begins with its unit', () => {
    fc.assert(
      fc.property(windows, (window) => {
        const rows = listDayRows(window, unit);
        expect([rows[0]?.from, rows.at(-1)?.to]).toEqual([window.from, window.to]);
        for (const [at, row] of rows.entries()) {
          const next = rows[at + 1];
          if (next) expect(next.from).toBe(addDays(row.to, 1));
          if (unit === 'day') expect([row.from, row.to]).toEqual([row.date, row.date]);
          if (unit === 'week') expect(weekday(row.date)).toBe(1);
          if (unit === 'month') expect(row.date.slice(8)).toBe('01');
          const isInner = at > 0 && at < rows.length - 1;
          if (isInner) expect([row.from, row.isCut]).toEqual([row.date, false]);
        }
      }),
    );
  });
});

test('a week or month is cut unless the window has its first and its last day', () => {
  const isCut = (from: string, to: string, unit: 'week' | 'month') =>
    listDayRows({ from, to }, unit).map((row) => row.isCut);
  expect(isCut('2026-11-16', '2026-11-22', 'week')).toEqual([false]);
  expect(isCut('2026-11-17', '2026-11-22', 'week')).toEqual([true]);
  expect(isCut('2026-11-16', '2026-11-21', 'week')).toEqual([true]);
  expect(isCut('2028-02-01', '2028-02-29', 'month')).toEqual([false]);
  expect(isCut('2028-02-01', '2028-02-28', 'month')).toEqual([true]);
});

describe('the window of a comparison', () => {
  test('is as long, and ends where the other begins or starts on the same date a year before', () => {
    fc.assert(
      fc.property(windows, (window) => {
        const [previous, year] = [toPastWindow(window, 'previous'), toPastWindow(window, 'year')];
        expect([countWindowDays(previous), countWindowDays(year)]).toEqual(
          Array.from({ length: 2 }, () => countWindowDays(window)),
        );
        expect(addDays(previous.to, 1)).toBe(window.from);
        if (!window.from.endsWith('02-29'))
          expect(year.from).toBe(`${Number(window.from.slice(0, 4)) - 1}${window.from.slice(4)}`);
      }),
    );
  });

  test('starts on 1 March for 29 February', () => {
    expect(toPastWindow({ from: '2028-02-29', to: '2028-03-01' }, 'year')).toEqual({
      from: '2027-03-01',
      to: '2027-03-02',
    });
  });
});
