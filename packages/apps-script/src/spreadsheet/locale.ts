/** The locale's rules for typed text and formulas. */
export interface Locale {
  readonly decimal: string;
  readonly group: string;
  /** Between arguments of a formula; `;` works in every locale. */
  readonly separator: ',' | ';';
  /** The letters d, m, y in the locale's order. */
  readonly dateOrder: string;
  readonly dateSeparator: string;
}

const locales = new Map<string, Locale>();

/** Reads `en_US`, `de_CH`, ... Throws a RangeError for an invalid locale. */
export function readLocale(name: string): Locale {
  const locale = locales.get(name) ?? createLocale(name);
  locales.set(name, locale);
  return locale;
}

function createLocale(name: string): Locale {
  const tag = name.replace('_', '-');
  const numbers = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(12345.6);
  const dates = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(0);
  const decimal = numbers.find((part) => part.type === 'decimal')?.value ?? '.';
  return {
    decimal,
    group: numbers.find((part) => part.type === 'group')?.value ?? '',
    // A decimal comma cannot separate arguments (support page "Change a spreadsheet's locale").
    separator: decimal === ',' ? ';' : ',',
    dateOrder: dates
      .flatMap((part) => (/year|month|day/.test(part.type) ? [part.type.slice(0, 1)] : []))
      .join(''),
    dateSeparator: dates.find((part) => part.type === 'literal')?.value.trim() ?? '/',
  };
}

/** The locale's number format for dates. */
export function toDateFormat(locale: Locale): string {
  const pattern: { [letter: string]: string } = { d: 'd', m: 'M', y: 'yyyy' };
  return [...locale.dateOrder].map((letter) => pattern[letter]).join(locale.dateSeparator);
}

const dayMs = 86_400_000;
// Serial 0 is 1899-12-30 (Sheets API, SERIAL_NUMBER).
const serialEpoch = Date.UTC(1899, 11, 30);
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormatFor(timeZone: string): Intl.DateTimeFormat {
  const known = dateFormats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  dateFormats.set(timeZone, made);
  return made;
}

/** Local time in `timeZone`, encoded as if it were UTC; both in ms. */
export function toWallTime(instant: number, timeZone: string): number {
  const parts: { [type: string]: number } = {};
  for (const { type, value } of dateFormatFor(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
}

/** The instant of a local time; in a gap, the offset before it applies. */
export function wallTimeToInstant(wall: number, timeZone: string): number {
  const offset = (instant: number): number => toWallTime(instant, timeZone) - instant;
  const before = wall - offset(wall - dayMs);
  if (before + offset(before) === wall) return before;
  const after = wall - offset(wall + dayMs);
  return after + offset(after) === wall ? after : before;
}

export function instantToSerial(instant: number, timeZone: string): number {
  return (toWallTime(instant, timeZone) - serialEpoch) / dayMs;
}

/** Rounds to the millisecond, because a serial is a fraction of a day. */
export function serialToInstant(serial: number, timeZone: string): number {
  return wallTimeToInstant(serialToWallTime(serial), timeZone);
}

/** The local time of a serial, encoded as if it were UTC, in ms. */
export function serialToWallTime(serial: number): number {
  return serialEpoch + Math.round(serial * dayMs);
}

export function wallTimeToSerial(wall: number): number {
  return (wall - serialEpoch) / dayMs;
}
