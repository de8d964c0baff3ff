import { expect, it } from 'vitest';
import { parseInstant } from '../../src/calendar/instant.ts';

const noon = Date.UTC(2026, 10, 21, 12);

it.each<[text: string, at: number | null, sure?: boolean]>([
  ['Sat, 21 Nov 2026 12:00:00 GMT', noon],
  ['Mon, 21 Nov 2026 12:00:00 GMT', noon],
  ['Saturday, 21-Nov-26 12:00:00 GMT', noon],
  ['Sat Nov 21 12:00:00 2026', noon],
  ['Sun Nov  1 12:00:00 2026', noon - 20 * 86_400_000],
  ['Sat Nov 21 2026 13:30:00 GMT+0130 (Somewhere)', noon],
  ['Sun Nov 22 2026 01:00:00 GMT+1300 (NZDT)', noon],
  ['Sat Nov 21 2026 08:30:00 GMT-0330', noon],
  ['2026-11-21T12:00:00Z', noon],
  ['2026-11-21T12:00:00.250Z', noon + 250],
  ['2026-11-21T13:30+01:30', noon],
  ['2026-11-21 12:00:00', noon, false],
  ['2026-11-21', noon - 43_200_000, false],
  ['Sat, 31 Feb 2026 12:00:00 GMT', null],
  ['Tue, 31 Feb 2026 12:00:00 GMT', null],
  ['Sat Feb 31 12:00:00 2026', null],
  ['Sat, 21 Nov 2026 25:00:00 GMT', null],
  ['2026-02-30T00:00:00Z', null],
  ['2026-11-21T24:00:00Z', null],
  ['Sat, 21 Nov 2026 12:00:00', null],
  ['21 Nov 2026', null],
  ['1795262400', null],
  ['Invalid Date', null],
  ['', null],
])('parseInstant reads %j by its format and calendar', (text, at, sure = true) => {
  expect(parseInstant(text)).toEqual(at === null ? null : { at, sure });
});
