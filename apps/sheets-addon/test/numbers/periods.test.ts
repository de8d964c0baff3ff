import { formatPeriodFault, parsePeriod, toCalendarDate, translatePeriod } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import { exampleToday, periodExamples } from '../../build/period-examples.ts';
import { forms, type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';
import { fetchPlain, rows } from '../support/plain-read.ts';

const site = 'Northwind Outdoor';
/** It is 21 November in all four zones. */
const instant = `${exampleToday}T09:00:00Z`;
const oldestOfForm2 = '2026-08-24';
const files = [
  ['America/Los_Angeles', 'en_US'],
  ['Etc/UTC', 'de_DE'],
  ['Asia/Tokyo', 'ja_JP'],
  ['Pacific/Auckland', 'en_GB'],
] as const;

test.each(periodExamples)('$written in $locale is read as documented', ({ written, shows, locale }) => {
  for (const name of locale === undefined ? files.map(([, one]) => one) : [locale]) {
    const parsed = parsePeriod([written], {
      today: exampleToday,
      locale: () => name,
      toDate: toCalendarDate,
      translate: translatePeriod,
    });
    const read = parsed.ok
      ? `${parsed.period.from} to ${parsed.period.to}`
      : { note: formatPeriodFault(parsed.fault) };
    expect(read).toEqual(shows);
  }
});

async function openFile(form: 1 | 2, timeZone: string, locale: string): Promise<LocalAddon> {
  const addon = await startConnectedAddon(form, 'live', { timeZone, locale, now: () => Date.parse(instant) });
  await addon.sandbox.admin.setClock(instant);
  await addon.sandbox.admin.freezeClock();
  return addon;
}

/** Two files of Form 1, one of Form 2, and some examples: the examples themselves are read above. */
const sample = periodExamples.filter((_, at) => at % 2 === 0);

describe.each(forms)('Form %i', (form) => {
  test.each(files.filter((_, at) => (form === 1 ? at % 2 === 1 : at === 0)))(
    'formulas in %s with the locale %s show the documented days',
    async (zone, locale) => {
      await using addon = await openFile(form, zone, locale);
      const all = form === 1 ? { from: oldestOfForm2, to: exampleToday } : { period: '90d' };
      const body = await fetchPlain(addon.sandbox, 'analytics', addon.sandbox.websites[0]?.id ?? '', all);
      const served = rows(body, 'days');
      const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
      for (const { written, shows, locale: only = locale } of sample) {
        if (only !== locale) continue;
        if (typeof shows !== 'string') {
          expect(await addon.note('ANALYTICS', site, written)).toBe(`[bad_window] ${shows.note}`);
          continue;
        }
        const [from = '', to = ''] = shows.split(' to ');
        if (from < oldestOfForm2) {
          const note = await addon.note('ANALYTICS_TOTAL', site, 'visitors', written);
          if (form === 2) expect(note).toContain(`gives the last 90 days only: ${oldestOfForm2} to`);
          else expect([written, note]).toEqual([written, expect.stringMatching(/^no fault but \d+$/)]);
          continue;
        }
        const wanted = served.filter(({ date }) => String(date) >= from && String(date) <= to);
        const shown = (await addon.cell('ANALYTICS', site, written, 'visitors', 'headers=no')) as unknown[][];
        expect([written, shown.map(([date, visitors]) => [format.format(date as Date), visitors])]).toEqual([
          written,
          wanted.map(({ date, visitors }) => [date, visitors]),
        ]);
        const total = wanted.reduce((sum, { visitors }) => sum + Number(visitors), 0);
        expect([written, await addon.cell('ANALYTICS_TOTAL', site, 'visitors', written)]).toEqual([
          written,
          total,
        ]);
      }
    },
  );
});

test('two dates are one window: two cells, or two arguments of which later ones follow', async () => {
  await using addon = await openFile(2, 'Asia/Tokyo', 'ja_JP');
  const written = '2026-11-01..2026-11-07';
  // Midnight in Tokyo.
  const [start, end] = [new Date('2026-10-31T15:00:00Z'), new Date('2026-11-06T15:00:00Z')];
  const table = await addon.cell('ANALYTICS', site, written, 'citations', 'headers=no');
  expect(table).toHaveLength(7);
  expect(await addon.cell('ANALYTICS', site, [[start, end]], 'citations', 'headers=no')).toEqual(table);
  expect(await addon.cell('ANALYTICS', site, start, end, 'citations', 'headers=no')).toEqual(table);
  expect(await addon.cell('ANALYTICS', site, '2026-11-01', '2026-11-07', 'citations', 'headers=no')).toEqual(
    table,
  );
  expect(await addon.cell('ANALYTICS', site, '1. November 2026', end, 'citations', 'headers=no')).toEqual(
    table,
  );
  expect(await addon.note('ANALYTICS_TOTAL', site, '31 Nov 2026', end, 'visitors')).toMatch(
    /^\[bad_window\] "2026-11-31" is in no calendar/,
  );
  expect(await addon.cell('ANALYTICS_TOTAL', site, 'citations', 'past 7 days')).toBe(
    await addon.cell('ANALYTICS_TOTAL', site, 'last 7 days', 'citations'),
  );
  const average = await addon.cell('ANALYTICS_TOTAL', site, 'visitors', written, 'average');
  expect(await addon.cell('ANALYTICS_TOTAL', site, 'visitors', start, end, 'average')).toBe(average);
  const days = await addon.cell('API_TABLE', 'analytics', site, '/days', 'date', written, 'headers=no');
  expect(await addon.cell('API_TABLE', 'analytics', site, '/days', 'date', start, end, 'headers=no')).toEqual(
    days,
  );
  expect(await addon.cell('API_FIELD', 'analytics', site, '/days/0/date', start, end)).toBe('2026-11-01');
  const period = (await addon.cell('EXPLAIN', 'ANALYTICS', site, start, end)) as unknown[][];
  expect(period).toContainEqual(['Period', '2026-11-01 to 2026-11-07, 7 days; today is 2026-11-21']);
  expect(period).toContainEqual(['Whole days', '2026-11-01 to 2026-11-07']);
  expect(await addon.note('ANALYTICS', site, '1/11/2026', '7/11/2026')).toMatch(
    /^\[bad_window\] "1\/11\/2026" can mean /,
  );
});
