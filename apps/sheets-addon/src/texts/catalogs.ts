import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import de from '../../i18n/de.json' with { type: 'json' };
import en from '../../i18n/en.json' with { type: 'json' };
import es from '../../i18n/es.json' with { type: 'json' };
import fr from '../../i18n/fr.json' with { type: 'json' };
import ja from '../../i18n/ja.json' with { type: 'json' };
import pt from '../../i18n/pt.json' with { type: 'json' };

export type TextKey = keyof typeof en;

type Catalog = Readonly<Record<TextKey, string>>;

const formatParts = (parts: readonly MessageFormatElement[]): string =>
  parts
    .map((part) => {
      if (isLiteralElement(part)) return part.value;
      if (isArgumentElement(part)) return `{${part.value}}`;
      throw new Error(`A text has texts, {names} and, as a whole, one plural: ${JSON.stringify(parts)}`);
    })
    .join('');

/**
 * A text with `{name}` for its arguments. A plural becomes its argument, its form for other numbers, then pairs of a
 * category and its form, separated by tabs.
 * @throws SyntaxError if the message is not ICU MessageFormat
 */
function compileMessage(message: string): string {
  const parts = parse(message, { ignoreTag: true });
  const [plural] = parts;
  if (plural === undefined || !isPluralElement(plural) || parts.length > 1) return formatParts(parts);
  const forms = Object.entries(plural.options).map(([category, { value }]) => [category, formatParts(value)]);
  const other = forms.find(([category]) => category === 'other') ?? [];
  return [plural.value, ...other.slice(1), ...forms.filter((form) => form !== other).flat()].join('\t');
}

function openCatalog(messages: Catalog): () => Catalog {
  let texts: Catalog | null = null;
  return () => {
    texts ??= Object.fromEntries(
      Object.entries(messages).map(([key, message]) => [key, compileMessage(message)]),
    ) as Catalog;
    return texts;
  };
}

/** The compiled texts of each language. A bundle has `build/texts.ts`'s output in place of this module. */
export const catalogs = {
  en: openCatalog(en),
  de: openCatalog(de),
  es: openCatalog(es),
  fr: openCatalog(fr),
  pt: openCatalog(pt),
  ja: openCatalog(ja),
};
