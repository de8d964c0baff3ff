/** The complete languages. */
export const languages = ['en', 'de', 'es'] as const;

export type Language = (typeof languages)[number];

/** One text in every language. `{name}` is a placeholder; `one|more` has a form for a count of 1 and one for others. */
export type Text = Readonly<Record<Language, string>>;

/** The language of a locale such as `de`, `de_AT` or `es-419`; English for an unknown one. */
export function toLanguage(locale: string): Language {
  const [first = ''] = locale.toLowerCase().split(/[_-]/);
  return languages.find((language) => language === first) ?? 'en';
}
