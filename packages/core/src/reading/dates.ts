import { dateOf, startOf } from '../windows/calendar.ts';
import { remembered } from './names.ts';

const months = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** The date where the calendar has it. Only the ends of months ask the calendar: a body has a date in each row. */
function written(year: string, month: string | number, day: string): string | null {
  const two = (part: string | number): string => String(part).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  const isPlain = Number(month) > 0 && Number(month) < 13 && Number(day) > 0 && Number(day) < 29;
  return isPlain || startOf(date) !== null ? date : null;
}

/** `Nov 1, 2026`, `1 November 2026`, `Sun, 01 Nov 2026 00:00:00 GMT`. */
function named(text: string): string | null {
  const match =
    /^(?:[a-z]+,? )?(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4})/i.exec(text) ??
    /^(?:[a-z]+, )?([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i.exec(text);
  if (!match) return null;
  const [first, second, year] = match.slice(1) as [string, string, string];
  const [day, month] = /\d/.test(first) ? [first, second] : [second, first];
  const at = months.indexOf(month.toLowerCase());
  return at < 0 || at % 3 > 0 ? null : written(year, at / 3 + 1, day);
}

const ofText = remembered((text): string | null => {
  const plain = /^((?:19|20)\d\d)([-/]?)(\d\d)\2(\d\d)(?=$|[T ])(.*)$/.exec(text);
  if (plain) {
    const [year, , month, day, rest] = plain.slice(1) as [string, string, string, string, string];
    if (rest !== '' && !/^[T ]\d\d(:?\d\d){1,2}([.,]\d+)?( ?(Z|UTC|GMT|[+-]\d\d:?(\d\d)?))?$/i.test(rest))
      return null;
    return written(year, month, day);
  }
  return /^\d{9,13}$/.test(text) ? ofNumber(Number(text)) : named(text);
});

function ofNumber(value: number): string | null {
  if (value >= 19_900_101 && value < 21_000_000) return ofText(String(value));
  if (value >= 6e8 && value < 1e10) return dateOf(value * 1000);
  return value >= 6e11 && value < 1e13 ? dateOf(value) : null;
}

/** No way to write a date is longer. */
const longest = 64;

/**
 * The calendar date that a field writes, as written whatever its zone: `2026-11-01`, `20261101`, `2026/11/01`, an instant, seconds
 * or milliseconds since the epoch, an English date; null for anything else. `01/11/2026` could be two dates and is none.
 */
export function readDate(value: unknown): string | null {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string' || value.length > longest) return null;
  return ofText(value.trim());
}

/** The hour that a field writes beside its date, where it is not midnight; null otherwise. */
export function hourOf(value: unknown): string | null {
  const ms = typeof value === 'number' ? (value >= 1e11 ? value : value * 1000) % 86_400_000 : null;
  if (ms !== null) return ms === 0 || readDate(value) === null ? null : String(ms);
  const match = typeof value === 'string' ? /[T ](\d\d:?\d\d)/.exec(value) : null;
  return match && !/^00:?00$/.test(match[1] ?? '') ? (match[1] ?? null) : null;
}

/** What a text names that is longer than a day: `2026-11`, `2026-W47`, `2026-Q4`, `Nov 2026`. */
export function longerThanDay(value: unknown): 'month' | 'week' | 'quarter' | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^(19|20)\d\d[-/]?W\d\d$/i.test(text)) return 'week';
  if (/^((19|20)\d\d[-/ ]?Q[1-4]|Q[1-4][-/ ]?(19|20)\d\d)$/i.test(text)) return 'quarter';
  return /^((19|20)\d\d[-/]\d\d|[a-z]{3,9}\.? (19|20)\d\d)$/i.test(text) ? 'month' : null;
}
