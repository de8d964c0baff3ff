import { roundTo } from '@answershare/core/statistics';
import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import ar from '../../i18n/ar.json' with { type: 'json' };
import type { TextArguments } from '../../i18n/arguments.generated.d.ts';
import de from '../../i18n/de.json' with { type: 'json' };
import en from '../../i18n/en.json' with { type: 'json' };
import es from '../../i18n/es.json' with { type: 'json' };
import fr from '../../i18n/fr.json' with { type: 'json' };
import ja from '../../i18n/ja.json' with { type: 'json' };
import pt from '../../i18n/pt.json' with { type: 'json' };
import type { Fact } from '../digest/metric.ts';
import { type IsoWeek, isMonth, isWeekOrAlert } from '../schedule/iso-week.ts';
import { createFormatter, type Formatter } from './formatter.ts';

type TextKey = keyof typeof en;
/** Texts whose words depend on the number `n`. */
type PluralKey = {
  [Key in keyof TextArguments]: TextArguments[Key] extends { n: number } ? Key : never;
}[keyof TextArguments];

type Values<Name> = [Name] extends [never] ? [] : [values: { readonly [Key in Name & string]: string }];
type ArgumentOf<Key> = Key extends keyof TextArguments ? keyof TextArguments[Key] : never;

/** The words and formats of one language. */
export interface Phrases extends Formatter {
  /** BCP 47 tag of the words, for the attribute `lang`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  text<Key extends Exclude<TextKey, PluralKey>>(key: Key, ...values: Values<ArgumentOf<Key>>): string;
  /** A text in the form that a number needs; `n` is the number. */
  count<Key extends PluralKey>(
    key: Key,
    fact: Fact,
    ...values: Values<Exclude<ArgumentOf<Key>, 'n'>>
  ): string;
  /** `2.1 points` for a difference of shares; a score or count has no unit word. Unsigned. */
  change(fact: Fact): string;
  /** Several names as one phrase, with `and`. */
  list(names: readonly string[]): string;
  /** What is between the first names of a list, `, `. */
  readonly comma: string;
  /** What is between a name and its text, `: `. */
  readonly colon: string;
  /** Parts of a sentence as one; empty ones are left out. */
  clauses(parts: readonly string[]): string;
  /** A name or number in a text that may run in the other direction (Unicode UAX #9). */
  isolate(value: string): string;
}

const catalogs: Readonly<Record<string, Readonly<Record<TextKey, string>>>> = { en, de, fr, es, pt, ja, ar };
/** Languages with words of their own. */
export const mailLanguages: readonly string[] = Object.keys(catalogs);
/** Numbers and names in their texts are isolated (Unicode UAX #9). */
const rightToLeft = new Set(['ar']);

/** The texts of a period that is no week, in place of those of a week. */
const periodKeys: Readonly<Partial<Record<TextKey, TextKey>>> = {
  doQuiet: 'doQuietPeriod',
  doUp: 'doUpPeriod',
  doWait: 'doWaitPeriod',
  followUp: 'followUpPeriod',
  followUpRank: 'followUpRankPeriod',
  formulasToday: 'formulasTodayPeriod',
  headlineFirst: 'headlineFirstPeriod',
  headlineNoData: 'headlineNoDataPeriod',
  headlineQuiet: 'headlineQuietPeriod',
  heartbeatEmpty: 'heartbeatEmptyPeriod',
  heartbeatQuiet: 'heartbeatQuietPeriod',
  legendFeed: 'legendFeedPeriod',
  legendMeans: 'legendMeansPeriod',
  legendTooEarly: 'legendTooEarlyPeriod',
  methodReadings: 'methodReadingsPeriod',
  noteCommon: 'noteCommonPeriod',
  noteFirst: 'noteFirstPeriod',
  noteIncomplete: 'noteIncompletePeriod',
  noteRevised: 'noteRevisedPeriod',
  noteShiftDown: 'noteShiftDownPeriod',
  noteShiftUp: 'noteShiftUpPeriod',
  rankBefore: 'rankBeforePeriod',
  rankSame: 'rankSamePeriod',
  subjectNoData: 'subjectNoDataPeriod',
  'too-early': 'tooEarlyPeriod',
  weekBefore: 'weekBeforePeriod',
  weeklyReport: 'weeklyReportPeriod',
  weeks: 'periods',
};

