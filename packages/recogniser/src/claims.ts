import { tagsOf } from './names.ts';
import { isScalar, type Shape } from './shape.ts';
import type { Tag } from './vocabulary.ts';
import { free, type Meaning, type Wish } from './wishes.ts';

/** A scalar that a field may be, with what its names mean. */
export interface Leaf {
  readonly at: string;
  /** Names from the row or from the top. */
  readonly names: readonly string[];
  readonly shape: Shape;
  /** It is the key of an object whose keys are data. */
  readonly isKey: boolean;
}

export type Tags = ReadonlySet<Tag>;

/** The tags of several names; null where one has an unknown word. */
export function tagsOfPath(names: readonly string[]): Tags | null {
  const all = new Set<Tag>();
  for (const name of names) {
    const tags = tagsOf(name);
    if (tags === null) return null;
    for (const tag of tags) all.add(tag);
  }
  return all;
}

/** Scalars inside an object and the objects in it; lists and `skipped` places are left out. */
export function leavesOf(shape: Shape, skipped: ReadonlySet<string> = new Set()): Leaf[] {
  const found: Leaf[] = [];
  const visit = (at: Shape, names: readonly string[]): void => {
    if (skipped.has(at.at) || names.length > 8) return;
    const { seen } = at;
    if (isScalar(at) || (seen.null > 0 && seen.object + seen.list === 0)) {
      if (names.length > 0) found.push({ at: at.at, names, shape: at, isKey: false });
      return;
    }
    if (seen.list > 0) return;
    for (const field of at.fields.values()) visit(field, [...names, field.name]);
  };
  visit(shape, []);
  return found;
}

const isFree = (tag: Tag): boolean => free.has(tag);

/** The place of the first meaning that tags have; null where they mean something else. */
export function fit(tags: Tags, meanings: readonly Meaning[], ignored: readonly Tag[]): number | null {
  const rest = Array.from(tags).filter((tag) => !isFree(tag));
  const place = meanings.findIndex(
    ({ needs, allows }) =>
      needs.every((tag) => tags.has(tag)) &&
      rest.every((tag) => needs.includes(tag) || allows.includes(tag) || ignored.includes(tag)),
  );
  return place < 0 ? null : place;
}

export const isBare = (tags: Tags): boolean =>
  Array.from(tags).every((tag) => isFree(tag) || tag === 'total');

/** How well a leaf fits a wish. `context` are the tags of the list around it. */
function placeOf(leaf: Leaf, wish: Wish, topic: readonly Tag[], context: Tags): number | null {
  const own = leaf.names.length === 0 ? new Set<Tag>() : tagsOf(leaf.names[leaf.names.length - 1] ?? '');
  const around = tagsOfPath(leaf.names.slice(0, -1));
  if (own === null || around === null) return null;
  const all = new Set([...own, ...around]);
  if (!isBare(own)) {
    const place = fit(all, wish.means, topic);
    if (place === null) return null;
    const meaning = wish.means[place];
    const isAround = (tag: Tag): boolean =>
      isFree(tag) || topic.includes(tag) || (meaning?.allows.includes(tag) ?? false);
    return Array.from(around).every(isAround) ? place : null;
  }
  const inner = Array.from(around).some((tag) => !isFree(tag));
  const bare = inner ? fit(all, wish.means, topic) : fit(new Set([...context, ...own]), wish.bare, topic);
  return bare === null ? null : wish.means.length + bare;
}

export interface Claim {
  readonly leaf: Leaf;
  readonly place: number;
  /** Leaves with an equal claim and other values. */
  readonly ties: readonly Leaf[];
}

/** The leaf for a field: the one of the best meaning. */
export function claim(
  leaves: readonly Leaf[],
  wish: Wish,
  topic: readonly Tag[],
  context: Tags,
): Claim | null {
  const fits = leaves.flatMap((leaf) => {
    const place = leaf.isKey ? null : placeOf(leaf, wish, topic, context);
    return place === null ? [] : [{ leaf, place }];
  });
  fits.sort((a, b) => a.place - b.place || a.leaf.names.length - b.leaf.names.length);
  const [best, ...others] = fits;
  if (!best) return null;
  const values = JSON.stringify(best.leaf.shape.values);
  const isTie = (other: { leaf: Leaf; place: number }): boolean =>
    other.place === best.place && JSON.stringify(other.leaf.shape.values) !== values;
  return { ...best, ties: others.filter(isTie).map(({ leaf }) => leaf) };
}
