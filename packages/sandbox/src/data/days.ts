/** A UTC calendar day as the number of days since 1970-01-01. */
export type Day = number;

export const DAY_MS = 86_400_000;

/** The UTC day that holds an instant (milliseconds since 1970). */
export function dayOf(instant: number): Day {
  return Math.floor(instant / DAY_MS);
}

/** `YYYY-MM-DD`. */
export function dateOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day of a `YYYY-MM-DD` date, or null when the text is no such date or no day of the calendar. */
export function dayOfDate(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const instant = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(instant)) return null;
  const day = dayOf(instant);
  return dateOf(day) === text ? day : null;
}

/** Monday is 0, Sunday is 6. 1970-01-01 was a Thursday. */
export function weekday(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The Monday of the day's week. */
export function monday(day: Day): Day {
  return day - weekday(day);
}

/** Both ends belong to the span (undecided item 7). */
export interface Span {
  readonly first: Day;
  readonly last: Day;
}

/** The span of `length` days that ends on `last`. */
export function lastDays(length: number, last: Day): Span {
  return { first: last - length + 1, last };
}

/** The days of a span in order; none when it is empty (first after last). */
export function daysIn(span: Span): Day[] {
  return Array.from({ length: Math.max(0, span.last - span.first + 1) }, (_, i) => span.first + i);
}

/** The days both spans have. */
export function overlap(a: Span, b: Span): Span {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}
