import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { createSidebarTranslate, sidebarTexts } from '../../src/sidebar/texts/sidebar-texts.ts';
import { languages, toLanguage } from '../../src/texts/language.ts';

const entries = Object.entries(sidebarTexts);
const marks = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test.each(entries.filter(([key]) => !key.startsWith('fault.')))(
  '%s has the same placeholders and forms in every language',
  (_, text) => {
    for (const language of languages) {
      expect(text[language].trim()).not.toBe('');
      expect(marks(text[language])).toEqual(marks(text.en));
      const forms = language === 'ja' ? 1 : text.en.split('|').length;
      expect(text[language].split('|')).toHaveLength(forms);
    }
  },
);

test('a fault shows the service’s sentence in English, and a translated text elsewhere', () => {
  for (const [key, text] of entries.filter(([name]) => name.startsWith('fault.'))) {
    if (key !== 'fault.noAnswer') expect(text.en).toBe('{sentence}');
    for (const language of languages)
      expect(marks(text[language]).filter((mark) => mark !== '{sentence}')).toEqual([]);
  }
});

test('every text is used', () => {
  const sources = globSync(['src/**/*.ts', '../../packages/core/src/recipes/*.ts'], { cwd: root })
    .filter((file) => !/[\\/]texts[\\/]/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const composed = new Set([...sources.matchAll(/`([a-z]+)\.\$\{/g)].map(([, first]) => first));
  const isUsed = (key: string): boolean => {
    const [first = '', last = ''] = key.split('.');
    return sources.includes(`'${key}'`) || (composed.has(first) && new RegExp(`\\b${last}\\b`).test(sources));
  };
  const unused = entries.map(([key]) => key).filter((key) => !isUsed(key));
  expect(unused).toEqual([]);
});

test('no text is copied from another language, except for identical words', () => {
  const longer = entries.filter(([key, { en }]) => !key.startsWith('fault.') && en.split(' ').length > 3);
  expect(longer.filter(([, text]) => new Set(Object.values(text)).size < languages.length)).toEqual([]);
});

test.each([
  ['de', 'de'],
  ['de_AT', 'de'],
  ['es-419', 'es'],
  ['EN_gb', 'en'],
  ['fr_CA', 'fr'],
  ['pt_BR', 'pt'],
  ['ja', 'ja'],
  ['nl', 'en'],
  ['', 'en'],
])('the locale %j selects the language %s', (locale, language) => expect(toLanguage(locale)).toBe(language));

test('a count selects the plural form of its language', () => {
  expect(createSidebarTranslate('fr')('key.websites', { count: 0 })).toBe('0 site web');
  expect(createSidebarTranslate('de')('key.websites', { count: 0 })).toBe('0 Websites');
  expect(createSidebarTranslate('ja')('key.websites', { count: 1 })).toBe('ウェブサイト 1 件');
});

test('a count selects its form, and a value may look like a placeholder', () => {
  const say = createSidebarTranslate('en');
  expect(say('key.websites', { count: 1 })).toBe('1 website');
  expect(say('key.websites', { count: 0 })).toBe('0 websites');
  expect(say('report.inserted', { tab: '{tab} | $& {count}' })).toBe(
    'The report is on the tab “{tab} | $& {count}”.',
  );
});
