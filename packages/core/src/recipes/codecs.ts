import { engineOf } from '../reading/engines.ts';
import { hasOwn } from './pointer.ts';

/** What a field means, whatever its codec. */
export type Family = 'text' | 'date' | 'number' | 'share' | 'flag';

/** A decoded value; null is unknown, undefined is a value that the codec does not allow. */
type Decode = (value: unknown) => string | number | boolean | null | undefined;

interface Codec {
  readonly family: Family;
  readonly decode: Decode;
}

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const within = (value: unknown, low: number, high: number): number | undefined => {
  const number = finite(value);
  return number !== undefined && number >= low && number <= high ? number : undefined;
};

const largest = 2 ** 53 - 1;
const count: Decode = (value) => (Number.isInteger(value) ? within(value, 0, largest) : undefined);

/** A share in hundredths; 41.2 is 0.412 and not 0.41200000000000003. */
const percent: Decode = (value) => {
  const number = within(value, 0, 100);
  return number === undefined ? undefined : Number((number / 100).toPrecision(15));
};

const text: Decode = (value) => {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
};

const digits = /^-?\d+(\.\d+)?$/;
/** Thousands are split in counts alone: `0,850` may be a fraction. */
const thousands = /^[1-9]\d{0,2}(,\d{3})+$/;

/** A number that is written as a text: `"1,234.5"`, with `%` for shares; an empty text is unknown. */
const written =
  (decode: Decode, unit: RegExp): Decode =>
  (value) => {
    if (typeof value !== 'string') return undefined;
    const plain = value.trim().replace(unit, '').trim();
    if (value.trim() === '') return null;
    if (decode === count && thousands.test(plain)) return Number(plain.replace(/,/g, ''));
    return digits.test(plain) ? decode(Number(plain)) : undefined;
  };

/** A host name alone or in an address (RFC 3986 §3.2), lower case. */
const host: Decode = (value) => {
  const plain = text(value);
  if (typeof plain !== 'string') return plain;
  const found = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s]*@)?|\/\/)?([^/?#:@\s,;]+)/i.exec(plain)?.[1];
  return found?.includes('.') ? found.toLowerCase().replace(/\.$/, '') : undefined;
};

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A calendar date `YYYY-MM-DD` (ISO 8601). */
function day(value: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  const last = monthDays[Number(month) - 1] ?? 0;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const inMonth = Number(date) >= 1 && Number(date) <= last;
  return inMonth && (month !== '02' || date !== '29' || isLeap) ? value : undefined;
}

const instant: Decode = (value) => {
  const found = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/.exec(value) : null;
  return found ? day(found[1] ?? '') : undefined;
};

const epoch =
  (unit: number): Decode =>
  (value) => {
    const ms = (within(value, 0, 8.64e15 / unit) ?? Number.NaN) * unit;
    return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 10);
  };

/** How a value is written, one codec for each way that was seen. */
export const codecs = {
  text: { family: 'text', decode: text },
  /** An identifier; a whole number is written out. */
  id: {
    family: 'text',
    decode: (value) => (Number.isSafeInteger(value) ? String(value) : text(value)),
  },
  host: { family: 'text', decode: host },
  /** An answer engine by its name for people; unknown spellings stay as they are. */
  engine: {
    family: 'text',
    decode: (value) => {
      const plain = text(value);
      return typeof plain === 'string' ? engineOf(plain).label : plain;
    },
  },
  date: { family: 'date', decode: (value) => (typeof value === 'string' ? day(value) : undefined) },
  /** An ISO 8601 date with a time; its date as written. */
  instant: { family: 'date', decode: instant },
  /** `20261101`, a number or a text. */
  yyyymmdd: {
    family: 'date',
    decode: (value) => day(String(value).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')),
  },
  /** Since the epoch; the UTC date. */
  seconds: { family: 'date', decode: epoch(1000) },
  milliseconds: { family: 'date', decode: epoch(1) },
  /** A whole number from 0. */
  count: { family: 'number', decode: count },
  number: { family: 'number', decode: finite },
  'text-count': { family: 'number', decode: written(count, /^$/) },
  'text-number': { family: 'number', decode: written(finite, /^$/) },
  /** 0 to 100. */
  percent: { family: 'share', decode: percent },
  /** 0 to 1. */
  fraction: { family: 'share', decode: (value) => within(value, 0, 1) },
  /** `"41.2%"` or `"41.2"`. */
  'text-percent': { family: 'share', decode: written(percent, /%$/) },
  'text-fraction': { family: 'share', decode: written((value) => within(value, 0, 1), /^$/) },
  flag: { family: 'flag', decode: (value) => (typeof value === 'boolean' ? value : undefined) },
} as const satisfies Readonly<Record<string, Codec>>;

export type CodecName = keyof typeof codecs;

export const isCodecName = (name: string): name is CodecName => hasOwn(codecs, name);

/** Decodes a value. Null and absent are unknown; undefined is a value of another type or range. */
export function decode(name: CodecName, value: unknown): string | number | boolean | null | undefined {
  return value === null || value === undefined ? null : codecs[name].decode(value);
}
