import { type CodecName, decodeValue, type Family } from '@answershare/core';
import { type Leaf, tagsOfPath } from './claims.ts';
import type { Wish } from './wishes.ts';

const candidates: Readonly<Record<Family, readonly CodecName[]>> = {
  text: ['text'],
  date: ['date', 'instant', 'yyyymmdd', 'milliseconds', 'seconds'],
  number: ['count', 'number', 'text-count', 'text-number'],
  share: ['percent', 'fraction', 'text-percent', 'text-fraction'],
  flag: ['flag'],
};

/** Fields of text that are written in one way only. */
const textCodecs: Readonly<Record<string, readonly CodecName[]>> = {
  id: ['text', 'id'],
  domain: ['host'],
  engine: ['engine'],
};

/** Seconds and milliseconds since the epoch before this year are counts and no dates. */
const firstYear = '1995';

function isDecoded(codec: CodecName, value: string | number | boolean): boolean {
  const decoded = decodeValue(codec, value);
  if (decoded === undefined) return false;
  return !(codec === 'seconds' || codec === 'milliseconds') || String(decoded) > firstYear;
}

const address = /^(https?:\/\/|\/|[\w-]+(\.[\w-]+)+(\/|$))/i;
/** An address with a path is a page and not a website. */
const page = /^[a-z]+:\/\/[^/]+\/[^?#]/i;

/** The codecs by which every value of a place can be decoded, the narrowest first. */
export function codecsOf(
  { shape }: Leaf,
  field: string,
  { family, counts }: Pick<Wish, 'family' | 'counts'>,
): readonly CodecName[] {
  const { values } = shape;
  if (field === 'url' && !values.every((value) => address.test(String(value)))) return [];
  if (field === 'domain' && values.some((value) => page.test(String(value)))) return [];
  const wanted =
    (family === 'text' ? textCodecs[field] : undefined) ??
    (counts ? (['count', 'text-count'] as const) : candidates[family]);
  return wanted.filter((codec) => values.every((value) => isDecoded(codec, value)));
}

export interface Unit {
  readonly codec: CodecName;
  /** False where nothing tells the unit. */
  readonly sure: boolean;
}

const decimals = (value: unknown): number => (String(value).split('.')[1] ?? '').length;

/** The unit of shares at one place, as far as its names and its values tell. */
export function unitOf(leaf: Leaf, context: readonly string[]): Unit | null {
  const codecs = codecsOf(leaf, 'share', { family: 'share' });
  const find = (unit: 'percent' | 'fraction'): CodecName | undefined =>
    codecs.find((codec) => codec.endsWith(unit));
  const percent = find('percent');
  const fraction = find('fraction');
  const codec = percent ?? fraction;
  if (codec === undefined) return null;
  const tags = tagsOfPath([...context, ...leaf.names].filter((name) => name !== '#')) ?? new Set();
  const { values } = leaf.shape;
  if (tags.has('fraction') && fraction) return { codec: fraction, sure: true };
  if (percent && (tags.has('percent') || !fraction || values.some((value) => /%/.test(String(value)))))
    return { codec: percent, sure: true };
  const fine = values.filter((value) => decimals(value) >= 3).length;
  if (fraction && fine >= 2) return { codec: fraction, sure: true };
  return { codec, sure: values.every((value) => Number(value) === 0) && values.length === 0 };
}

/** The codec of the same writing in the other unit. */
export const otherUnit = (codec: CodecName): CodecName =>
  (codec.endsWith('percent')
    ? codec.replace('percent', 'fraction')
    : codec.replace('fraction', 'percent')) as CodecName;
