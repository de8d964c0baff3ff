import { describe, expect, test } from 'vitest';
import { forms, type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

const newYork = 'America/New_York';
const auckland = 'Pacific/Auckland';

type Row = [Date, number];

/** A connected file in a zone, at an instant. */
async function addonAt(form: 1 | 2, timeZone: string, instant: string): Promise<LocalAddon> {
  const addon = await startConnectedAddon(form, 'live', { timeZone, now: () => Date.parse(instant) });
  await addon.sandbox.admin.setClock(instant);
  await addon.sandbox.admin.freezeClock();
  return addon;
}

/** The dates of a window as the cells of a spreadsheet in a zone show them, asked at an instant. */
async function shownDates(
  form: 1 | 2,
  timeZone: string,
  instant: string,
  window: unknown,
): Promise<string[]> {
  await using addon = await addonAt(form, timeZone, instant);
  const rows = (await addon.cell(
    'ANALYTICS',
    'Northwind Outdoor',
    window,
    'visitors',
    'headers=no',
  )) as Row[];
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return rows.map(([date]) => format.format(date));
}

describe.each(forms)('Form %i', (form) => {
  test.each([
    ['in UTC', 'Etc/UTC', '2026-11-21T12:00:00Z', '2026-11-15', '2026-11-21', 7],
    ['before midnight in New York', newYork, '2026-11-21T04:59:59Z', '2026-11-14', '2026-11-20', 7],
    ['after midnight in New York', newYork, '2026-11-21T05:00:00Z', '2026-11-15', '2026-11-21', 7],
    ['before midnight in Auckland', auckland, '2026-11-21T10:59:59Z', '2026-11-15', '2026-11-21', 7],
    // The day has begun in Auckland, but not at the service.
    ['after midnight in Auckland', auckland, '2026-11-21T11:00:00Z', '2026-11-16', '2026-11-21', 6],
  ])('7d %s', async (_, zone, instant, first, last, days) => {
    const dates = await shownDates(form, zone, instant, '7d');
    expect([dates[0], dates.at(-1), dates.length]).toEqual([first, last, days]);
  });

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
      '[bad_window] 2026-11-22 has not begun at the service, whose days are those of UTC: 1d has no figures yet. Write 2d for the day before.';
    expect(await addon.note('ANALYTICS', site, '1d')).toBe(note);
    expect(await addon.note('ANALYTICS_TOTAL', site, 'visitors', '1d')).toBe(note);
    const [row] = (await addon.cell('ANALYTICS', site, '2d', 'visitors', 'headers=no')) as Row[];
    expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', '2d')).toBe(row?.[1]);
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
