/** Days since 1970-01-01 (UTC). */
export type DayNumber = number;

export const DAY_MS = 86_400_000;

/** `instant` is in milliseconds since 1970. */
export function toDay(instant: number): DayNumber {
  return Math.floor(instant / DAY_MS);
}

/** `YYYY-MM-DD`. */
export function toDate(day: DayNumber): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Parses `YYYY-MM-DD`; null for any other text and for a day that does not exist. */
export function parseDay(text: string): DayNumber | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const instant = Date.parse(`${text}T00:00:00Z`);
  // Date.parse reads 2026-02-30 as 2 March.
  return new Date(instant).getUTCDate() === Number(text.slice(8)) ? toDay(instant) : null;
}

/** Monday is 0, Sunday is 6. 1970-01-01 was a Thursday. */
export function weekday(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function monday(day: DayNumber): DayNumber {
  return day - weekday(day);
}

/** Both ends are included (undecided item 7). */
export interface DaySpan {
  readonly first: DayNumber;
  readonly last: DayNumber;
}

/** The `length` days that end on `last`. */
export function lastDays(length: number, last: DayNumber): DaySpan {
  return { first: last - length + 1, last };
}

/** The days in ascending order; empty if `first` is after `last`. */
export function listDays(span: DaySpan): DayNumber[] {
  return Array.from({ length: Math.max(0, span.last - span.first + 1) }, (_, i) => span.first + i);
}

export function overlap(a: DaySpan, b: DaySpan): DaySpan {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}
