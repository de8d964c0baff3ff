import { type CodecName, decodeValue, type ValueFamily } from '@answershare/core';
import type { Leaf } from './shape.ts';
import type { TargetField } from './target-fields.ts';

const codecsByFamily: Readonly<Record<ValueFamily, readonly CodecName[]>> = {
  text: ['text'],
  date: ['date', 'instant', 'yyyymmdd', 'named-month', 'day-first', 'month-first', 'milliseconds', 'seconds'],
  number: ['count', 'number', 'text-count', 'dotted-count', 'text-number', 'comma-number', 'short-count'],
  share: ['percent', 'fraction', 'text-percent', 'text-fraction', 'comma-percent', 'comma-fraction'],
  flag: ['flag'],
};

const countCodecs: readonly CodecName[] = ['count', 'text-count', 'dotted-count', 'short-count'];

/** Fewer whole numbers, such as the scores of three websites, do not exclude decimals. */
const minWholeNumbers = 4;

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
    .filter((codec) => values.every((value) => isDecoded(codec, value)))
    .filter((codec) => values.length === 0 || values.some((value) => decodeValue(codec, value) !== null));
}

export const isDate = (value: unknown): boolean =>
  ['date', 'instant', 'yyyymmdd', 'named-month', 'day-first', 'month-first'].some(
    (codec) => typeof decodeValue(codec as CodecName, value) === 'string',
  );
