import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTranslate, languages, toLanguage } from '../../src/texts/texts.ts';
import { readPushedFile } from '../support/pushed-files.ts';

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
  expect(createTranslate('fr')('key.websites', { count: 0 })).toBe('0 site web');
  expect(createTranslate('de')('key.websites', { count: 0 })).toBe('0 Websites');
  expect(createTranslate('ja')('key.websites', { count: 1 })).toBe('ウェブサイト 1 件');
  expect(createTranslate('en')('key.websites', { count: 1 })).toBe('1 website');
});

test('a value may look like a placeholder', () => {
  expect(createTranslate('en')('report.inserted', { tab: '{tab} | $& {count}' })).toBe(
    'The report is on the tab “{tab} | $& {count}”.',
  );
});

test('a wrong key and a missing argument do not compile', () => {
  const t = createTranslate('en');
  // @ts-expect-error: the argument `tab` is missing.
  expect(t('report.inserted')).toContain('{tab}');
  // @ts-expect-error: there is no such text.
  expect(() => t('report.nowhere')).toThrow();
});

test('Service.js holds the texts that the scripts name, and none that only the sidebar shows', () => {
  const service = readPushedFile('Service.js');
  // The languages are packed as one text.
  const packed = [...service.matchAll(/gz:(H4sI[\w+/=]+)/g)].flatMap(([, text = '']) =>
    gunzipSync(Buffer.from(text, 'base64')).toString().split('\f'),
  );
  expect(packed).toHaveLength(languages.length);
  expect(packed[0]).toContain(createTranslate('en')('history.tab'));
  expect(packed[0]).not.toContain(createTranslate('en')('doctor.look'));
  expect(readPushedFile('sidebar.html')).toContain(createTranslate('en')('doctor.look'));
});
