/**
 * A segment of a recipe pointer: JSON Pointer (RFC 6901) with three special segments. `*` is each entry of a list or object,
 * a last `#` is the key of the last `*`, and `0!` is the only entry of a list. A prefix `~2` makes a special segment a plain
 * name.
 */
export interface PathSegment {
  readonly at: 'name' | 'each' | 'key' | 'only';
  /** Empty unless `at` is `name`. */
  readonly name: string;
}

export type Path = readonly PathSegment[];

/** An index in a list or a name in an object. */
export type PathKey = string | number;

const { hasOwnProperty: isOwn } = Object.prototype;

/** `Object.hasOwn` for ES2019; false for a name that is no text. */
export const hasOwn = (value: object, name: unknown): boolean =>
  typeof name === 'string' && isOwn.call(value, name);

/** The entry of a table by a foreign name, which may be inherited, such as `constructor`. */
export const getOwn = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  hasOwn(table, name) ? table[name as string] : undefined;

const specialSegments: { readonly [segment: string]: PathSegment['at'] } = {
  '*': 'each',
  '#': 'key',
  '0!': 'only',
};

/** Formats a name as a segment of a JSON Pointer (RFC 6901). */
export const escapeSegment = (name: PathKey): string =>
  `/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`;

/** Formats a name as a segment of a recipe pointer. */
export const toPointerSegment = (name: string): string =>
  hasOwn(specialSegments, name) ? `/~2${name}` : escapeSegment(name);

const parseSegment = (segment: string): PathSegment =>
  hasOwn(specialSegments, segment)
    ? { at: specialSegments[segment] ?? 'name', name: '' }
    : { at: 'name', name: segment.replace(/^~2/, '').replace(/~1/g, '/').replace(/~0/g, '~') };

/** Parses a recipe pointer; null if malformed, or if `#` does not follow a `*` at the end. */
export function parsePointer(text: unknown): Path | null {
  if (text === '') return [];
  if (typeof text !== 'string' || !text.startsWith('/') || /~(?![012])/.test(text)) return null;
  const path = text.slice(1).split('/').map(parseSegment);
  const key = path.findIndex(({ at }) => at === 'key');
  if (key >= 0 && (key !== path.length - 1 || path[key - 1]?.at !== 'each')) return null;
  return path;
}

/** The number of `*` in a path. */
export const countDepth = (path: Path): number => path.filter(({ at }) => at === 'each').length;

/** The entry of a list or object; undefined if absent. */
function getEntry(value: unknown, key: PathKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return typeof key === 'number' || /^(0|[1-9]\d*)$/.test(key)
      ? (value as unknown[])[Number(key)]
      : undefined;
  return isOwn.call(value, key) ? (value as Readonly<Record<PathKey, unknown>>)[key] : undefined;
}

/** Result of {@link resolvePath} for an impossible place: inside a text, or several entries instead of one. */
const mismatch = Symbol('mismatched');

/**
 * The value at a path; the nth `*` takes the nth key. Undefined if absent, null if a container on the path is null or an
 * only entry is absent.
 */
export function resolvePath(start: unknown, path: Path, keys: readonly PathKey[]): unknown {
  let value = start;
  let depth = 0;
  for (const { at, name } of path) {
    if (at === 'key') return typeof keys[depth - 1] === 'string' ? keys[depth - 1] : mismatch;
    if (value === null || value === undefined) return value;
    if (typeof value !== 'object') return mismatch;
    if (at === 'only') {
      if (!Array.isArray(value) || value.length > 1) return mismatch;
      value = (value as unknown[])[0] ?? null;
    } else value = getEntry(value, at === 'each' ? (keys[depth++] ?? '') : name);
  }
  return value;
}

/** JSON Pointer (RFC 6901) to the deepest existing place on a path, with keys in place of `*`. */
export function formatPointer(body: unknown, path: Path, keys: readonly PathKey[] = []): string {
  let pointer = '';
  let value = body;
  let depth = 0;
  for (const { at, name } of path) {
    if (at === 'key' || (at === 'only' && Array.isArray(value) && value.length > 1)) break;
    const key = at === 'only' ? 0 : at === 'each' ? keys[depth++] : name;
    value = key === undefined ? undefined : getEntry(value, key);
    if (value === undefined) break;
    pointer += escapeSegment(key ?? '');
  }
  return pointer;
}