/** The keys of texts that a digest's period replaces; null for those of a week. */
function findPeriodKeys(week: IsoWeek | null): typeof periodKeys | null {
  if (week === null || isWeekOrAlert(week)) return null;
  return isMonth(week) ? { ...periodKeys, weeks: 'months' } : periodKeys;
}

type FilledValues = Readonly<Record<string, string>>;

const parsed = new Map<string, readonly MessageFormatElement[]>();

function parseMessage(message: string): readonly MessageFormatElement[] {
  const parts = parsed.get(message) ?? parse(message, { ignoreTag: true });
  parsed.set(message, parts);
  return parts;
}

/**
 * `intl-messageformat` selects the form of 1.0 by the number 1: a figure's form depends on its decimals. So the parser is the
 * library's, and the category is given.
 */
function formatParts(
  parts: readonly MessageFormatElement[],
  read: (name: string) => string,
  category: string,
): string {
  return parts
    .map((part) => {
      if (isLiteralElement(part)) return part.value;
      if (isArgumentElement(part)) return read(part.value);
      if (!isPluralElement(part)) throw new Error('A text has texts, {names} and plurals only.');
      return formatParts((part.options[category] ?? part.options.other)?.value ?? [], read, category);
    })
    .join('');
}

/**
 * The phrases of a locale. A language without words has English ones with its own numbers and dates.
 * @param used called with every fact that is formatted
 * @param week the digest's, which some words depend on
 * @throws RangeError if the locale is not a BCP 47 tag
 */
export function createPhrases(
  locale: string,
  used: (fact: Fact) => void = () => undefined,
  week: IsoWeek | null = null,
): Phrases {
  const numbers = createFormatter(locale, used);
  const own = new Intl.Locale(locale).language;
  const language = own in catalogs ? own : 'en';
  const texts = catalogs[language] ?? en;
  const keys = findPeriodKeys(week);
  const rtl = rightToLeft.has(language);
  const isolate = (value: string) =>
    rtl && value !== '' && !value.includes('\u2068') ? `\u2068${value}\u2069` : value;
  const rules = new Map<number, Intl.PluralRules>();
  const selectCategory = ({ value, digits, printed = roundTo(value, digits) }: Fact) => {
    const rule =
      rules.get(digits) ??
      new Intl.PluralRules(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    rules.set(digits, rule);
    return rule.select(Math.abs(printed));
  };
  const format = (key: TextKey, read: (name: string) => string, category = 'other') =>
    formatParts(parseMessage(texts[keys?.[key] ?? key]), read, category);
  const fill = (key: TextKey, values: FilledValues = {}, category?: string) =>
    format(key, (name) => isolate(values[name] ?? ''), category);
  const count = (key: PluralKey, fact: Fact, values: FilledValues = {}) =>
    fill(key, { ...values, n: numbers.size(fact) }, selectCategory(fact));
  const join = (first: string, next: string) =>
    first === '' ? next : format('clauses', (name) => (name === 'next' ? next : first));
  const names = new Intl.ListFormat(language);
  return {
    ...numbers,
    // The first day of a period may be more than a year ago.
    day: (date) => (keys === null ? numbers.day(date) : numbers.period(date, date)),
    language: language === own ? locale : language,
    direction: rtl ? 'rtl' : 'ltr',
    of: (fact) => isolate(numbers.of(fact)),
    size: (fact) => isolate(numbers.size(fact)),
    signed: (fact) => isolate(numbers.signed(fact)),
    text: (key, ...[values]) => fill(key, values),
    count: (key, fact, ...[values]) => count(key, fact, values),
    change: (fact) => (fact.unit === 'points' ? count('points', fact) : numbers.size(fact)),
    list: (all) => names.format(all),
    comma: names.formatToParts(['a', 'b', 'c'])[1]?.value ?? ', ',
    colon: format('named', () => ''),
    clauses: (parts) => parts.filter((part) => part !== '').reduce(join, ''),
    isolate,
  };
}
