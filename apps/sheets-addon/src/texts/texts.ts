import { createAlertTexts } from './alert-texts.ts';
import { createConnectionTexts } from './connection-texts.ts';
import { createDoctorTexts } from './doctor-texts.ts';
import { createFailedTexts } from './failed-texts.ts';
import { createFaultTexts } from './fault-texts.ts';
import { createFormulaTexts } from './formula-texts.ts';
import { createHistoryTexts } from './history-texts.ts';
import type { Language, Text } from './language.ts';
import { createMenuTexts, createQuotaTexts, createSnapshotTexts } from './menu-texts.ts';
import { createReadingTexts } from './reading-texts.ts';
import { createRefreshTexts } from './refresh-texts.ts';
import { createReportTexts } from './report-texts.ts';
import { createScheduleTexts } from './schedule-texts.ts';
import { createTermTexts } from './term-texts.ts';

type TextGroup = () => Readonly<Record<string, Text>>;

/** The texts by the first word of their keys. A group is created when it is first used: most executions show no text. */
const groups = {
  alert: createAlertTexts,
  cell: createRefreshTexts,
  diagnose: createDoctorTexts,
  do: createMenuTexts,
  doctor: createDoctorTexts,
  failed: createFailedTexts,
  fault: createFaultTexts,
  formula: createFormulaTexts,
  history: createHistoryTexts,
  key: createConnectionTexts,
  menu: createMenuTexts,
  pause: createRefreshTexts,
  period: createFormulaTexts,
  quota: createQuotaTexts,
  reading: createReadingTexts,
  refresh: createRefreshTexts,
  report: createReportTexts,
  run: createScheduleTexts,
  say: createMenuTexts,
  schedule: createScheduleTexts,
  snapshot: createSnapshotTexts,
  term: createTermTexts,
  view: createMenuTexts,
} satisfies Readonly<Record<string, TextGroup>>;

type Groups = typeof groups;

export type TextKey = {
  [Word in keyof Groups]: Extract<keyof ReturnType<Groups[Word]>, `${Word}.${string}`>;
}[keyof Groups];

const created = new Map<TextGroup, ReturnType<TextGroup>>();

function readGroup(key: `${keyof Groups}.${string}`): Readonly<Record<string, Text>> {
  const create = groups[key.slice(0, key.indexOf('.')) as keyof Groups];
  const group = created.get(create) ?? create();
  created.set(create, group);
  return group;
}

/** Every text, for the checks that no language lacks one. */
export function listTexts(): Readonly<Record<string, Text>> {
  return Object.assign({}, ...Object.values(groups).map((create) => create()));
}

type TextValues = Readonly<Record<string, string | number>>;

/** Formats a text in one language. */
export type Translate = (key: TextKey, values?: TextValues) => string;

/** Fills `{name}` with values; `count` also selects a plural form (CLDR, `one|other`). */
function fillText(text: string, values: TextValues, language: Language): string {
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
  return (key, values = {}) => {
    const group = readGroup(key) as Readonly<Record<TextKey, Text>>;
    return fillText(group[key][language], values, language);
  };
}

export function isTextKey(key: Parameters<typeof readGroup>[0]): key is TextKey {
  return Object.keys(readGroup(key)).includes(key);
}
