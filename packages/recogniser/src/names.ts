import { type Tag, vocabulary } from './vocabulary.ts';

const singular = (word: string): string =>
  word.length > 3 && /[^su]s$/.test(word) ? word.replace(/ies$/, 'y').replace(/s$/, '') : word;

const tagOf = new Map<string, Tag>();
for (const tag of Object.keys(vocabulary) as Tag[])
  for (const word of vocabulary[tag].split(' ')) tagOf.set(word, tag);

/** The parts of a name, lower case: `shareOfVoice`, `share_of_voice` and `share-of-voice` are three words. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Splits a text into known words, the fewest first: `shareofvoice`; null where a rest stays. */
function split(text: string): readonly Tag[] | null {
  const best: (readonly Tag[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end += 1) {
    best[end] = null;
    for (let from = 0; from < end; from += 1) {
      const before = best[from];
      if (!before) continue;
      const word = text.slice(from, end);
      const tag = tagOf.get(word) ?? tagOf.get(singular(word));
      const found = best[end];
      if (tag !== undefined && (!found || before.length + 1 < found.length)) best[end] = [...before, tag];
    }
  }
  return best[text.length] ?? null;
}

const known = new Map<string, ReadonlySet<Tag> | null>();

function tagsOfWords(words: readonly string[]): ReadonlySet<Tag> | null {
  const tags = new Set<Tag>();
  for (let at = 0; at < words.length; ) {
    let length = Math.min(3, words.length - at);
    let found: readonly Tag[] | null = null;
    for (; length > 0 && found === null; length -= 1) {
      const joined = words.slice(at, at + length).join('');
      const tag = tagOf.get(joined) ?? tagOf.get(singular(joined));
      found = tag === undefined ? null : [tag];
      if (found) break;
    }
    if (found === null) {
      const word = words[at] ?? '';
      found = word.length <= 40 ? split(word) : null;
      length = 1;
    }
    if (found === null) return null;
    for (const tag of found) tags.add(tag);
    at += length;
  }
  return tags;
}

/** What a field name means; null where a word of it is not in the vocabulary. */
export function tagsOf(name: string): ReadonlySet<Tag> | null {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = wordsOf(name);
  const tags = words.length === 0 || words.length > 8 ? null : tagsOfWords(words);
  if (known.size > 5_000) known.clear();
  known.set(name, tags);
  return tags;
}
