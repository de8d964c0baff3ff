import { dateOf, startOf } from '../windows/calendar.ts';
import { listed, remembered } from './names.ts';

/** A date as it is written, and the hours of the day beside it, with minutes as their fraction; null where there are none or it is midnight. */
interface Moment {
  readonly date: string;
  readonly hour: number | null;
}

const months = listed(
  'january february march april may june july august september october november december',
);

/** `2026-11-01`, `20261101`, `2026/11/1`, and what stands behind it. */
const plain = /^((?:19|20)\d\d)(?:(\d\d)(\d\d)|([-/])(\d\d?)\4(\d\d?))(\D.*)?$/;

/** `Nov 1, 2026`, `1 November 2026`, `Sun, 01-Nov-2026`, and what stands behind it. */
const named =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[ .,-]+)?(\w+)[ .,-]+(\w+)[ .,-]+((?:19|20)\d\d)(\D.*)?$/i;

const time =
  /^(?:T|,? (?:at )?)(\d(?=:)|\d\d):?(\d\d)(?::?\d\d)?(?:[.,]\d+)?\s?([ap]m)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)){0,2}(?: ?[[(]\D*)?$/i;

type Part = string | number | undefined;

function hoursOf([, hours, minutes, half]: readonly Part[]): number {
  const written = Number(hours) + Number(minutes) / 60;
  return half === undefined ? written : (written % 12) + (/p/i.test(String(half)) ? 12 : 0);
}

function moment(year: Part, month: Part, day: Part, rest = ''): Moment | null {
  const two = (part: Part): string => String(part).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  const clock = time.exec(rest);
  if (startOf(date) === null || (rest !== '' && !clock)) return null;
  return { date, hour: clock && (hoursOf(clock) || null) };
}

/** Seconds or milliseconds since the epoch, between 1989 and 2286. */
function instant(value: number): Moment | null {
  const ms = value < 1e10 ? value * 1000 : value;
  if (!(ms >= 6e11 && ms < 1e13)) return null;
  return { date: dateOf(ms), hour: (ms % 86_400_000) / 3_600_000 || null };
}

/** The hour that stands behind a date of digits, `2026110114`: no instant before 2033 is written so. */
const hourBehind = /^(20\d{6})([01]\d|2[0-3])$/;

const ofText = remembered((text): Moment | null => {
  const digits = plain.exec(text.replace(hourBehind, '$1T$2:00'));
  if (digits) return moment(digits[1], digits[2] ?? digits[5], digits[3] ?? digits[6], digits[7]);
  const words = named.exec(text);
  if (!words) return /^\d+$/.test(text) ? instant(Number(text)) : null;
  const [first, second, year, rest] = words.slice(1) as [string, string, string, string?];
  const [day, word] = /\d/.test(first) ? [first, second] : [second, first];
  const at = months.findIndex((name) => word.length > 2 && name.indexOf(word.toLowerCase()) === 0);
  return moment(year, at + 1, day, rest);
});

/** Milliseconds as .NET writes them: `/Date(1793491200000)/`. */
const ticks = /\/Date\((\d+)\)\//;

function momentOf(value: unknown): Moment | null {
  if (typeof value === 'number') return ofText(String(value)) ?? instant(value);
  return typeof value === 'string' ? ofText(value.trim().replace(ticks, '$1')) : null;
}

/**
 * The calendar date that a field writes, as written whatever its zone: `2026-11-01`, `20261101`, `2026/11/01`, an instant, seconds
 * or milliseconds since the epoch, an English date; null for anything else. `01/11/2026` could be two dates and is none.
 */
export const readDate = (value: unknown): string | null => momentOf(value)?.date ?? null;

/** The hours of the day that a field writes beside its date, with minutes as their fraction; null where it writes none or midnight. */
export const hourOf = (value: unknown): number | null => momentOf(value)?.hour ?? null;

/** What a text names that is longer than a day: `2026-11`, `2026-W47`, `2026-Q4`, `Nov 2026`. */
export function longerThanDay(value: unknown): 'month' | 'week' | 'quarter' | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^(19|20)\d\d[-/]?W\d\d$/i.test(text)) return 'week';
  if (/^((19|20)\d\d[-/ ]?Q[1-4]|Q[1-4][-/ ]?(19|20)\d\d)$/i.test(text)) return 'quarter';
  return /^((19|20)\d\d[-/]\d\d|[a-z]{3,9}\.? (19|20)\d\d)$/i.test(text) ? 'month' : null;
}
