import { dayNumber, toCalendarDate } from '../calendar/calendar.ts';
import { readInstant } from '../calendar/instant.ts';
import { toText } from '../json/json.ts';
import { toDomain, toEngineId } from '../resources/normalize.ts';
import { hasOwn } from './recipe-pointer.ts';

/** Decodes a value: null is unknown, undefined is invalid for the codec. */
type Decode = (value: unknown) => string | number | boolean | null | undefined;

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const numberWithin = (value: unknown, low: number, high: number): number | undefined => {
  const number = finite(value);
  return number !== undefined && number >= low && number <= high ? number : undefined;
};

const maxCount = 2 ** 53 - 1;
/** Services write -1 for no count. */
const count: Decode = (value) =>
  value === -1 ? null : Number.isInteger(value) ? numberWithin(value, 0, maxCount) : undefined;

const fraction: Decode = (value) => numberWithin(value, 0, 1);

/** Hundredths; rounded, because 41.2 / 100 is 0.41200000000000003. */
const percent: Decode = (value) => {
  const number = numberWithin(value, 0, 100);
  return number === undefined ? undefined : Math.round(number * 1e13) / 1e15;
};

const text: Decode = (value) => {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
};

const decimalPattern = /^-?\d+(\.\d+)?$/;
/** Only counts may have groups of thousands: `0,850` may be a fraction. */
const groupedPattern = /^[1-9]\d{0,2}(,\d{3})+$/;
/** Groups of thousands with points, as in German: `1.000`. */
const dottedPattern = /^[1-9]\d{0,2}(\.\d{3})+$/;
/** As a number in German: `1.234,5`. A group of digits alone has no decimals. */
const commaPattern = /^-?([1-9]\d{0,2}(\.\d{3})+|\d{1,3}|\d+(?=,))(,\d+)?$/;
/** What services write in place of a figure. */
const blankPattern = /^\s*([-\u2013\u2014]|n\/?a)?\s*$/i;

/** A number as text, with `%` for shares; an empty text is unknown. A comma before decimals allows points between thousands. */
const textNumber =
  (decode: Decode, unit: RegExp, comma?: ','): Decode =>
  (value) => {
    if (typeof value !== 'string') return undefined;
    const plain = value.trim().replace(unit, '').trim();
    if (value.trim() === '') return null;
    if (comma)
      return commaPattern.test(plain)
        ? decode(Number(plain.replace(/\./g, '').replace(comma, '.')))
        : undefined;
    if (decode === count && groupedPattern.test(plain)) return Number(plain.replace(/,/g, ''));
    if (decode === count ? dottedPattern.test(plain) : plain.endsWith('.000')) return undefined;
    return decimalPattern.test(plain) ? decode(Number(plain)) : undefined;
  };

/** `"2.7K"`, `"1.2M"`: a count as it is rounded for people. */
const shortCount: Decode = (value) => {
  const [, number, unit = ''] = /^(\d+|[\d.]+(?= ?[km]$)) ?([km]?)$/i.exec(`${value}`) || [];
  const factor = { k: 1e3, m: 1e6 }[unit.toLowerCase()] ?? 1;
  return number === undefined ? undefined : count(Math.round(Number(number) * factor));
};

/** A host name, alone or in a URL, lower case. */
const host: Decode = (value) => {
  const plain = text(value);
  if (typeof plain !== 'string') return plain;
  const found = toDomain(plain);
  return found?.includes('.') ? found : undefined;
};

const date: Decode = (value) =>
  typeof value === 'string' && value.length === 10 && dayNumber(value) !== null ? value : undefined;

const months = 'janfebmaraprmayjunjulaugsepoctnovdec';
const toDate = (year = '', month: number | string, day = ''): string | undefined => {
  const pad = (part: number | string): string => `${part}`.padStart(2, '0');
  return date(`${year}-${pad(month)}-${pad(day)}`) as string | undefined;
};
const numericDate =
  (dayAt: 1 | 2): Decode =>
  (value) => {
    const parts = /^(\d\d?)[./-](\d\d?)[./-](\d{4})$/.exec(toText(value));
    return parts ? toDate(parts[3], parts[3 - dayAt] || '', parts[dayAt]) : undefined;
  };

const timeOfDay = /^[T ]\d{2}:\d{2}/;
const instant: Decode = (value) =>
  typeof value === 'string' && dayNumber(value) !== null && timeOfDay.test(value.slice(10, 16))
    ? value.slice(0, 10)
    : undefined;

