import { isObject, type JsonObject } from './json.ts';

/** A number as a body may write it. */
export interface NumberReading {
  readonly value: number | null;
  /** True where the text carried a percent sign. */
  readonly percent: boolean;
  /** True where it was written as a text or wrapped in an object. */
  readonly coerced: boolean;
  /** The maximum that stands with the number, as in `"21/100"`; null where none does. */
  readonly scale: number | null;
  /** What a text tells that is less than a number, in words: `"< 10" is a bound`, `"1.2k" is rounded`. The value is then null. */
  readonly vague: string | null;
  /** True for one comma before three digits, `"1,234"`: thousands in a count; in a share or a score it may be a decimal. */
  readonly commaOnce: boolean;
  /** True for one point before three digits, `"12.000"`: a decimal one in a share or a score; in a count it may be thousands. */
  readonly pointOnce: boolean;
}

const absent: NumberReading = {
  value: null,
  percent: false,
  coerced: false,
  scale: null,
  vague: null,
  commaOnce: false,
  pointOnce: false,
};

const unknown = /^(|[-–—?.…]+|n\/?a|nan|null|none|nil|unknown|undefined|no data|not available|tbd|pending)$/i;
/** True for a word for the unknown. */
export const isUnknown = (text: string): boolean => unknown.test(text.trim());

/** Texts that tell less than a number, by what they are. */
const vagueness: readonly (readonly [says: string, written: RegExp])[] = [
  ['a difference', /^\+\s*\d/],
  [
    'a bound',
    /^([<>≤≥]|(under|over|less|fewer|more)( than)? |at least |up to )[^a-z]*\d|^\d[\d.,]*\s*[kmb]?\+$/i,
  ],
  ['rounded', /^([~≈]|about |approx)[^a-z]*\d|^\d[\d.,]*\s*[kmb]$/i],
];
const figure = /^([−-]?)([\d.,'’\s]*\d)\s*(?:(%|percent)|(?:\/|of|out of)\s*(\d+(?:\.\d+)?))?$/i;

const withPoint = /^[1-9]\d{0,2}([,\s'’])\d{3}(\1\d{3})*(\.\d+)?$/;
const withComma =
  /^([1-9]\d{0,2}([.\s'’])\d{3}(\2\d{3})*,\d+|[1-9]\d{0,2}(\.\d{3}){2,}|0,\d+|\d+,(\d\d?|\d{4,}))$/;

/** Digits with their separators as a number: `1,234.5`, `1.234,5`, `1 234`, `41,2`, `0,041`; NaN for what could be read in two ways or not at all. */
function digits(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (withPoint.test(text)) return Number(text.replace(/[,\s'’]/g, ''));
  return withComma.test(text) ? Number(text.replace(/[.\s'’]/g, '').replace(',', '.')) : Number.NaN;
}

/** Above it not every whole number is one of its own. */
const most = 2 ** 53 - 1;

function readWritten(text: string): NumberReading | undefined {
  const trimmed = text.trim();
  if (unknown.test(trimmed)) return { ...absent, coerced: true };
  const [says] = vagueness.find(([, written]) => written.test(trimmed)) ?? [];
  if (says !== undefined) return { ...absent, coerced: true, vague: `"${trimmed}" is ${says}` };
  const match = figure.exec(trimmed);
  if (!match) return undefined;
  const [sign, written, percent, whole] = match.slice(1) as [string, string, string?, string?];
  const size = digits(written);
  if (Number.isNaN(size)) return undefined;
  if (size > most) return { ...absent, coerced: true, vague: `"${trimmed}" is too large to be kept exactly` };
  const [, mark] = (size >= 1 && /^\d{1,3}([.,])\d{3}$/.exec(written)) || [];
  return {
    value: sign === '' ? size : -size,
    percent: percent !== undefined,
    coerced: true,
    scale: whole === undefined ? null : Number(whole),
    vague: null,
    commaOnce: mark === ',',
    pointOnce: mark === '.',
  };
}

const wrapped = ['value', 'current', 'amount', 'overall'];

/** The field of an object that holds the number which it wraps. */
export const wrappedIn = (object: JsonObject): string | undefined => wrapped.find((name) => name in object);

/**
 * Reads a number, a numeric text (`"1,234"`, `"41.2%"`, `"21/100"`), either of them wrapped (`{"value": 5, "change": 1}`), or null,
 * absent and words for the unknown (`"N/A"`) as null. Returns undefined for what is none of these, which a caller must not take
 * for zero.
 */
export function readNumber(value: unknown): NumberReading | undefined {
  if (value === null || value === undefined) return absent;
  if (typeof value === 'number') return Number.isFinite(value) ? { ...absent, value } : undefined;
  if (typeof value === 'string') return readWritten(value);
  if (!isObject(value)) return undefined;
  const name = wrappedIn(value);
  const inner = name === undefined || isObject(value[name]) ? undefined : readNumber(value[name]);
  return inner && { ...inner, coerced: true };
}

/** True where a value writes a number and no word for the unknown. */
export const isNumeric = (value: unknown): boolean => readNumber(value)?.value != null;

/** A number of things: whole and not negative; null where it is unknown, undefined for anything else. */
export function countOf(number: NumberReading | undefined): number | null | undefined {
  if (number === undefined || number.percent || number.pointOnce || number.scale !== null) return undefined;
  const { value } = number;
  return value === null || (value >= 0 && value <= most && Number.isInteger(value)) ? value : undefined;
}

/** The sum of figures that are all known; null where one is not. */
export const sumOf = (figures: readonly (number | null)[]): number | null =>
  figures.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);

/** A text, trimmed; null for absent, null and empty; a number is written out. */
export function readText(value: unknown): string | null {
  if (Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** A text with a count behind it, as lists of texts write it: `"booking.com (3)"`. */
export function readCounted(text: string): { readonly text: string; readonly count: number | null } {
  const trimmed = text.trim();
  const [, counted, count] = /^(.*\S)\s*\((\d+)\)$/.exec(trimmed) ?? [];
  return counted === undefined ? { text: trimmed, count: null } : { text: counted, count: Number(count) };
}

/** The first text of a list that stands there before; null where each stands once. */
export function repeated(texts: readonly string[]): string | null {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size) ?? null;
}
