import type { CodecName } from '@answershare/core';
import { listCodecs } from './codecs.ts';
import { readNames } from './names.ts';
import type { Leaf } from './shape.ts';

export interface Unit {
  readonly codec: CodecName;
  /** False if the unit is a guess. */
  readonly sure: boolean;
  /** True if a name or text states the unit; false if only values show it. */
  readonly isStated: boolean;
}

/** True for a leaf whose values are all zero, which fit both units. */
export const isZeroShare = ({ shape: { values } }: Leaf): boolean =>
  values.every((value) => Number(String(value).replace('%', '')) === 0);

/** The unit of shares in a leaf, from names, a stated unit and values. Decimals show none: `0.412` may be either. */
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
  const isWritten = tags.has('percent') || values.some((value) => /%/.test(String(value)));
  if (tags.has('fraction') && fraction) return { codec: fraction, sure: true, isStated: true };
  if (percent && isWritten) return { codec: percent, sure: true, isStated: true };
  if (!percent || !fraction) return { codec, sure: true, isStated: false };
  if (stated !== null)
    return { codec: stated === 'percent' ? percent : fraction, sure: true, isStated: true };
  return { codec: isZeroShare(leaf) ? percent : codec, sure: false, isStated: false };
}

/** The codec of the same format in the other unit. */
export const toOtherUnit = (codec: CodecName): CodecName =>
  (codec.endsWith('percent')
    ? codec.replace('percent', 'fraction')
    : codec.replace('fraction', 'percent')) as CodecName;
