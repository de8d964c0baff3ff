import { type Tag, vocabulary } from './vocabulary.ts';

/** The meaning of a field name. */
export interface ParsedName {
  readonly tags: ReadonlySet<Tag>;
  /** False for a word outside the vocabulary, which may change the figure. */
  readonly isKnown: boolean;
  readonly words: readonly string[];
}

const singular = (word: string): string =>
  word.length > 2 && /[^su]s$/.test(word) ? word.replace(/ies$/, 'y').replace(/s$/, '') : word;

const tagsByWord = new Map<string, Tag>();
for (const tag of Object.keys(vocabulary) as Tag[])
  for (const word of vocabulary[tag].split(' ')) tagsByWord.set(word, tag);

/** Includes a plural ending. */
const maxKnownLength = Math.max(...Array.from(tagsByWord.keys(), (word) => word.length)) + 2;

const toTag = (word: string): Tag | undefined =>
  tagsByWord.get(word) ?? (word.endsWith('s') ? tagsByWord.get(singular(word)) : undefined);

/** Splits a name into lower-case words: `shareOfVoice`, `share_of_voice` and `share-of-voice` have three. */
const splitWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Splits text into the fewest known words: `shareofvoice`; null if impossible. */
function splitKnownWords(text: string): readonly Tag[] | null {
  const best: (readonly Tag[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end += 1) {
    best[end] = null;
    for (let from = Math.max(0, end - maxKnownLength); from < end; from += 1) {
      const before = best[from];
      const tag = before ? toTag(text.slice(from, end)) : undefined;
      const found = best[end];
      if (before && tag !== undefined && (!found || before.length + 1 < found.length))
        best[end] = [...before, tag];
    }
  }
  return best[text.length] ?? null;
}

const maxWordLength = 40;
const maxWords = 8;

function parse(words: readonly string[]): ParsedName {
  const tags = new Set<Tag>();
  let isKnown = words.length > 0 && words.length <= maxWords;
  for (let at = 0; at < words.length && at < maxWords; ) {
    let length = Math.min(3, words.length - at);
    let tag = toTag(words.slice(at, at + length).join(''));
    while (tag === undefined && length > 1) {
      length -= 1;
      tag = toTag(words.slice(at, at + length).join(''));
    }
    const word = words[at] ?? '';
    const found = tag !== undefined ? [tag] : word.length <= maxWordLength ? splitKnownWords(word) : null;
    if (found === null) isKnown = false;
    else for (const one of found) tags.add(one);
    at += length;
  }
  return { tags, isKnown, words };
}

/** A cache larger than the number of names in one run. */
export const parsedNames = new Map<string, ParsedName>();

export function readName(text: string): ParsedName {
  const before = parsedNames.get(text);
  if (before !== undefined) return before;
  const name = parse(text.length > 120 ? [] : splitWords(text));
  if (parsedNames.size > 20_000) parsedNames.clear();
  parsedNames.set(text, name);
  return name;
}

const joinedNames = new WeakMap<readonly string[], ParsedName>();

/** The combined meaning of several names. */
export function readNames(names: readonly string[]): ParsedName {
  const before = joinedNames.get(names);
  if (before !== undefined) return before;
  const parts = names.map(readName);
  const [only] = parts;
  const name =
    only !== undefined && parts.length === 1
      ? only
      : {
          tags: new Set(parts.flatMap(({ tags }) => [...tags])),
          isKnown: parts.every(({ isKnown }) => isKnown),
          words: parts.flatMap(({ words }) => words),
        };
  joinedNames.set(names, name);
  return name;
}

/** The meaning of the last name of a path. */
export const readLastName = (names: readonly string[]): ParsedName => readNames(names.slice(-1));

/** The tags of a name; null if a word is unknown. */
export function readTags(text: string): ReadonlySet<Tag> | null {
  const { tags, isKnown } = readName(text);
  return isKnown ? tags : null;
}
