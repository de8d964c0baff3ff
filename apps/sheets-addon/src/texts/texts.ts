import { createActionTexts } from './action-texts.ts';
import { createAlertTexts } from './alert-texts.ts';
import type { Language, Text } from './language.ts';
import { createMenuTexts } from './menu-texts.ts';
import { createReportTexts } from './report-texts.ts';
import { createScheduleTexts } from './schedule-texts.ts';
import { createTermTexts } from './term-texts.ts';

/** The texts by the first word of their keys. A group is created when it is first used: most executions show no text. */
const groups = {
  alert: createAlertTexts,
  cell: createActionTexts,
  doctor: createActionTexts,
  formula: createActionTexts,
  history: createActionTexts,
  menu: createMenuTexts,
  pause: createActionTexts,
  quota: createMenuTexts,
  refresh: createActionTexts,
  report: createReportTexts,
  run: createScheduleTexts,
  schedule: createScheduleTexts,
  snapshot: createMenuTexts,
  term: createTermTexts,
};

type Groups = typeof groups;

/** The texts of the script: the menu, what actions write into the file, and mails. */
export type TextKey = { [Word in keyof Groups]: keyof ReturnType<Groups[Word]> }[keyof Groups];

type TextGroup = Readonly<Partial<Record<TextKey, Text>>>;

const created = new Map<() => TextGroup, TextGroup>();

function findText(key: TextKey): Text {
  const create: () => TextGroup = groups[key.slice(0, key.indexOf('.')) as keyof Groups];
  const group = created.get(create) ?? create();
  created.set(create, group);
  return group[key] as Text;
}

/** Every text of the script. */
export function listTexts(): Readonly<Record<TextKey, Text>> {
  return Object.assign({}, ...Object.values(groups).map((create) => create()));
}

type TextValues = Readonly<Record<string, string | number>>;

/** Formats a text in one language. */
export type Translate<Key extends string = TextKey> = (key: Key, values?: TextValues) => string;

/** Fills `{name}` with values; `count` also selects a plural form (CLDR, `one|other`). */
export function fillText(text: string, values: TextValues, language: Language): string {
  const [one = '', other = one] = text.split('|');
  const isOne =
    typeof values.count === 'number' && new Intl.PluralRules(language).select(values.count) === 'one';
  const form = isOne ? one : other;
  return form.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = values[name];
    return value === undefined ? mark : String(value);
  });
}

export function createTranslate(language: Language): Translate {
  return (key, values = {}) => fillText(findText(key)[language], values, language);
}
