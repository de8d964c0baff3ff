import { addDays } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import { midnightExamples } from '../../build/period-examples.ts';
import { type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

const newYork = 'America/New_York';
const auckland = 'Pacific/Auckland';

type Row = [Date, number | ''];

/** A connected file in a zone, at an instant. */
async function addonAt(form: 1 | 2, timeZone: string, instant: string): Promise<LocalAddon> {
  const addon = await startConnectedAddon(form, 'live', { timeZone, now: () => Date.parse(instant) });
  await addon.sandbox.admin.setClock(instant);
  await addon.sandbox.admin.freezeClock();
  return addon;
}

const formatDate = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(date);

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const readRows = async (addon: LocalAddon, window: unknown): Promise<Row[]> =>
  (await addon.cell('ANALYTICS', 'Northwind Outdoor', window, 'visitors', 'headers=no')) as Row[];

/** The dates of a window as the cells of a spreadsheet in a zone show them, asked at an instant. */
async function shownDates(
  form: 1 | 2,
  timeZone: string,
  instant: string,
  window: unknown,
): Promise<string[]> {
  await using addon = await addonAt(form, timeZone, instant);
  return (await readRows(addon, window)).map(([date]) => formatDate(date, timeZone));
}

// The Forms differ in the request alone: `windows.test.ts`.
describe.each([1] as const)('Form %i', (form) => {
  test.each(midnightExamples.filter((_, at) => at % 2 === 1))(
    '7d in $zone at $local has the same days from midnight to midnight, and EXPLAIN names partial ones',
    async ({ zone, instant, from, to, wholeTo, partial }) => {
      await using addon = await addonAt(form, zone, instant);
      const site = 'Northwind Outdoor';
      const rows = await readRows(addon, '7d');
      const dates = rows.map(([date]) => formatDate(date, zone));
      expect([dates[0], dates.at(-1), dates.length]).toEqual([from, to, 7]);
      const serviceToday = instant.slice(0, 10);
      expect(rows.filter(([, visitors]) => visitors === '').map(([date]) => formatDate(date, zone))).toEqual(
        dates.filter((date) => date > serviceToday),
      );
      const figures = rows.flatMap(([, visitors]) => (visitors === '' ? [] : [visitors]));
      expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '7d')).toBe(sum(figures));
      const whole = rows.flatMap(([date, visitors]) =>
        formatDate(date, zone) <= wholeTo && visitors !== '' ? [visitors] : [],
      );
      expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '7d', 'average')).toBe(
        sum(whole) / whole.length,
      );
      const explained = (await addon.cell('EXPLAIN', 'ANALYTICS', site, '7d')) as [string, string][];
      const factsOf = (name: string) => explained.filter(([fact]) => fact === name).map(([, text]) => text);
      expect(factsOf('Period')).toEqual([`${from} to ${to}, 7 days; today is ${to}`]);
      expect(factsOf('Whole days')).toEqual([`${from} to ${wholeTo}`]);
      const daysBefore = (days: number): string => addDays(wholeTo, -days);
      expect(factsOf('Compared days')).toEqual([
        `${daysBefore(6)} to ${wholeTo}, with ${daysBefore(13)} to ${daysBefore(7)} before`,
      ]);
      const compared = (await addon.cell('ANALYTICS', site, '7d', 'visitors', 'compare=previous')) as Row[];
      expect(compared.slice(1).map(([date]) => formatDate(date, zone))).toEqual(
        [6, 5, 4, 3, 2, 1, 0].map(daysBefore),
      );
      const marked = (await addon.cell('ANALYTICS', site, '7d', 'partial', 'headers=no')) as [
        Date,
        boolean,
      ][];
      expect(marked.filter(([, mark]) => mark).map(([date]) => formatDate(date, zone))).toEqual(partial);
      expect(factsOf('Partial day').map((text) => text.slice(0, 10))).toEqual(partial);
    },
  );

  test('a change of 7d in Auckland covers seven whole days before and after its midnight', async () => {
    for (const instant of ['2026-11-21T10:59:59Z', '2026-11-21T11:00:00Z', '2026-11-21T23:59:00Z']) {
      await using addon = await addonAt(form, auckland, instant);
      const change = (window: string) =>
        addon.cell('ANALYTICS_TOTAL', 'Northwind Outdoor', 'visitors', window, 'change');
      const seven = await change('2026-11-14..2026-11-20');
      expect(seven).not.toBe(await change('2026-11-15..2026-11-20'));
      expect([instant, await change('7d')]).toEqual([instant, seven]);
      expect([instant, await change('1d')]).toEqual([instant, await change('2026-11-20..2026-11-20')]);
    }
  });

  test('1d after midnight in Auckland is refused: the service’s day has not begun', async () => {
    await using addon = await addonAt(form, auckland, '2026-11-21T11:00:00Z');
    const site = 'Northwind Outdoor';
    const note =
      '[bad_window] 2026-11-22 has not begun at the service: its days begin at 00:00 UTC. Write 2d, yesterday or last 7 days.';
    expect(await addon.note('ANALYTICS', site, 'today')).toBe(note);
    expect(await addon.note('ANALYTICS', site, '1d')).toBe(note);
    expect(await addon.note('ANALYTICS_TOTAL', site, 'visitors', '1d')).toBe(note);
    const [row] = await readRows(addon, '2d');
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '2d')).toBe(row?.[1]);
  });

  test('yesterday in Tokyo is one day at 08:30 and at 09:30, and EXPLAIN names it partial while it is not over', async () => {
    for (const [instant, partial] of [
      ['2026-11-20T23:30:00Z', ['2026-11-20 is not over at the service: its days end at 00:00 UTC']],
      ['2026-11-21T00:30:00Z', []],
    ] as const) {
      await using addon = await addonAt(form, 'Asia/Tokyo', instant);
      const rows = await readRows(addon, 'yesterday');
      expect(rows.map(([date]) => formatDate(date, 'Asia/Tokyo'))).toEqual(['2026-11-20']);
      const facts = (await addon.cell(
        'EXPLAIN',
        'ANALYTICS',
        'Northwind Outdoor',
        'yesterday',
      )) as string[][];
      expect(facts.filter(([name]) => name === 'Partial day').map(([, text]) => text)).toEqual(partial);
    }
  });

  test('90d with a date one day behind leaves out the day before the service’s ninety', async () => {
    const dates = await shownDates(form, newYork, '2026-11-21T02:00:00Z', '90d');
    expect([dates[0], dates.at(-1), dates.length]).toEqual(['2026-08-24', '2026-11-20', 89]);
  });

  test('an instant means its date in the spreadsheet’s zone', async () => {
    const late = Date.parse('2026-11-10T03:00:00Z') / 1000;
    const window = [[late, '2026-11-12T03:00:00Z']];
    expect(await shownDates(form, newYork, '2026-11-21T12:00:00Z', window)).toEqual([
      '2026-11-09',
      '2026-11-10',
      '2026-11-11',
    ]);
  });
});
