import { expect, test } from 'vitest';
import { startConnectedAddon } from '../support/local-addon.ts';

/** What a cell of a spreadsheet in this zone shows for an instant. */
const shown = (instant: unknown, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
    .format(instant as Date)
    .replace(', ', ' ');

// New York and Zurich change their clocks in this window; Cairo's clocks skip midnight on 24 April 2026.
test.each([
  ['America/New_York', '2026-10-30..2026-11-03', '00:00'],
  ['Europe/Zurich', '2026-10-23..2026-10-27', '00:00'],
  ['Asia/Kolkata', '2026-11-01..2026-11-03', '00:00'],
  ['Pacific/Auckland', '2026-09-25..2026-09-29', '00:00'],
  ['Africa/Cairo', '2026-04-23..2026-04-25', '01:00'],
])('in %s the dates %s are shown unchanged in cells', async (timeZone, window, latestStart) => {
  await using addon = await startConnectedAddon(1, 'live', { timeZone });
  await addon.sandbox.admin.setClock('2026-11-21T09:00:00Z');
  const table = (await addon.cell(
    'ANALYTICS',
    'Northwind Outdoor',
    window,
    'visitors',
    'headers=no',
  )) as unknown[][];
  const [from = '', to = ''] = window.split('..');
  const starts = table.map(([date]) => shown(date, timeZone));
  expect(starts.map((start) => start.slice(0, 10))).toEqual(datesBetween(from, to));
  expect([...starts.map((start) => start.slice(11))].sort().at(-1)).toBe(latestStart);
});

test('two date cells are read in the spreadsheet’s zone', async () => {
  const timeZone = 'America/New_York';
  await using addon = await startConnectedAddon(1, 'live', { timeZone });
  await addon.sandbox.admin.setClock('2026-11-21T09:00:00Z');
  const cells = [[new Date('2026-11-05T05:00:00Z'), new Date('2026-11-07T05:00:00Z')]];
  const byCells = await addon.cell('ANALYTICS', 'Northwind Outdoor', cells);
  expect(byCells).toEqual(await addon.cell('ANALYTICS', 'Northwind Outdoor', '2026-11-05..2026-11-07'));
  expect(byCells).toHaveLength(4);
});

function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}

test('one date and a blank before a metric are two dates of which one is missing', async () => {
  await using addon = await startConnectedAddon(1);
  const date = new Date('2026-11-05T00:00:00Z');
  const note = '[bad_window] A blank is not a date. Write dates such as 2026-11-01..2026-11-07.';
  for (const ends of [
    [date, ''],
    ['', date],
    ['2026-11-01', ''],
    [[[date]], [['']]],
  ])
    for (const name of ['ANALYTICS_TOTAL', 'ANALYTICS'])
      expect(await addon.note(name, 'Northwind Outdoor', ...ends, 'visitors')).toBe(note);
  expect(await addon.cell('ANALYTICS', 'Northwind Outdoor', date, '', 'headers=no')).toHaveLength(1);
});

test('messages show a date as the spreadsheet does, without its time', async () => {
  await using addon = await startConnectedAddon(1, 'live', { timeZone: 'Asia/Tokyo' });
  const date = new Date('2026-11-06T17:45:00Z');
  const site = 'Northwind Outdoor';
  for (const [name, ...args] of [
    ['CITATIONS', date],
    ['ANALYTICS_TOTAL', site, '7d', 'visitors', date],
    ['ANALYTICS_TOTAL', site, '7d', [['visitors', date]]],
    ['COMPETITORS', site, date],
    ['AUTHORITY_CHANGE', site, '7d', date],
    ['CITATIONS', site, 'ChatGPT', date],
  ] as const) {
    const note = await addon.note(name, ...args);
    expect([name, note]).toEqual([name, expect.stringMatching(/^\[[a-z_]+\] .*2026-11-07/)]);
    expect(note).not.toMatch(/GMT|\d\d:\d\d/);
  }
});
