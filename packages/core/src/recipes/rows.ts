import { isObject } from '../bodies/json.ts';
import { quote, throwAt, throwDrift } from './drift.ts';
import type { Place } from './places.ts';
import { entryOf, follow, type Key, type Path, placeOf } from './pointer.ts';

/** The entries of one `*`. */
interface Level {
  readonly values: readonly unknown[];
  /** Null: the keys are the positions. */
  readonly keys: readonly Key[] | null;
  /** The entry of the level before that holds each entry; null where there is but one. */
  readonly parents: readonly number[] | null;
  /** How many entries each entry of the level before has. */
  readonly sizes: readonly number[];
}

/** The rows that a path with `*` leads to, one level for each `*`; the first level is the body. */
export type Rows = readonly Level[];

const none: readonly Key[] = [];
/** The body as the only row. */
export const topOf = (body: unknown): Rows => [{ values: [body], keys: null, parents: null, sizes: [] }];

/** The entries of several containers; null where there is no container at all, or something else in its place. */
function entriesOf(level: Level, way: Path): Level | null {
  const values: unknown[] = [];
  const keys: Key[] = [];
  const parents: number[] = [];
  const sizes: number[] = [];
  let present = level.values.length === 0;
  for (const [parent, holder] of level.values.entries()) {
    const container = follow(holder, way, none);
    const before = values.length;
    if (container !== undefined && container !== null && typeof container !== 'object') return null;
    present = present || container !== undefined;
    if (Array.isArray(container)) {
      if (level.values.length === 1)
        return { values: container, keys: null, parents: null, sizes: [container.length] };
      for (const [index, value] of container.entries()) {
        values.push(value);
        keys.push(index);
        parents.push(parent);
      }
    } else if (isObject(container))
      for (const key of Object.keys(container)) {
        values.push(container[key]);
        keys.push(key);
        parents.push(parent);
      }
    sizes.push(values.length - before);
  }
  return present ? { values, keys, parents, sizes } : null;
}

/**
 * Finds the rows at a path. A container that is null or empty has none. A list inside a row may be missing in some rows and not
 * in all. @throws DriftError
 */
export function findRows(body: unknown, place: { readonly path: Path; readonly pointer: string }): Rows {
  const levels = [...topOf(body)];
  let from = 0;
  for (const [end, { at }] of place.path.entries()) {
    if (at !== 'each') continue;
    const level = entriesOf(levels[levels.length - 1] as Level, place.path.slice(from, end));
    if (level === null) return throwAt(body, place, none, 'a list or an object of rows');
    levels.push(level);
    from = end + 1;
  }
  return levels;
}

export const sizeOf = (rows: Rows): number => rows[rows.length - 1]?.values.length ?? 0;

/** The entry of an outer level that holds a row. */
function indexAt(rows: Rows, depth: number, row: number): number {
  let index = row;
  for (let at = rows.length - 1; at > depth; at--) index = rows[at]?.parents?.[index] ?? 0;
  return index;
}

/** The keys of the `*` that lead to a row. */
export const keysOf = (rows: Rows, row: number): Key[] =>
  rows.slice(1).map(({ keys }, at) => {
    const index = indexAt(rows, at + 1, row);
    return keys === null ? index : (keys[index] ?? '');
  });

/** What a row holds at a place. @throws DriftError where columns differ in length */
export function valueAt(rows: Rows, { base, rest, column, path }: Place, row: number): unknown {
  const index = indexAt(rows, base, row);
  const start = rows[base]?.values[index];
  const [only] = rest;
  if (rest.length === 1 && only?.at === 'name' && isObject(start)) return entryOf(start, only.name);
  if (only?.at === 'key') return rows[base]?.keys?.[index];
  if (column === null) return follow(start, rest, none);
  const keys = keysOf(rows, row);
  const container = follow(start, column, keys.slice(base));
  const size = rows[base + 1]?.sizes[index];
  if (Array.isArray(container) && container.length !== size) {
    const pointer = placeOf(
      rows[0]?.values[0],
      path.slice(0, path.length - rest.length + column.length),
      keys,
    );
    throwDrift(pointer, 'relation', `a list of ${size}`, quote(container));
  }
  return follow(start, rest, keys.slice(base));
}
