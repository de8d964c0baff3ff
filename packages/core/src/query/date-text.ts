import type { CalendarDate } from '../calendar/calendar.ts';
import { isValidDate } from '../calendar/units.ts';
import type { PeriodFault } from './period-fault.ts';

/** What a written period is read with. */
export interface PeriodContext {
  /** Today where the period is written. */
  readonly today: CalendarDate;
  /** `de_DE`, which decides on `1/11/2026`; null for none. */
  readonly locale: () => string | null;
  /** The date of an instant, milliseconds since the epoch, where the period is written. */
  readonly toDate: (epochMs: number) => CalendarDate;
  /** Reads the words of six languages (`translatePeriod`); without it only the grammar of `parsePeriod` counts. */
  readonly translate?: (
    text: string,
    context: PeriodContext,
    parseDate: typeof parseDateText,
  ) => string | PeriodFault | null;
}

type DayOrder = 'day/month/year' | 'month/day/year';

/** Locales by the order of their short dates (Unicode CLDR 47). All others write day/month/year. */
const monthFirst = /^(?:en_US|en_PH|fil|es_PA|es_PR)/;
const yearFirst = /^(?:en_CA|en_ZA|fr_CA|fa|hu|ja|ko|lt|mn|si|sv|zh)/;

/** The order of dates whose year is last; null if the locale has none. Only day/month/year has points. */
function findDayOrder(locale: string | null, separator: string): DayOrder | null {
  const name = (locale || '').replace('-', '_');
  if (name === '' || yearFirst.test(name)) return null;
  if (monthFirst.test(name)) return separator === '.' ? null : 'month/day/year';
  return 'day/month/year';
}

const toIsoDate = (year: string, month: string, day: string): CalendarDate =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Seconds from 1973 to 5138, milliseconds from 1973: the service has no earlier dates. */
const minSeconds = 1e8;
const minMilliseconds = 1e11;

function parseUnixSeconds(written: string, { toDate }: PeriodContext): CalendarDate | PeriodFault {
  const seconds = Number(written);
  if (seconds >= minMilliseconds) return { kind: 'milliseconds', written };
  return seconds < minSeconds ? { kind: 'number', written } : toDate(seconds * 1000);
}

/** Parses `1.11.2026` or `11/1/2026` by the locale, or by the only reading that is a date. */
function parseLocalDate(
  written: string,
  { locale }: PeriodContext,
  [first, separator, second, year]: readonly [string, string, string, string],
): CalendarDate | PeriodFault {
  const name = locale();
  const order = findDayOrder(name, separator);
  const dayFirst = toIsoDate(year, second, first);
  const monthFirstDate = toIsoDate(year, first, second);
  const meant = [dayFirst, monthFirstDate].filter(
    (date, at, all) => isValidDate(date) && all.indexOf(date) === at,
  );
  const [only] = meant;
  if (only === undefined) return { kind: 'calendar', written };
  if (order === null) return meant.length === 1 ? only : { kind: 'ambiguous', written, locale: name, meant };
  const date = order === 'day/month/year' ? dayFirst : monthFirstDate;
  return isValidDate(date) ? date : { kind: 'locale', written, locale: name || '', order, meant: only };
}

const instant = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(z|[+-]\d\d:\d\d)?$/;

/**
 * Parses one date in lower case: ISO 8601 with or without a time, unix seconds, or a date of the locale. Null for any
 * other text. An instant becomes its date where the period is written.
 */
export function parseDateText(text: string, context: PeriodContext): CalendarDate | PeriodFault | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)\.?$/.exec(text) || [];
  if (year !== undefined && month !== undefined && day !== undefined) {
    const date = toIsoDate(year, month, day);
    return isValidDate(date) ? date : { kind: 'calendar', written: text };
  }
  const local = /^(\d\d?)([./-]) ?(\d\d?)\2 ?(\d{4})\.?$/.exec(text);
  if (local)
    return parseLocalDate(text, context, [local[1] || '', local[2] || '', local[3] || '', local[4] || '']);
  const [, date, clock, zone] = instant.exec(text) || [];
  if (date !== undefined && clock !== undefined) {
    const epochMs = Date.parse(`${date}T${clock}${(zone ?? 'z').toUpperCase()}`);
    if (!isValidDate(date) || Number.isNaN(epochMs)) return { kind: 'calendar', written: text };
    return zone === undefined ? date : context.toDate(epochMs);
  }
  return /^\d+(?:\.\d+)?$/.test(text) ? parseUnixSeconds(text, context) : null;
}
