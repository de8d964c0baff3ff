/** What a spreadsheet's locale decides about typed text and formulas. */
export interface Locale {
  decimal: string;
  group: string;
  /** Between the arguments of a formula; `;` works in every locale. */
  separator: ',' | ';';
  /** The letters d, m, y in the locale's order. */
  dateOrder: string;
  dateSeparator: string;
}

/** `en_US`, `de_CH`, ... Throws a RangeError for what is no locale. */
export function localeOf(name: string): Locale {
  const tag = name.replace('_', '-');
  const numbers = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(12345.6);
  const dates = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(0);
  const decimal = numbers.find((part) => part.type === 'decimal')?.value ?? '.';
  return {
    decimal,
    group: numbers.find((part) => part.type === 'group')?.value ?? '',
    // A comma that is the decimal sign cannot part arguments (support page "Change a spreadsheet's locale").
    separator: decimal === ',' ? ';' : ',',
    dateOrder: dates
      .flatMap((part) => (/year|month|day/.test(part.type) ? [part.type.slice(0, 1)] : []))
      .join(''),
    dateSeparator: dates.find((part) => part.type === 'literal')?.value.trim() ?? '/',
  };
}

/** The number format that a date gets in this locale. */
export function dateFormat(locale: Locale): string {
  const pattern: { [letter: string]: string } = { d: 'd', m: 'M', y: 'yyyy' };
  return [...locale.dateOrder].map((letter) => pattern[letter]).join(locale.dateSeparator);
}
