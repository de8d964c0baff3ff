import {
  addDays,
  type Cadence,
  type CalendarDate,
  cadences,
  countInYear,
  countWindowDays,
  findPeriod,
  isPeriodKey,
  type PeriodKey,
  shiftPeriod,
  toPeriodDates,
} from '@answershare/core';

/**
 * What a digest reports: an ISO 8601 week, `2026-W47`, or another period of its schedule, `2026-11`. Alerts read the seven
 * days that end on a date instead, named by it: `2026-11-25`.
 */
export type IsoWeek = PeriodKey;

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
  return findPeriod(cadences.week, toLocalDate(epochMs, zone));
}

/** Where and how often a schedule reports. Its periods are ISO weeks unless it has others. */
export interface Rhythm {
  readonly timezone: string;
  readonly period?: Cadence;
}

/** The period that an instant belongs to. */
export const toCurrentWeek = ({ timezone, period = cadences.week }: Rhythm, epochMs: number): IsoWeek =>
  findPeriod(period, toLocalDate(epochMs, timezone));

/** True for a period of a schedule. */
export const isWeekOf = ({ period = cadences.week }: Pick<Rhythm, 'period'>, week: IsoWeek): boolean =>
  !isAlertDay(week) && findPeriod(period, toPeriodDates(week).from) === week;

/** True for seven days: an ISO week, or those of an alert. */
export const isWeekOrAlert = (week: IsoWeek): boolean => isWeekOf({}, week) || isAlertDay(week);

/** True once the last day of a week is over. */
export const isWeekOver = (week: IsoWeek, epochMs: number, zone: string): boolean =>
  toPeriodDates(week).to < toLocalDate(epochMs, zone);

const datesOfWeeks = new Map<IsoWeek, readonly CalendarDate[]>();

/** The dates of a week, in order. Throws RangeError for an invalid week. Cached, because every website needs it. */
export function listWeekDates(week: IsoWeek): readonly CalendarDate[] {
  const known = datesOfWeeks.get(week);
  if (known !== undefined) return known;
  if (!isPeriodKey(week)) throw new RangeError(`"${week}" is not an ISO week; write it as 2026-W47.`);
  const span = toPeriodDates(week);
  const dates = Array.from({ length: countWindowDays(span) }, (_, at) => addDays(span.from, at));
  datesOfWeeks.set(week, dates);
  return dates;
}

/** The Monday of a date's week. */
export function toMonday(day: CalendarDate): CalendarDate {
  return toPeriodDates(findPeriod(cadences.week, day)).from;
}

export const previousWeek = (week: IsoWeek): IsoWeek => shiftPeriod(week, -1);
export const nextWeek = (week: IsoWeek): IsoWeek => shiftPeriod(week, 1);

/** The reported week and those before it that judge its changes. */
export const weeksRead = 13;

/** The same period of the year before; null for weeks from Monday, which are compared with the quarter before them. */
export const findYearBefore = (week: IsoWeek): IsoWeek | null =>
  isWeekOrAlert(week) ? null : shiftPeriod(week, -countInYear(week));

/** True for a calendar month, `2026-11`. */
export const isMonth = (week: IsoWeek): boolean => /^\d{4}-\d\d$/.test(week);

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A period in the words of an operator: `2026-W47`, `November 2026`, `2026-11-01 to 2026-11-28`. */
export function formatPeriodName(week: IsoWeek): string {
  if (isMonth(week)) return monthNames.format(new Date(week));
  const { from, to } = toPeriodDates(week);
  return /^\d{4}-\d\d-\d\dP/.test(week) ? `${from} to ${to}` : week;
}

/** True for a date, which names the seven days of an alert. */
export const isAlertDay = (week: IsoWeek): boolean => /^\d{4}-\d\d-\d\d$/.test(week);
