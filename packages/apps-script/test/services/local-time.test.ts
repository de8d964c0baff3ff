import { expect, test } from 'vitest';
import { hostOf, manifest } from '../support/pushed-folder.ts';

const code = `
function parts(d) { return [d.getFullYear(), d.getMonth() + 1, d.getDate(), d.getDay(), d.getHours(), d.getMinutes(), d.getTimezoneOffset()].join(); }
function PARTS(d) { return parts(d); }
function BUILD(y, m, d, h, n) { return new Date(y, m - 1, d, h, n); }
function PARSE(text) { return new Date(text); }
function SAY(d) { return [[d.toString(), d.toDateString(), d.toTimeString(), d.toLocaleString('en-GB'), String(new Date(NaN))]]; }
function MOVE(d) { var e = new Date(d); e.setHours(0, 0, 0, 0); e.setDate(e.getDate() + 1); return e; }
function SUB() { class Day extends Date {} var d = new Day(2026, 0, 1); return d instanceof Day && d.getHours() === 0; }
`;
const inZone = (timeZone: string) =>
  hostOf(code, {}, { 'appsscript.json': JSON.stringify({ ...manifest, timeZone }) });
const utc = (...parts: [number, number, number, number, number]): Date =>
  new Date(Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4]));

test.each([
  ['Europe/Zurich', utc(2026, 1, 1, 23, 30), '2026,1,2,5,0,30,-60'],
  ['Europe/Zurich', utc(2026, 7, 1, 22, 0), '2026,7,2,4,0,0,-120'],
  ['America/New_York', utc(2026, 1, 1, 3, 0), '2025,12,31,3,22,0,300'],
  ['Asia/Kathmandu', utc(2026, 1, 1, 0, 0), '2026,1,1,4,5,45,-345'],
])('reads the local parts of %s', async (zone, instant, parts) => {
  const host = await inZone(zone);
  expect(await host.customFunction('PARTS', [instant])).toBe(parts);
});

test.each([
  ['winter', [2026, 1, 2, 0, 30], utc(2026, 1, 1, 23, 30)],
  ['summer', [2026, 7, 2, 0, 0], utc(2026, 7, 1, 22, 0)],
  ['an hour that comes twice: the first', [2026, 10, 25, 2, 30], utc(2026, 10, 25, 0, 30)],
  ['an hour that is skipped: as before the change', [2026, 3, 29, 2, 30], utc(2026, 3, 29, 1, 30)],
])('builds from local parts: %s', async (_, parts, instant) => {
  const host = await inZone('Europe/Zurich');
  expect(await host.customFunction('BUILD', parts)).toEqual(instant);
});

test.each([
  ['2026-07-02', utc(2026, 7, 2, 0, 0)],
  ['2026-07-02T10:00', utc(2026, 7, 2, 8, 0)],
  ['2026-07-02T10:00Z', utc(2026, 7, 2, 10, 0)],
  ['2026-07-02T10:00:00+05:00', utc(2026, 7, 2, 5, 0)],
  ['July 2, 2026 10:00', utc(2026, 7, 2, 8, 0)],
  ['Thu Jul 02 2026 10:00:00 GMT+0200 (Central European Summer Time)', utc(2026, 7, 2, 8, 0)],
])('reads "%s"', async (text, instant) => {
  const host = await inZone('Europe/Zurich');
  expect(await host.customFunction('PARSE', [text])).toEqual(instant);
});

test('formats text in the script’s zone', async () => {
  const host = await inZone('Europe/Zurich');
  expect(await host.customFunction('SAY', [utc(2026, 7, 1, 22, 0)])).toEqual([
    [
      'Thu Jul 02 2026 00:00:00 GMT+0200 (Central European Summer Time)',
      'Thu Jul 02 2026',
      '00:00:00 GMT+0200 (Central European Summer Time)',
      '02/07/2026, 00:00:00',
      'Invalid Date',
    ],
  ]);
});

test('sets local parts across a daylight saving change', async () => {
  const host = await inZone('Europe/Zurich');
  expect(await host.customFunction('MOVE', [utc(2026, 3, 28, 12, 0)])).toEqual(utc(2026, 3, 28, 23, 0));
  expect(await host.customFunction('MOVE', [utc(2026, 3, 29, 12, 0)])).toEqual(utc(2026, 3, 29, 22, 0));
});

test('a class that extends Date keeps its type', async () => {
  const host = await inZone('America/New_York');
  expect(await host.customFunction('SUB', [])).toBe(true);
});
