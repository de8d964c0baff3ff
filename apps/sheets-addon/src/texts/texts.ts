import type { TextArguments } from '../../i18n/arguments.generated.d.ts';
import { catalogs, type TextKey } from './catalogs.ts';

export type { TextKey } from './catalogs.ts';

export type Language = keyof typeof catalogs;

export const languages = Object.keys(catalogs) as readonly Language[];

/** The language of a locale such as `de`, `de_AT` or `es-419`; English for an unknown one. */
export function toLanguage(locale: string): Language {
  const [first = ''] = locale.toLowerCase().split(/[_-]/);
  return languages.find((language) => language === first) ?? 'en';
}

export const isTextKey = (key: string): key is TextKey => key in catalogs.en();

type TextValues = Readonly<Record<string, string | number>>;

type Values<Key> = Key extends keyof TextArguments ? [values: TextArguments[Key]] : [];

/** Formats a text in one language. */
export type Translate = <Key extends TextKey>(key: Key, ...values: Values<Key>) => string;

/** The form of a compiled plural (`compileMessage`) for its number; the text itself if it has no forms. */
function selectForm(text: string, values: TextValues, language: Language): string {
  const [first = '', ...forms] = text.split('\t');
  if (forms.length === 0) return first;
  const category = new Intl.PluralRules(language).select(Number(values[first]));
  return forms[forms.indexOf(category) + 1] ?? '';
}

export function createTranslate(language: Language): Translate {
  const catalog = catalogs[language]();
  return (key, ...[values = {}]) =>
    selectForm(catalog[key], values, language).replace(/\{(\w+)\}/g, (mark, name: string) =>
      String((values as TextValues)[name] ?? mark),
    );
}
