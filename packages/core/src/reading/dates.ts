import { readInstant } from '../quota/headers.ts';
import { dateOf, startOf } from '../windows/calendar.ts';

/** The calendar date that a field writes: a date, an instant, or seconds or milliseconds since the epoch; null for anything else. */
export function readDate(value: unknown): string | null {
  if (typeof value === 'number') {
    if (value >= 1e8 && value < 1e11) return dateOf(value * 1000);
    return value >= 1e11 && value < 1e14 ? dateOf(value) : null;
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (startOf(text) !== null) return text;
  const spaced = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text);
  if (spaced) return startOf(spaced[1] ?? '') === null ? null : (spaced[1] ?? null);
  if (readInstant(text) === null) return null;
  const written = text.slice(0, 10);
  return startOf(written) === null ? null : written;
}
