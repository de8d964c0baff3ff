/** The complete languages. */
export const languages = ['en', 'de', 'es', 'fr', 'pt', 'ja'] as const;

export type Language = (typeof languages)[number];

/** One text in every language. `{name}` is a placeholder; `one|other` has the plural forms, of which Japanese has one. */
export type Text = Readonly<Record<Language, string>>;

/** The language of a locale such as `de`, `de_AT` or `es-419`; English for an unknown one. */
export function toLanguage(locale: string): Language {
  const [first = ''] = locale.toLowerCase().split(/[_-]/);
  return languages.find((language) => language === first) ?? 'en';
}