const quarterHourMs = 900_000;
const halfDayMs = 43_200_000;
/** The end of the year 9999. */
const maxEpochMs = 253_402_300_799_999;

const epoch =
  (unit: number): Decode =>
  (value) => {
    const since = numberWithin(value, 0, maxEpochMs / unit);
    return since === undefined ? undefined : toCalendarDate(since * unit);
  };

/** Milliseconds since the epoch of a text, of milliseconds, or of seconds, which are smaller from 1973 on. */
export const toInstantMs = (value: unknown): number | null =>
  typeof value === 'string'
    ? readInstant(value)
    : typeof value !== 'number'
      ? null
      : value < 1e11
        ? value * 1000
        : value;

/** The date of the nearest midnight in UTC: `22:00Z` and `23:00Z` begin the next day east of it, `05:00Z` the same day west. */
const midnight: Decode = (value) => {
  const at = numberWithin(toInstantMs(value), 0, maxEpochMs);
  return at === undefined || at % quarterHourMs !== 0 ? undefined : toCalendarDate(at + halfDayMs);
};

/** Codecs by the family of their fields; each codec is one observed format. */
const families = {
  text: {
    text,
    /** An id; whole numbers become text. */
    id: (value: unknown) => (Number.isSafeInteger(value) ? toText(value) : text(value)),
    host,
    /** The display name of an engine; unknown spellings stay. */
    engine: (value: unknown) => {
      const plain = text(value);
      return typeof plain === 'string' ? toEngineId(plain).label : plain;
    },
  },
  date: {
    date,
    /** An ISO 8601 date with a time; decodes to its date as written. */
    instant,
    /** `20261101`, as number or text. */
    yyyymmdd: (value: unknown) => date(toText(value).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')),
    /** `21.11.2026`, `21/11/2026` */
    'day-first': numericDate(1),
    /** `11/21/2026` */
    'month-first': numericDate(2),
    /** `Nov 21, 2026`, `21 November 2026` */
    'named-month': (value: unknown) => {
      const [, first, name = '', second, year] =
        /^(\d\d?)?\.? ?([a-z]{3,9})\.? (?:(\d\d?),? )?(\d{4})$/i.exec(toText(value)) || [];
      return toDate(year, months.indexOf(name.slice(0, 3).toLowerCase()) / 3 + 1, first ?? second);
    },
    /** Since the epoch; decodes to the UTC date. */
    seconds: epoch(1000),
    milliseconds: epoch(1),
    /** An instant at the start of a day in another zone, in any of these formats. */
    midnight,
  },
  number: {
    /** A whole number from 0. */
    count,
    number: finite,
    'text-count': textNumber(count, /^$/),
    /** `"1.234"` is 1234; a count below 1,000 has no point. */
    'dotted-count': textNumber(count, /^$/, ','),
    'text-number': textNumber(finite, /^$/),
    'comma-number': textNumber(finite, /^$/, ','),
    'short-count': shortCount,
  },
  share: {
    /** 0 to 100. */
    percent,
    /** 0 to 1. */
    fraction,
    /** `"41.2%"` or `"41.2"`. */
    'text-percent': textNumber(percent, /%$/),
    'text-fraction': textNumber(fraction, /^$/),
    'comma-percent': textNumber(percent, /%$/, ','),
    'comma-fraction': textNumber(fraction, /^$/, ','),
  },
  flag: { flag: (value: unknown) => (typeof value === 'boolean' ? value : undefined) },
};

/** The type of a field, independent of its codec. */
export type ValueFamily = keyof typeof families;
export type CodecName = { [F in ValueFamily]: keyof (typeof families)[F] }[ValueFamily];

const decoders = Object.assign({}, ...Object.values(families)) as Readonly<Record<CodecName, Decode>>;

/** All codec names, grouped by family. */
export const codecNames = Object.keys(decoders) as readonly CodecName[];

/** The family of a codec; undefined for an unknown name. */
export const toFamily = (codec: string): ValueFamily | undefined =>
  (Object.keys(families) as ValueFamily[]).find((family) => hasOwn(families[family], codec));

/** Decodes a value. Null, absent and a dash for a figure become null (unknown); a value of another type or range becomes undefined. */
export function decodeValue(codec: CodecName, value: unknown): string | number | boolean | null | undefined {
  if (value === null || value === undefined) return null;
  const isBlank = typeof value === 'string' && blankPattern.test(value);
  const { number, share } = families;
  return isBlank && hasOwn({ ...number, ...share }, codec) ? null : decoders[codec](value);
}
