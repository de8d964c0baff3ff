/** A UTC calendar day as the number of days since 1970-01-01. */
export type DayNumber = number;

export const DAY_MS = 86_400_000;

/** The UTC day that holds an instant (milliseconds since 1970). */
export function toDay(instant: number): DayNumber {
  return Math.floor(instant / DAY_MS);
}

/** `YYYY-MM-DD`. */
export function toDate(day: DayNumber): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day of a `YYYY-MM-DD` date, or null when the text is no such date or no day of the calendar. */
export function parseDay(text: string): DayNumber | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const instant = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(instant)) return null;
  const day = toDay(instant);
  return toDate(day) === text ? day : null;
}

/** Monday is 0, Sunday is 6. 1970-01-01 was a Thursday. */
export function weekday(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The Monday of the day's week. */
export function monday(day: DayNumber): DayNumber {
  return day - weekday(day);
}

/** Both ends belong to the span (undecided item 7). */
export interface DaySpan {
  readonly first: DayNumber;
  readonly last: DayNumber;
}

/** The span of `length` days that ends on `last`. */
export function lastDays(length: number, last: DayNumber): DaySpan {
  return { first: last - length + 1, last };
}

/** The days of a span in order; none when it is empty (first after last). */
export function listDays(span: DaySpan): DayNumber[] {
  return Array.from({ length: Math.max(0, span.last - span.first + 1) }, (_, i) => span.first + i);
}

/** The days both spans have. */
export function overlap(a: DaySpan, b: DaySpan): DaySpan {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}
