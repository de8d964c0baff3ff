import { isObject } from '../bodies/json.ts';
import { quote, throwDrift } from './drift.ts';
import type { Place } from './places.ts';
import { follow, formatPointer, type Key, type Path } from './pointer.ts';

/** One entry of a list or a map, or the whole body. */
export interface Row {
  readonly value: unknown;
  readonly key: Key;
  /** Entries of the container that it is in. */
  readonly siblings: number;
  /** The row that holds its container; null for the whole body. */
  readonly up: Row | null;
  /** How many `*` lead to it. */
  readonly depth: number;
}

const none: readonly Key[] = [];

export const topRow = (body: unknown): Row => ({ value: body, key: '', siblings: 1, up: null, depth: 0 });

function rowAbove(row: Row, depth: number): Row {
  let at = row;
  while (at.depth > depth && at.up) at = at.up;
  return at;
}

/** The keys of the `*` that lead to a row. */
const keysOf = ({ up, key }: Row): readonly Key[] => (up ? [...keysOf(up), key] : none);

/** JSON Pointer (RFC 6901) to the deepest place on a path that the body has. */
export const pointerFrom = (row: Row, path: Path): string =>
  formatPointer(rowAbove(row, 0).value, path, keysOf(row));

/** Drift at the deepest place of a path that the body has. */
export function throwAt(
  row: Row,
  { path, pointer: at }: Pick<Place, 'path' | 'pointer'>,
  expected: string,
): never {
  const pointer = pointerFrom(row, path);
  const steps = pointer.split('/').length - 1;
  const found = follow(rowAbove(row, 0).value, path.slice(0, steps), keysOf(row));
  const isMissing = steps < path.length && isObject(found);
  throwDrift(
    pointer,
    isMissing ? 'missing' : 'type',
    isMissing ? `${expected} at ${at}` : expected,
    quote(found),
  );
}

/** The rows of a container that is in another row; none where it is null or empty. */
function rowsIn(container: unknown, up: Row): Row[] {
  const keys: Key[] = Array.isArray(container) ? [...container.keys()] : Object.keys(container ?? {});
  return keys.map((key) => ({
    value: (container as Readonly<Record<Key, unknown>>)[key],
    key,
    siblings: keys.length,
    up,
    depth: up.depth + 1,
  }));
}

/**
 * Finds the rows at a path. A container that is null or empty has none. A list inside a row may be missing in some rows and not
 * in all. @throws DriftError
 */
export function findRows(top: Row, place: Pick<Place, 'path' | 'pointer'>): readonly Row[] {
  let rows: readonly Row[] = [top];
  let from = 0;
  for (const [end, { at }] of place.path.entries()) {
    if (at !== 'each') continue;
    const way = place.path.slice(from, end);
    from = end + 1;
    const containers = rows.map(({ value }) => follow(value, way, none));
    const isContainer = (one: unknown): boolean => one === undefined || typeof one === 'object';
    if (!containers.every(isContainer) || (rows.length > 0 && containers.every((one) => one === undefined)))
      throwAt(top, place, 'a list or an object of rows');
    rows = rows.flatMap((row, index) => rowsIn(containers[index], row));
  }
  return rows;
}

/** What a row holds at a place. @throws DriftError where columns differ in length */
export function valueAt(row: Row, { base, rest, column, path }: Place): unknown {
  const from = rowAbove(row, base);
  if (rest[0]?.at === 'key') return typeof from.key === 'string' ? from.key : undefined;
  if (column === null) return follow(from.value, rest, none);
  const keys = keysOf(row);
  const container = follow(from.value, column, keys.slice(base));
  const { siblings } = rowAbove(row, base + 1);
  if (Array.isArray(container) && container.length !== siblings)
    throwDrift(
      pointerFrom(row, path.slice(0, path.length - rest.length + column.length)),
      'relation',
      `a list of ${siblings}`,
      quote(container),
    );
  return follow(from.value, rest, keys.slice(base));
}
