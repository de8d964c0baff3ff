export type JsonObject = { readonly [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Normalizes a field name: `eventType`, `event_type` and `ns:Event-Type` become `eventtype`. */
export const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(\w+:)+(?=[a-z])/, '')
    .replace(/[^a-z0-9]/g, '');

/** A name as a JSON Pointer segment: escaped, with its leading slash (RFC 6901 §3). */
export const toSegment = (name: string): string => `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;

/** The first of `aliases` (normalized, best first) that the object has, in its own spelling. */
export function findField(object: JsonObject, aliases: readonly string[]): string | null {
  const names = Object.keys(object);
  for (const alias of aliases) {
    const name = names.find((candidate) => normalizeName(candidate) === alias);
    if (name !== undefined) return name;
  }
  return null;
}

/** The text of a scalar; empty for any other value: `String` would call methods of foreign data. */
export const toText = (value: unknown): string =>
  /^(str|num|bool|big)/.test(typeof value) ? String(value) : '';

/** Quotes a value for a message: short, on one line. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = isObject(value)
    ? `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no field'}`
    : (JSON.stringify(typeof value === 'bigint' ? toText(value) : value) ?? 'something else');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Reads a non-empty text, trimmed, or a number as text; else null. */
export function readText(value: unknown): string | null {
  if (Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** A match of a pattern with its key. */
export interface Match {
  readonly key: string;
  readonly value: unknown;
}

const unescapeSegment = (part: string): string => part.replace(/~1/g, '/').replace(/~0/g, '~');

/** The segments of a JSON Pointer (RFC 6901); null if invalid. */
export function parsePointerText(pointer: string): readonly string[] | null {
  if (pointer === '') return [];
  if (pointer[0] !== '/' || /~(?![01])/.test(pointer)) return null;
  return pointer.slice(1).split('/').map(unescapeSegment);
}

const listEntries = (value: unknown): readonly Match[] =>
  Array.isArray(value)
    ? (value as unknown[]).map((entry, at) => ({ key: String(at), value: entry }))
    : isObject(value)
      ? Object.keys(value).map((key) => ({ key, value: value[key] }))
      : [];

const matchSegment = (value: unknown, part: string): readonly Match[] =>
  part === '*' ? listEntries(value) : listEntries(value).filter((entry) => entry.key === part);

/** All matches of a pointer whose `*` matches every entry, in the order of the body. */
export function findMatches(value: unknown, segments: readonly string[]): readonly Match[] {
  let found: readonly Match[] = [{ key: '', value }];
  for (const part of segments) found = found.flatMap((match) => matchSegment(match.value, part));
  return found;
}

/** The longest part of a path that exists, as JSON Pointer, the pointers below it, and what it is if there are none. */
export interface DeepestMatch {
  readonly pointer: string;
  readonly below: readonly string[];
  readonly what: string;
}

/** Finds the longest part of a path that exists, for a path without a match. */
export function findDeepestMatch(value: unknown, segments: readonly string[]): DeepestMatch {
  let at = segments.length;
  while (findMatches(value, segments.slice(0, at)).length === 0) at -= 1;
  const pointer = segments.slice(0, at).map(toSegment).join('');
  const last = findMatches(value, segments.slice(0, at))[0]?.value;
  if (Array.isArray(last)) return { pointer, below: [], what: `a list of ${last.length}` };
  if (!isObject(last)) return { pointer, below: [], what: last === null ? 'null' : `a ${typeof last}` };
  const below = listEntries(last).map(({ key }) => pointer + toSegment(key));
  return { pointer, below, what: 'an empty object' };
}
