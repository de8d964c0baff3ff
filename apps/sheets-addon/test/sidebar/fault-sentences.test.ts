import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { translateFault } from '../../src/sidebar/fault-sentences.ts';
import { createTranslate, isTextKey, languages } from '../../src/texts/texts.ts';

const english = createTranslate('en');

/** Every note of the two pages that show what cells say. */
async function listNotes(): Promise<readonly (readonly [code: string, sentence: string])[]> {
  const faults = (await readFile(join(root, 'test/faults/faults.txt'), 'utf8')).replace(/\n {2}/g, ' ');
  const formulas = await readFile(join(root, 'test/cells/formulas.txt'), 'utf8');
  const notes = [...faults.matchAll(/`(\[\w+\] [^`]*)`/g), ...formulas.matchAll(/(\[[a-z_]+\] [^|\n]*)/g)];
  return notes.map(([, note = '']) => [/\[(\w+)\]/.exec(note)?.[1] ?? '', note.replace(/^\[\w+\] /, '')]);
}

const withoutQuotes = (text: string): string => text.replace(/"[^"]*"|“[^”]*”|=\w+\(\)/g, '');

test('each fault has a sentence of each language, and none says an English sentence', async () => {
  const notes = await listNotes();
  expect(notes.length).toBeGreaterThan(60);
  for (const language of languages.filter((one) => one !== 'en')) {
    const t = createTranslate(language);
    for (const [code, sentence] of notes) {
      const key = `fault.${code}` as const;
      expect(isTextKey(key), code).toBe(true);
      if (!isTextKey(key)) continue;
      const shown = [t(key, { sentence }), ...translateFault(sentence, english, t)].join(' ');
      // The choices themselves are words of formulas and names.
      const words =
        withoutQuotes(sentence.replace(/Choose [^"].*/, '')).match(/[A-Za-z]+(?: [a-z]+){2,}/g) ?? [];
      expect(
        words.filter((three) => shown.includes(three)),
        `${language}: ${shown}`,
      ).toEqual([]);
    }
  }
});

test('a fault keeps its names and choices in another language', () => {
  const say = (sentence: string) => translateFault(sentence, english, createTranslate('de')).join(' ');
  expect(
    say('No website "Quilfield" for this key. Did you mean Quillfield Studio? Check it with =WEBSITES().'),
  ).toBe(
    'Für diesen Schlüssel gibt es keine Website "Quilfield". Meinten Sie Quillfield Studio? =WEBSITES() zeigt die Liste.',
  );
  expect(
    say('There is no metric "sessions". Did you mean visitors? Choose visitors, pageviews or citations.'),
  ).toBe(
    'Die Messgröße "sessions" gibt es nicht. Meinten Sie visitors? Zur Wahl: visitors, pageviews, citations.',
  );
  expect(say('"7d" is no website. ANALYTICS_TOTAL takes the website first.')).toBe(
    '"7d" ist keine Website. Bei ANALYTICS_TOTAL steht die Website zuerst.',
  );
});
