import { isObject } from '../reading/json.ts';

/**
 * Pointers of a recipe: JSON Pointer (RFC 6901) with three segments of its own. `*` is each entry of a list or an object, a
 * last `#` is the key of the last `*`, and `0!` is the one entry of a list. `~2` before one of them makes it a plain name.
 */
export interface Step {
  readonly at: 'name' | 'each' | 'key' | 'only';
  /** Of a step by name; empty for the others. */
  readonly name: string;
}

export type Path = readonly Step[];

const { hasOwnProperty: isOwn } = Object.prototype;

/** `Object.hasOwn` for ES2019. */
export const hasOwn = (value: object, name: string): boolean => isOwn.call(value, name);

const marks: { readonly [segment: string]: Step['at'] } = { '*': 'each', '#': 'key', '0!': 'only' };

/** A name as a segment of a pointer. */
export const segmentOf = (name: string): string =>
  `/${hasOwn(marks, name) ? '~2' : ''}${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;

const stepOf = (segment: string): Step =>
  hasOwn(marks, segment)
    ? { at: marks[segment] ?? 'name', name: '' }
    : { at: 'name', name: segment.replace(/^~2/, '').replace(/~1/g, '/').replace(/~0/g, '~') };

/** The steps of a pointer; null where the text is none, or where `#` does not follow a `*` at the end. */
export function parsePointer(text: string): Path | null {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![012])/.test(text)) return null;
  const path = text.slice(1).split('/').map(stepOf);
  const key = path.findIndex(({ at }) => at === 'key');
  if (key >= 0 && (key !== path.length - 1 || path[key - 1]?.at !== 'each')) return null;
  return path;
}

/** How many `*` a path has. */
export const depthOf = (path: Path): number => path.filter(({ at }) => at === 'each').length;

/** The entry of a list or an object by its key; undefined where there is none. */
function entryOf(value: unknown, name: string): unknown {
  if (Array.isArray(value))
    return /^(0|[1-9]\d*)$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
  return isObject(value) && hasOwn(value, name) ? value[name] : undefined;
}

/** What {@link follow} gives for a place that cannot be there: inside a text, or one of several where one is expected. */
export const mismatched = Symbol('mismatched');

/**
 * The value at a path; the nth `*` takes the nth key. Undefined where it is missing, null where a container on the way is null
 * or an expected single entry is not there yet.
 */
export function follow(start: unknown, path: Path, keys: readonly string[]): unknown {
  let value = start;
  let bound = 0;
  for (const { at, name } of path) {
    if (at === 'key') return keys[bound - 1];
    if (value === null || value === undefined) return value;
    if (typeof value !== 'object') return mismatched;
    if (at === 'only') {
      if (!Array.isArray(value) || value.length > 1) return mismatched;
      value = (value as unknown[])[0] ?? null;
    } else if (at === 'each') {
      value = entryOf(value, keys[bound] ?? '');
      bound += 1;
    } else value = entryOf(value, name);
  }
  return value;
}

/** The pointer of one place, with the keys in the place of `*`, as far as the body has it. */
export function placeOf(body: unknown, path: Path, keys: readonly string[] = []): string {
  let pointer = '';
  let bound = 0;
  for (const [index, { at, name }] of path.entries()) {
    const value = follow(body, path.slice(0, index), keys);
    if (at === 'key' || value === null || typeof value !== 'object') return pointer;
    if (at === 'only' && (!Array.isArray(value) || value.length > 1)) return pointer;
    pointer += at === 'only' ? '/0' : segmentOf(at === 'each' ? (keys[bound] ?? '') : name);
    if (at === 'each') bound += 1;
  }
  return pointer;
}

/** A row of a list: its value and the keys of the `*` that lead to it. */
export interface RowPlace {
  readonly keys: readonly string[];
  readonly value: unknown;
}

/**
 * The rows that a path with `*` leads to. A container that is null or empty has none; one that is missing or is no container
 * gives null. A list inside a row may be missing in some rows and not in all.
 */
export function rowsAt(body: unknown, path: Path): readonly RowPlace[] | null {
  let rows: readonly RowPlace[] = [{ keys: [], value: body }];
  let from = 0;
  for (const [end, { at }] of path.entries()) {
    if (at !== 'each') continue;
    const next: RowPlace[] = [];
    const way = path.slice(from, end);
    let present = rows.length === 0;
    for (const row of rows) {
      const container = follow(row.value, way, []);
      if (container === undefined) continue;
      if (container !== null && typeof container !== 'object') return null;
      present = true;
      if (Array.isArray(container))
        container.forEach((value: unknown, index) => {
          next.push({ keys: [...row.keys, String(index)], value });
        });
      else if (isObject(container))
        for (const key of Object.keys(container))
          next.push({ keys: [...row.keys, key], value: container[key] });
    }
    if (!present) return null;
    rows = next;
    from = end + 1;
  }
  const rest = path.slice(from);
  return rest.length === 0 ? rows : rows.map(({ keys, value }) => ({ keys, value: follow(value, rest, []) }));
}
