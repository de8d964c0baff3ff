import { addDays, type CalendarDate, type DateSpan, daysBetween } from './calendar.ts';
import { addUnits, isValidDate, startOfUnit } from './units.ts';

/**
 * The name of a period, which gives its days and its neighbours: `2026-W47` (ISO 8601), `2026-11`, `2026-Q4`, `2026`,
 * `2026-11-01P28D` for 28 days from a date, `2026-04-01P12M` for months from one. A date names the seven days that end
 * with it.
 */
export type PeriodKey = string;

/** Equal periods that follow each other without a gap: so many days or months each, one of which begins on `from`. */
export interface Cadence {
  readonly count: number;
  readonly unit: 'd' | 'm';
  readonly from: CalendarDate;
}

/** The cadences that have a name. 1 January 2001 was a Monday. */
export const cadences = {
  week: { count: 7, unit: 'd', from: '2001-01-01' },
  'week-from-sunday': { count: 7, unit: 'd', from: '2000-12-31' },
  month: { count: 1, unit: 'm', from: '2001-01-01' },
  quarter: { count: 3, unit: 'm', from: '2001-01-01' },
  year: { count: 12, unit: 'm', from: '2001-01-01' },
} as const satisfies Readonly<Record<string, Cadence>>;

const isDate = (key: PeriodKey): boolean => /^\d{4}-\d\d-\d\d$/.test(key);

/** The period that begins on the first day of a cadence. */
function formatKey({ count, unit, from }: Cadence): PeriodKey {
  const month = Number(from.slice(5, 7));
  const isCalendar = from.slice(8) === '01' && (month - 1) % count === 0;
  if (unit === 'd' && count === 7 && startOfUnit(from, 'w') === from) {
    const year = addDays(from, 3).slice(0, 4);
    const number = 1 + daysBetween(startOfUnit(`${year}-01-04`, 'w'), from) / 7;
    return `${year}-W${`0${number}`.slice(-2)}`;
  }
  if (unit === 'm' && isCalendar && count === 1) return from.slice(0, 7);
  if (unit === 'm' && isCalendar && count === 3) return `${from.slice(0, 4)}-Q${(month + 2) / 3}`;
  return unit === 'm' && isCalendar && count === 12
    ? from.slice(0, 4)
    : `${from}P${count}${unit.toUpperCase()}`;
}

/** The cadence of which a key names the first period; null if it names none. */
function parseKey(key: PeriodKey): Cadence | null {
  const [, year = '', part = '', number = ''] = /^(\d{4})(?:-?([WQ]?)(\d\d?))?$/.exec(key) || [];
  const [, date = '', count = '', unit = ''] = /^(\d{4}-\d\d-\d\d)(?:P(\d{1,3})([DM]))?$/.exec(key) || [];
  const toMonths = (months: number, at: number): Cadence => ({
    count: months,
    unit: 'm',
    from: `${year}-${`0${at}`.slice(-2)}-01`,
  });
  if (date !== '') {
    const from = isDate(key) ? addDays(date, -6) : date;
    const size = isDate(key) ? 7 : Number(count);
    return isValidDate(date) && size > 0 ? { count: size, unit: unit === 'M' ? 'm' : 'd', from } : null;
  }
  if (year === '') return null;
  if (number === '') return toMonths(12, 1);
  const at = Number(number);
  if (part === 'W')
    return { ...cadences.week, from: addDays(startOfUnit(`${year}-01-04`, 'w'), 7 * (at - 1)) };
  return part === 'Q' ? toMonths(3, at * 3 - 2) : toMonths(1, at);
}

function requireKey(key: PeriodKey): Cadence {
  const found = parseKey(key);
  if (found === null)
    throw new RangeError(`"${key}" is not a period; write it as 2026-W47, 2026-11 or 2026-Q4.`);
  return found;
}

/** True for the key of a period that exists. */
export function isPeriodKey(key: string): boolean {
  const found = parseKey(key);
  return found !== null && isValidDate(found.from) && (isDate(key) || formatKey(found) === key);
}

/** The days of a period, both inclusive. @throws RangeError for another text */
export function toPeriodDates(key: PeriodKey): DateSpan {
  const { count, unit, from } = requireKey(key);
  return { from, to: addDays(addUnits(from, unit, count), -1) };
}

/** The period so many periods later, or earlier for a negative number. */
export function shiftPeriod(key: PeriodKey, by: number): PeriodKey {
  const { count, unit, from } = requireKey(key);
  return isDate(key)
    ? addDays(key, 7 * by)
    : formatKey({ count, unit, from: addUnits(from, unit, count * by) });
}

/** The period of a cadence that holds a date. */
export function findPeriod({ count, unit, from }: Cadence, date: CalendarDate): PeriodKey {
  const toMonth = (of: CalendarDate): number => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7));
  const units =
    unit === 'd'
      ? daysBetween(from, date)
      : toMonth(date) - toMonth(from) - (date.slice(8) < from.slice(8) ? 1 : 0);
  return formatKey({ count, unit, from: addUnits(from, unit, Math.floor(units / count) * count) });
}

/** Periods of this length in a year. A year of whole weeks has 364 days, so that weekdays agree. */
export function countInYear(key: PeriodKey): number {
  const { count, unit } = requireKey(key);
  return Math.max(1, Math.round((unit === 'd' ? 364 : 12) / count));
}
