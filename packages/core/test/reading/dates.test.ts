import fc from 'fast-check';
import { expect, it } from 'vitest';
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
