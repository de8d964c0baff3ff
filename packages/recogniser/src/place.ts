import type { CodecName } from '@answershare/core';
import { claim, type Leaf, type Tags } from './claims.ts';
import { codecsOf, otherUnit, unitOf } from './codec.ts';
import type { Guesses } from './guesses.ts';
import type { RowSet } from './rows.ts';
import type { Tag } from './vocabulary.ts';
import { free, type ListWish, type Wish } from './wishes.ts';

/** A leaf as a field of a recipe. */
export interface Placed {
  readonly leaf: Leaf;
  codec: CodecName;
  /** False for a share whose unit nothing tells. */
  sure: boolean;
}

export type Fields = Record<string, Placed>;

const none: Tags = new Set();

/** How a leaf is decoded as a field; null where its values do not allow it. */
function place(
  field: string,
  wish: Wish,
  leaf: Leaf,
  context: readonly string[],
  guesses: Guesses,
): Placed | null {
  if (wish.family === 'share') {
    const unit = unitOf(leaf, context);
    if (unit === null) return null;
    const isWeight =
      field === 'weight' &&
      unit.codec.endsWith('percent') &&
      leaf.shape.values.every((value) => Number(value) <= 1);
    return isWeight ? { leaf, codec: otherUnit(unit.codec), sure: true } : { leaf, ...unit };
  }
  const codec = codecsOf(leaf, field, wish)[0];
  if (codec === undefined && wish.family !== 'text')
    guesses.doubt(
      `${field}: ${leaf.at} holds ${JSON.stringify(leaf.shape.values.find((value) => typeof value !== 'boolean'))}`,
    );
  return codec === undefined ? null : { leaf, codec, sure: true };
}

/** Places the fields that leaves can be; of several with an equal claim the first, with a question. */
export function placeAll(
  leaves: readonly Leaf[],
  fields: Readonly<Record<string, Wish>>,
  topic: readonly Tag[],
  guesses: Guesses,
): Fields {
  const placed: Fields = {};
  for (const [name, wish] of Object.entries(fields)) {
    const found = claim(leaves, wish, topic, none);
    const field = found === null ? null : place(name, wish, found.leaf, [], guesses);
    if (found === null || field === null) continue;
    for (const tie of found.ties) guesses.doubt(`${name}: ${found.leaf.at} or ${tie.at}`);
    placed[name] = field;
  }
  return placed;
}

/** Places the fields of a row. Its key may be the key of an object. */
export function placeRow(set: RowSet, wish: ListWish, topic: readonly Tag[], guesses: Guesses): Fields {
  const context: Tags = new Set(Array.from(set.tags ?? none).filter((tag) => !free.has(tag)));
  const key = set.leaves.find(({ isKey }) => isKey);
  const fields: Fields = {};
  const used = new Set<Leaf>();
  for (const [field, one] of Object.entries(wish.fields)) {
    const isText = one.family === 'text';
    const wanted = set.leaves.filter((leaf) =>
      isText ? field === 'id' || leaf.shape.seen.number === 0 : !used.has(leaf),
    );
    const found = claim(wanted, one, topic, context);
    const leaf = found?.leaf ?? (field === wish.key ? key : undefined);
    const placed = leaf === undefined ? null : place(field, one, leaf, set.names, guesses);
    if (placed === null) continue;
    if (found?.leaf === leaf)
      for (const tie of found?.ties ?? []) guesses.doubt(`${field}: ${placed.leaf.at} or ${tie.at}`);
    fields[field] = placed;
    used.add(placed.leaf);
  }
  return fields;
}
