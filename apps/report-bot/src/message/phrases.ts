import { roundTo } from '@answershare/core/statistics';
import type { Fact } from '../digest/metric.ts';
import { createFormatter, type Formatter } from './formatter.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en, type MailWords, type Plural } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { ja } from './words/ja.ts';
import { pt } from './words/pt.ts';

type Texts = typeof en;
type Slots<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type TextKey = { [Key in keyof Texts]: Texts[Key] extends string ? Key : never }[keyof Texts];
type PluralKey = Exclude<keyof Texts, TextKey>;
type PluralSlots<Key extends PluralKey> = Exclude<Slots<Texts[Key]['other']>, 'n'>;

type Values<Name extends string> = Readonly<Record<Name, string>>;

/** The words and formats of one language. */
export interface Phrases extends Formatter {
  /** BCP 47 tag of the words, for the attribute `lang`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** A text with its names filled in. */
  text<Key extends TextKey>(
    key: Key,
    ...values: Slots<Texts[Key]> extends never ? [] : [Values<Slots<Texts[Key]>>]
  ): string;
  /** A text in the form that a number needs; `n` is the number. */
  count<Key extends PluralKey>(
    key: Key,
    fact: Fact,
    ...values: PluralSlots<Key> extends never ? [] : [Values<PluralSlots<Key>>]
  ): string;
  /** `2.1 points` for a difference of shares; a score or count has no unit word. Unsigned. */
  change(fact: Fact): string;
  /** Several names as one phrase, with `and`. */
  list(names: readonly string[]): string;
  /** Parts of a sentence as one; empty ones are left out. */
  clauses(parts: readonly string[]): string;
  /** A name or number in a text that may run in the other direction (Unicode UAX #9). */
  isolate(value: string): string;
}

const wordsByLanguage: Readonly<Record<string, MailWords>> = { en, de, fr, es, pt, ja, ar };
/** Languages with words of their own. */
export const mailLanguages: readonly string[] = Object.keys(wordsByLanguage);
/** Numbers and names in their texts are isolated (Unicode UAX #9). */
const rightToLeft = new Set(['ar']);

/**
 * The phrases of a locale. A language without words has English ones with its own numbers and dates.
 * @param used called with every fact that is formatted
 * @throws RangeError if the locale is not a BCP 47 tag
 */
export function createPhrases(locale: string, used: (fact: Fact) => void = () => undefined): Phrases {
  const numbers = createFormatter(locale, used);
  const own = new Intl.Locale(locale).language;
  const language = own in wordsByLanguage ? own : 'en';
  const words = wordsByLanguage[language] ?? en;
  const rtl = rightToLeft.has(language);
  const isolate = (value: string) =>
    rtl && value !== '' && !value.includes('\u2068') ? `\u2068${value}\u2069` : value;
  const fill = (text: string, values: Readonly<Record<string, string>>) =>
    text.replace(/\{(\w+)\}/g, (slot, name: string) => {
      const value = values[name];
      return value === undefined ? slot : isolate(value);
    });
  const rules = new Map<number, Intl.PluralRules>();
  const count = (key: PluralKey, fact: Fact, values: Readonly<Record<string, string>> = {}) => {
    const { digits } = fact;
    const rule =
      rules.get(digits) ??
      new Intl.PluralRules(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    rules.set(digits, rule);
    const forms: Plural = words[key];
    const form = forms[rule.select(Math.abs(roundTo(fact.value, digits)))] ?? forms.other;
    return fill(form, { ...values, n: numbers.size(fact) });
  };
  const join = (first: string, next: string) =>
    first === '' ? next : words.clauses.replace('{first}', () => first).replace('{next}', () => next);
  const names = new Intl.ListFormat(language);
  return {
    ...numbers,
    language: language === own ? locale : language,
    direction: rtl ? 'rtl' : 'ltr',
    of: (fact) => isolate(numbers.of(fact)),
    size: (fact) => isolate(numbers.size(fact)),
    signed: (fact) => isolate(numbers.signed(fact)),
    text: (key, ...[values]) => fill(words[key], values ?? {}),
    count: (key, fact, ...[values]) => count(key, fact, values),
    change: (fact) => (fact.unit === 'points' ? count('points', fact) : numbers.size(fact)),
    list: (all) => names.format(all),
    clauses: (parts) => parts.filter((part) => part !== '').reduce(join, ''),
    isolate,
  };
}
