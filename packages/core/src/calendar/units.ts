import { addDays, type CalendarDate, dayNumber, toStartMs } from './calendar.ts';

/** Days, weeks, months, quarters and years. */
export type CalendarUnit = 'd' | 'w' | 'm' | 'q' | 'y';

export const daysOfUnit: Readonly<Record<CalendarUnit, number>> = { d: 1, w: 7, m: 30, q: 91, y: 365 };
/** 0 for a unit that counts days. */
export const monthsOfUnit: Readonly<Record<CalendarUnit, number>> = { d: 0, w: 0, m: 1, q: 3, y: 12 };

/** True for an existing day, `2026-11-03` (ISO 8601). */
export const isValidDate = (text: string): boolean => toStartMs(text) !== null;

/** Adds months; the day is at most the last one of its month. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const start = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-`;
  return [date.slice(8), '30', '29', '28'].map((day) => start + day).find(isValidDate) ?? `${start}01`;
}

export const addUnits = (date: CalendarDate, unit: CalendarUnit, count: number): CalendarDate =>
  monthsOfUnit[unit] > 0
    ? addMonths(date, count * monthsOfUnit[unit])
    : addDays(date, count * daysOfUnit[unit]);

/** The first day of the unit that holds a date. Day 0 of the epoch was a Thursday. */
export function startOfUnit(
  date: CalendarDate,
  unit: CalendarUnit,
  firstWeekday: 'mon' | 'sun' = 'mon',
): CalendarDate {
  if (unit === 'd') return date;
  if (unit === 'w') return addDays(date, -(((dayNumber(date) || 0) + (firstWeekday === 'mon' ? 3 : 4)) % 7));
  const month = Number(date.slice(5, 7)) - 1;
  return addMonths(`${date.slice(0, 8)}01`, -(month % monthsOfUnit[unit]));
}
