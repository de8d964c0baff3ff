import type { TextKey, Translate } from '../texts/texts.ts';

/** Parts of the English sentences of faults, as in the note of a cell. */
const parts = [
  'note.first',
  'note.aggregate',
  'note.choose',
  'note.column',
  'note.companion',
  'note.engine',
  'note.meant',
  'note.metric',
  'note.option',
  'note.period',
  'note.rerunAt',
  'note.website',
  'note.websites',
  'note.write',
] as const satisfies readonly TextKey[];

/** `No website {name} for this key.` as a pattern with a group for each argument. */
const toPattern = (english: string): RegExp =>
  RegExp(
    english
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/ /g, '\\s+')
      .replace(/\\\.$/, '\\.(?=\\s|$)')
      .replace(/\{(\w+)\}/g, '(?<$1>"[^"]*"|[^"]+?)'),
  );

const format = (t: Translate, key: TextKey, values: Readonly<Record<string, string>>): string =>
  (t as (key: TextKey, values: Readonly<Record<string, string>>) => string)(key, values);

/** `a, b or c and 3 more` without English words. */
const toList = (text: string): string => text.replace(/ or /g, ', ').replace(/ and \d+ more/, ', …');

/** The parts of an English sentence in another language, in their order; the rest is left out. */
export function translateFault(sentence: string, english: Translate, t: Translate): readonly string[] {
  const found: { readonly at: number; readonly text: string }[] = [];
  let rest = sentence;
  for (const key of parts) {
    const match = toPattern(format(english, key, {})).exec(rest);
    if (match === null || /^(?:a|one|the) /.test(match.groups?.choices ?? '')) continue;
    const values = Object.entries(match.groups ?? {}).map(([name, text]) => [name, toList(text)]);
    found.push({ at: match.index, text: format(t, key, Object.fromEntries(values)) });
    // Each part keeps its place.
    rest = rest.replace(match[0], ' '.repeat(match[0].length));
  }
  return found.sort((one, other) => one.at - other.at).map(({ text }) => text);
}
