import type { CalendarDate } from './window.ts';

const day = 86_400_000;

/** The UTC calendar date of an instant. */
export function dateOf(epochMs: number): CalendarDate {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The start of a date, milliseconds since the epoch; null where the text is no calendar date (ISO 8601, `YYYY-MM-DD`). */
export function startOf(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return null;
  const ms = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return dateOf(ms) === date ? ms : null;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf((startOf(date) ?? 0) + days * day);
}

/** Days from one date to another; 0 for the same date. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round(((startOf(to) ?? 0) - (startOf(from) ?? 0)) / day);
}
