import type { JsonObject } from './json.ts';

/** A field name without case, separators and a namespace: `eventType`, `event_type` and `Event-Type` are one. */
export const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(\w+:)+(?=[a-z])/, '')
    .replace(/[^a-z0-9]/g, '');

/** One segment of a JSON Pointer, escaped (RFC 6901 §3). */
export const segment = (name: string): string => `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;

/** The first of `aliases` (plain names, best first) that the object has, as the object spells it. */
export function findField(object: JsonObject, aliases: readonly string[]): string | null {
  const spelled = Object.keys(object);
  for (const alias of aliases) {
    const name = spelled.find((candidate) => normalizeName(candidate) === alias);
    if (name !== undefined) return name;
  }
  return null;
}

/** A text, trimmed; null for absent, null and empty; a number is written out. */
export function readText(value: unknown): string | null {
  if (Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}
