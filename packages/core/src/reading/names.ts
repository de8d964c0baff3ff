import type { JsonObject } from './json.ts';

/** A function of a text that remembers its last few hundred answers: a body of a thousand rows has few names. */
export function remembered<T>(tell: (text: string) => T): (text: string) => T {
  let known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const told = tell(text);
    if (known.size > 500) known = new Map();
    known.set(text, told);
    return told;
  };
}

const singular = (plain: string): string =>
  /[^s]ies$/.test(plain) ? plain.replace(/ies$/, 'y') : plain.replace(/([^su])s$/, '$1');

const apart = remembered((name) => {
  const plain = name
    .toLowerCase()
    .replace(/^(\w+:)+(?=[a-z])/, '')
    .replace(/[^a-z0-9]/g, '');
  const bare = plain
    .replace(/^(total|number(of)?|num|nb|sum(of)?|count(of)?)(?=.{3})/, '')
    .replace(/(?<=.{3})(count|total|number|num)$/, '');
  return { plain, singular: singular(plain), stem: singular(bare) };
});

/** A field name without case, separators and a namespace: `aiCitations`, `ai_citations`, `AI-Citations` are one, and `ga:date` is `date`. */
export const plainName = (name: string): string => apart(name).plain;

/** What a name is about, without plural and the words that only say that it is counted: `total_citations`, `numCitations`, `citationCount` → `citation`. */
export const stemOf = (name: string): string => apart(name).stem;

/** The name without its plural alone. */
export const singularOf = (name: string): string => apart(name).singular;

/**
 * A test of names in any case, with any separators, singular or plural: true for each of `words`, which have spaces between them;
 * `*` in a word stands for any letters.
 */
export function oneOf(words: string): (name: string) => boolean {
  const each = new RegExp(`^(${words.replace(/\*/g, '.*').replace(/ /g, '|')})$`);
  return remembered((name) => each.test(plainName(name)) || each.test(singularOf(name)));
}

/** Every one of `words`, singular and plural, in each of `shapes`, where `_` stands for it: `_ by_` makes `engine byengine …` of `engine`. */
export const shaped = (words: string, shapes: string): string =>
  listed(words)
    .map((word) => `${shapes.replace(/_/g, word)} ${shapes.replace(/_/g, `${word}s`)}`)
    .join(' ');

/** True for fields of another period than the one that was asked for, or of a difference between two. */
export const isOtherPeriod = oneOf(
  'prev* prior* compare* comparison* delta* diff* change* baseline* benchmark* forecast* predict* projected* target* goal* lastperiod* lastweek* lastmonth* lastyear* yoy* mom* wow* ytd* mtd* alltime* lifetime* cumulative* runningtotal* *previous *prior *change *delta *diff *growth *baseline *target *ytd *mtd *alltime *lifetime *cumulative',
);

/** One segment of a JSON Pointer, escaped (RFC 6901 §3). */
export const segment = remembered((name) => `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`);

/** The first of `aliases` (plain names, best first) that the object has, as the object spells it. */
export function findField(object: JsonObject, aliases: readonly string[]): string | null {
  const spelled = Object.keys(object);
  for (const alias of aliases) {
    const name = spelled.find((candidate) => plainName(candidate) === alias);
    if (name !== undefined) return name;
  }
  return null;
}

/** The words of a text as a list: tables of names are read more easily so. */
export const listed = (words: string): readonly string[] => words.split(' ');
