import { type CodecName, decodeValue, type ValueFamily } from '@answershare/core';
import { readNames } from './names.ts';
import type { Leaf } from './shape.ts';
import type { TargetField } from './target-fields.ts';

const codecsByFamily: Readonly<Record<ValueFamily, readonly CodecName[]>> = {
  text: ['text'],
  date: ['date', 'instant', 'yyyymmdd', 'milliseconds', 'seconds'],
  number: ['count', 'number', 'text-count', 'text-number'],
  share: ['percent', 'fraction', 'text-percent', 'text-fraction'],
  flag: ['flag'],
};

const countCodecs: readonly CodecName[] = ['count', 'text-count'];

/** Fewer whole numbers do not exclude decimals. */
const minWholeNumbers = 3;

/** Codecs of text fields with a fixed format. */
const textCodecs: Readonly<Record<string, readonly CodecName[]>> = {
  id: ['text', 'id'],
  domain: ['host'],
  engine: ['engine'],
};

/** Earlier seconds or milliseconds since the epoch are counts, not dates. */
const minEpochYear = '1995';

function isDecoded(codec: CodecName, value: string | number | boolean): boolean {
  const decoded = decodeValue(codec, value);
  if (decoded === undefined) return false;
  return !(codec === 'seconds' || codec === 'milliseconds') || String(decoded) > minEpochYear;
}

const addressPattern = /^(https?:\/\/|\/|[\w-]+(\.[\w-]+)+(\/|$))/i;
/** A URL with a path is a page, not a website. */
const pagePattern = /^[a-z]+:\/\/[^/]+\/[^?#]/i;

/** The codecs that decode every value of a leaf, narrowest first. */
export function listCodecs(
  { shape }: Leaf,
  field: string,
  wish: Pick<TargetField, 'family' | 'counts'>,
): readonly CodecName[] {
  const { values } = shape;
  if (field === 'url' && !values.every((value) => addressPattern.test(String(value)))) return [];
  if (field === 'domain' && values.some((value) => pagePattern.test(String(value)))) return [];
  const wanted =
    (wish.family === 'text' ? textCodecs[field] : undefined) ??
    (wish.counts ? countCodecs : codecsByFamily[wish.family]);
  const isShort = wish.family === 'number' && !wish.counts && values.length < minWholeNumbers;
  return wanted
    .filter((codec) => !(isShort && countCodecs.includes(codec)))
    .filter((codec) => values.every((value) => isDecoded(codec, value)));
}

export const isDate = (value: unknown): boolean =>
  ['date', 'instant', 'yyyymmdd'].some((codec) => typeof decodeValue(codec as CodecName, value) === 'string');

export interface Unit {
  readonly codec: CodecName;
  /** False if the unit is a guess. */
  readonly sure: boolean;
  /** True if a name or text states the unit; false if only values show it. */
  readonly isStated: boolean;
}

const countDecimals = (value: unknown): number => (String(value).replace('%', '').split('.')[1] ?? '').length;

/** The unit of shares in a leaf, from names, a stated unit and values. */
export function inferUnit(
  leaf: Leaf,
  context: readonly string[],
  stated: 'percent' | 'fraction' | null,
): Unit | null {
  const codecs = listCodecs(leaf, 'share', { family: 'share', counts: false });
  const find = (unit: 'percent' | 'fraction'): CodecName | undefined =>
    codecs.find((codec) => codec.endsWith(unit));
  const percent = find('percent');
  const fraction = find('fraction');
  const codec = fraction ?? percent;
  if (codec === undefined) return null;
  const { tags } = readNames([...context, ...leaf.names].filter((name) => name !== '#'));
  const { values } = leaf.shape;
  const isZero = values.every((value) => Number(String(value).replace('%', '')) === 0);
  const isWritten = tags.has('percent') || values.some((value) => /%/.test(String(value)));
  if (tags.has('fraction') && fraction) return { codec: fraction, sure: true, isStated: true };
  if (percent && isWritten) return { codec: percent, sure: true, isStated: true };
  if (!percent || !fraction) return { codec, sure: true, isStated: false };
  if (stated !== null)
    return { codec: stated === 'percent' ? percent : fraction, sure: true, isStated: true };
  const fine = values.filter((value) => countDecimals(value) >= 3).length;
  return { codec: isZero ? percent : codec, sure: fine >= 2, isStated: false };
}

/** The codec of the same format in the other unit. */
export const toOtherUnit = (codec: CodecName): CodecName =>
  (codec.endsWith('percent')
    ? codec.replace('percent', 'fraction')
    : codec.replace('fraction', 'percent')) as CodecName;
