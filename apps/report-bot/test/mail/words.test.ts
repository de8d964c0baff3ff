import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPhrases, mailLanguages } from '../../src/message/phrases.ts';

describe.each(mailLanguages)('the texts of %s', (language) => {
  const file = readFileSync(new URL(`../../i18n/${language}.json`, import.meta.url), 'utf8');
  const all = Object.values(JSON.parse(file)).join('');

  it('have no number of their own', () => {
    expect(all.match(/\p{Nd}/gu)).toBeNull();
  });

  it('are fitting and left to right or right to left', () => {
    const { direction } = createPhrases(language);
    expect(/\p{Script=Arabic}/u.test(all)).toBe(direction === 'rtl');
    expect(/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all)).toBe(language === 'ja');
  });
});

it.each([
  ['en', 1, 0, '1 week'],
  ['en', 1, 1, '1.0 weeks'],
  ['fr', 1, 1, '1,0 semaine'],
  ['ja', 1, 0, '1週間'],
])('in %s the number %d with %d decimals selects the form of %s', (language, value, digits, text) => {
  expect(createPhrases(language).count('weeks', { id: 'x', value, unit: 'count', digits })).toBe(text);
});

it('a value that looks like an argument stays as it is', () => {
  expect(createPhrases('en').clauses(['a {next}', 'b $&'])).toBe('a {next}; b $&');
});

it('a language without words has English ones and its own numbers', () => {
  const { language, text, of } = createPhrases('sv');
  expect([language, text('unsubscribe')]).toEqual(['en', 'Unsubscribe']);
  expect(of({ id: 'x', value: 1234.5, unit: 'score', digits: 1 })).toBe('1\u00a0234,5');
});
