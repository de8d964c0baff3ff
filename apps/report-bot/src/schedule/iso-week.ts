import type { CalendarDate } from '@answershare/core';

/**
 * An ISO 8601 week, `2026-W47`: Monday to Sunday; week 1 contains the year's first Thursday. Alerts read the seven days that
 * end on a date instead, named by it: `2026-11-25`.
 */
export type IsoWeek = string;

const dayMs = 86_400_000;
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The local date at `epochMs` in an IANA zone. Throws RangeError for an unknown zone. */
export function toLocalDate(epochMs: number, zone: string): CalendarDate {
  let format = dateFormats.get(zone);
  if (format === undefined) {
    // Swedish dates are 2026-11-16, and one text is a third of the time of its parts.
    format = new Intl.DateTimeFormat('sv-SE-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dateFormats.set(zone, format);
  }
  return format.format(epochMs).padStart(10, '0');
}

/** The ISO week of the local date at `epochMs`. */
export function toIsoWeek(epochMs: number, zone: string): IsoWeek {
  return dateToIsoWeek(toLocalDate(epochMs, zone));
}

export function dateToIsoWeek(day: CalendarDate): IsoWeek {
  const midnight = parseMidnight(day);
  const thursday = midnight + (3 - toWeekdayIndex(midnight)) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const number = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayMs));
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`;
}

const datesOfWeeks = new Map<IsoWeek, readonly CalendarDate[]>();

/** The seven dates of a week, in order. Throws RangeError for an invalid week. Cached, because every website needs it. */
export function listWeekDates(week: IsoWeek): readonly CalendarDate[] {
  const known = datesOfWeeks.get(week);
  if (known !== undefined) return known;
  const first = isAlertDay(week) ? parseMidnight(week) - 6 * dayMs : findMonday(week);
  const dates = Array.from({ length: 7 }, (_, index) => formatDate(first + index * dayMs));
  datesOfWeeks.set(week, dates);
  return dates;
}

/** The Monday of a date's week. */
export function toMonday(day: CalendarDate): CalendarDate {
  return listWeekDates(dateToIsoWeek(day))[0] ?? day;
}

export function previousWeek(week: IsoWeek): IsoWeek {
  if (isAlertDay(week)) return formatDate(parseMidnight(week) - 7 * dayMs);
  const [monday = week] = listWeekDates(week);
  return dateToIsoWeek(formatDate(parseMidnight(monday) - dayMs));
}

export function nextWeek(week: IsoWeek): IsoWeek {
  return dateToIsoWeek(formatDate(findMonday(week) + 7 * dayMs));
}

/** True for an existing week, such as `2026-W53`. */
export function isIsoWeek(text: string): boolean {
  const found = /^(\d{4})-W(\d{2})$/.exec(text);
  if (found === null) return false;
  const monday = findFirstMonday(Number(found[1])) + (Number(found[2]) - 1) * 7 * dayMs;
  return dateToIsoWeek(formatDate(monday)) === text;
}

/** True for a date, which names the seven days of an alert. */
export const isAlertDay = (week: IsoWeek): boolean => /^\d{4}-\d\d-\d\d$/.test(week);

function findMonday(week: IsoWeek): number {
  if (!isIsoWeek(week)) throw new RangeError(`"${week}" is not an ISO week; write it as 2026-W47.`);
  return findFirstMonday(Number(week.slice(0, 4))) + (Number(week.slice(6)) - 1) * 7 * dayMs;
}

/** ISO 8601: 4 January is always in week 1. */
function findFirstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - toWeekdayIndex(fourth) * dayMs;
}

function toWeekdayIndex(midnight: number): number {
  return (new Date(midnight).getUTCDay() + 6) % 7;
}

function parseMidnight(day: CalendarDate): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`"${day}" is not a date; write it as 2026-11-16.`);
  return midnight;
}

function formatDate(midnight: number): CalendarDate {
  return new Date(midnight).toISOString().slice(0, 10);
}
