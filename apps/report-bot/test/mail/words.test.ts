import { describe, expect, it } from 'vitest';
import { createPhrases, mailLanguages } from '../../src/message/phrases.ts';
import { ar } from '../../src/message/words/ar.ts';
import { de } from '../../src/message/words/de.ts';
import { en, type MailWords, type Plural } from '../../src/message/words/en.ts';
import { es } from '../../src/message/words/es.ts';
import { fr } from '../../src/message/words/fr.ts';
import { ja } from '../../src/message/words/ja.ts';
import { pt } from '../../src/message/words/pt.ts';

const words: Readonly<Record<string, MailWords>> = { en, de, fr, es, pt, ja, ar };

const formsOf = (text: string | Plural) => (typeof text === 'string' ? [text] : Object.values(text));
const slotsOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(mailLanguages)('the words of %s', (language) => {
  const own = Object.entries(words[language] ?? {});

  it('fill in the same names as the English ones, in every form', () => {
    for (const [key, text] of own) {
      const wanted = slotsOf(formsOf(en[key as keyof MailWords]).at(-1) ?? '');
      for (const form of formsOf(text)) expect([key, slotsOf(form)]).toEqual([key, wanted]);
    }
  });

  it('have no number of their own', () => {
    expect(own.flatMap(([, text]) => formsOf(text)).filter((text) => /\p{Nd}/u.test(text))).toEqual([]);
  });

  it('are fitting and left to right or right to left', () => {
    const { direction } = createPhrases(language);
    const text = own.flatMap(([, forms]) => formsOf(forms)).join('');
    expect(/\p{Script=Arabic}/u.test(text)).toBe(direction === 'rtl');
    expect(/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)).toBe(language === 'ja');
  });
});

it('Arabic has every plural form that its rules select', () => {
  const { pluralCategories } = new Intl.PluralRules('ar').resolvedOptions();
  const plurals = Object.values(ar).filter((text) => typeof text !== 'string');
  expect(plurals.length).toBeGreaterThan(5);
  for (const forms of plurals) expect(Object.keys(forms).sort()).toEqual([...pluralCategories].sort());
});

it('a language without words has English ones and its own numbers', () => {
  const { language, text, of } = createPhrases('sv');
  expect([language, text('unsubscribe')]).toEqual(['en', 'Unsubscribe']);
  expect(of({ id: 'x', value: 1234.5, unit: 'score', digits: 1 })).toBe('1\u00a0234,5');
});
