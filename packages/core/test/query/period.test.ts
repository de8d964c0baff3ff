import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, formatPeriodFault, parsePeriod, toCalendarDate, translatePeriod } from '../../src/index.ts';

const today = '2026-11-21';

function read(written: unknown, { on = today, locale = null as string | null } = {}): string {
  const values = Array.isArray(written) ? written : [written];
  const context = { today: on, locale: () => locale, toDate: toCalendarDate, translate: translatePeriod };
  const parsed = parsePeriod(values, context);
  return parsed.ok ? `${parsed.period.from} to ${parsed.period.to}` : formatPeriodFault(parsed.fault);
}

const isoDate = fc
  .integer({ min: Date.UTC(1990, 0) / 86_400_000, max: Date.UTC(2090, 0) / 86_400_000 })
  .map((day) => toCalendarDate(day * 86_400_000));

describe('parsePeriod', () => {
  it.each([
    ['1m', '2026-03-31', '2026-03-01 to 2026-03-31'],
    ['1m', '2026-03-30', '2026-03-01 to 2026-03-30'],
    ['1y', '2024-02-29', '2023-03-01 to 2024-02-29'],
    ['last month', '2026-03-31', '2026-02-01 to 2026-02-28'],
    ['last month', '2026-01-01', '2025-12-01 to 2025-12-31'],
    ['last quarter', '2026-01-01', '2025-10-01 to 2025-12-31'],
    ['last week', '2026-11-22', '2026-11-09 to 2026-11-15'],
    ['last week sunday', '2026-11-22', '2026-11-15 to 2026-11-21'],
    ['this week', '2026-11-23', '2026-11-23 to 2026-11-23'],
    ['MTD', '2026-11-01', '2026-11-01 to 2026-11-01'],
    ['2028-02', '2030-01-01', '2028-02-01 to 2028-02-29'],
    ['q1 2026', '2026-01-01', '2026-01-01 to 2026-01-01'],
  ])('reads %s on %s across the ends of months and weeks', (written, on, days) => {
    expect(read(written, { on })).toBe(days);
  });

  it('reads a week, a month and a quarter as whole ones that end before today', () => {
    fc.assert(
      fc.property(isoDate, fc.constantFrom('week', 'week sun', 'month', 'quarter', 'year'), (on, unit) => {
        const [from = '', to = ''] = read(`last ${unit}`, { on }).split(' to ');
        const [start = '', end = ''] = read(`this ${unit}`, { on }).split(' to ');
        expect([addDays(to, 1), end]).toEqual([start, on]);
        const weekday = new Date(from).getUTCDay();
        if (unit.startsWith('week'))
          expect([weekday, addDays(from, 7)]).toEqual([unit === 'week' ? 1 : 0, start]);
        else expect(from.slice(8)).toBe('01');
      }),
    );
  });

  it('reads any two dates with each separator, also without spaces', () => {
    const separator = fc.constantFrom(
      '..',
      '…',
      ' to ',
      ' TO ',
      '-',
      ' - ',
      '–',
      ' – ',
      ':',
      ' : ',
      '\u00a0..\u00a0 ',
    );
    fc.assert(
      fc.property(isoDate, isoDate, separator, (one, other, between) => {
        const [from, to] = [one, other].sort();
        expect(read(`${from}${between}${to}`)).toBe(`${from} to ${to}`);
        expect(read([from, to])).toBe(`${from} to ${to}`);
      }),
    );
  });

  it('gives dates in order or a sentence for any text', () => {
    const part = fc.constantFrom(
      ...'7 30 d w last this week month sun to .. - : 2026 2026-10 q3 today 1.11.2026 11/1/2026 0 99999 ytd nov oktober past seit ago KW p7d / 11/1 46327 先月 から 年 ヶ月'.split(
        ' ',
      ),
      ' ',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
      fc.integer(),
      fc.double(),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(null, 'de_DE', 'en_US', 'ja_JP'), (written, locale) => {
        const shown = read(written, { locale });
        const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)$/.exec(shown) ?? [];
        if (from === '') expect(shown).toMatch(/ .*\.$/);
        else expect(from <= to).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 300 },
    );
  });

  it('gives a month, a week and a quarter without a year the newest that has begun', () => {
    fc.assert(
      fc.property(
        isoDate,
        fc.constantFrom('March', 'Dezember', 'week 1', 'KW 52', 'Q2', 'T4'),
        (on, part) => {
          const [from = '', to = ''] = read(part, { on }).split(' to ');
          expect(from <= on && addDays(from, 372) > on && to >= from).toBe(true);
          expect(to <= on).toBe(true);
        },
      ),
    );
  });

  it('takes two days of a year without it as one span that began before today', () => {
    expect(read('20. Dez - 5. Jan')).toBe('2025-12-20 to 2026-01-05');
    expect(read('20 déc. 2025 au 5 janv.')).toBe('2025-12-20 to 2026-01-05');
    expect(read('Feb 28 - Mar 1, 2024')).toBe('2024-02-28 to 2024-03-01');
  });

  it('reads the order of day and month as Unicode CLDR has it', () => {
    const locales =
      'cs_CZ da_DK de_AT de_CH de_DE en_AU en_CA en_GB en_IE en_IN en_US en_ZA es_ES es_MX es_PA es_PR fi_FI fil_PH fr_CA fr_FR hu_HU it_IT ja_JP ko_KR lt_LT nb_NO nl_NL pl_PL pt_BR ru_RU sv_SE tr_TR zh_CN zh_TW';
    for (const locale of locales.split(' ')) {
      const order = new Intl.DateTimeFormat(locale.replace('_', '-'), { dateStyle: 'short', timeZone: 'UTC' })
        .formatToParts(0)
        .flatMap(({ type }) => (['day', 'month', 'year'].includes(type) ? [type.charAt(0)] : []))
        .join('');
      const expected: Record<string, string> = {
        dmy: '2026-02-01 to 2026-02-01',
        mdy: '2026-01-02 to 2026-01-02',
        ymd: `"1/2/2026" can mean 2026-02-01 or 2026-01-02, and the locale ${locale} does not decide. Write one of these.`,
      };
      expect([locale, read('1/2/2026', { locale })]).toEqual([locale, expected[order]]);
    }
  });

  it('takes a date with points as day.month.year, except where the locale writes the month first', () => {
    expect(read('1.2.2026', { locale: 'de_DE' })).toBe('2026-02-01 to 2026-02-01');
    expect(read('1. 2. 2026', { locale: 'cs_CZ' })).toBe('2026-02-01 to 2026-02-01');
    expect(read('1.2.2026', { locale: 'en_US' })).toContain('can mean 2026-02-01 or 2026-01-02');
    expect(read('13.2.2026', { locale: 'en_US' })).toBe('2026-02-13 to 2026-02-13');
    expect(read('1/2/2026')).toBe('"1/2/2026" can mean 2026-02-01 or 2026-01-02. Write one of these.');
  });

  it('puts the subject in place of text that may be a secret', () => {
    const parsed = parsePeriod(['whsec_secret'], { today, locale: () => null, toDate: toCalendarDate });
    expect(parsed.ok ? '' : formatPeriodFault(parsed.fault, 'this')).toBe(
      'this is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.',
    );
  });
});
