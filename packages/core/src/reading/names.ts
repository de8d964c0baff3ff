import type { JsonObject } from './json.ts';

/** A field name without case and separators: `aiCitations`, `ai_citations` and `AI-Citations` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

const singular = (plain: string): string =>
  /[^s]ies$/.test(plain) ? plain.replace(/ies$/, 'y') : plain.replace(/([^su])s$/, '$1');

/** What a name is about, without plural and the words that only say that it is counted: `total_citations`, `numCitations`, `citationCount` → `citation`. */
export function stemOf(name: string): string {
  const plain = plainName(name);
  const bare = plain
    .replace(/^(total|number(of)?|num|nb|sum(of)?|count(of)?)(?=.{3})/, '')
    .replace(/(?<=.{3})(count|total|number|num)$/, '');
  return singular(bare);
}

/** The name without its plural alone. */
export const singularOf = (name: string): string => singular(plainName(name));

/** Fields of another period than the one that was asked for, or of a difference between two. */
const otherPeriod =
  /^(prev|prior|compar(e|ison)|delta|diff|change|baseline|benchmark|forecast|predict|projected|target|goal|last(period|week|month|year)|yoy|mom|wow)|(previous|prior|change|changes|delta|diff|growth|baseline|target)$/;

export const isOtherPeriod = (name: string): boolean => otherPeriod.test(plainName(name));

/** One segment of a JSON Pointer, escaped (RFC 6901 §3). */
export function segment(name: string | number): string {
  return `/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`;
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
