import type { JsonObject } from './json.ts';

/** A field name without case and separators: `aiCitations`, `ai_citations` and `AI-Citations` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The first of `aliases` (plain names, best first) that the object has, as the object spells it. */
export function findField(object: JsonObject, aliases: readonly string[]): string | null {
  const spelled = Object.keys(object);
  for (const alias of aliases) {
    const name = spelled.find((candidate) => plainName(candidate) === alias);
    if (name !== undefined) return name;
  }
  return null;
}

/** One segment of a JSON Pointer, escaped (RFC 6901 §3). */
export function segment(name: string | number): string {
  return `/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}
