import { alertTexts } from './alert-texts.ts';
import { connectionTexts } from './connection-texts.ts';
import { doctorTexts } from './doctor-texts.ts';
import { failedTexts } from './failed-texts.ts';
import { faultTexts } from './fault-texts.ts';
import { formulaTexts } from './formula-texts.ts';
import { historyTexts } from './history-texts.ts';
import type { Language, Text } from './language.ts';
import { menuTexts, quotaTexts, snapshotTexts } from './menu-texts.ts';
import { readingTexts } from './reading-texts.ts';
import { refreshTexts } from './refresh-texts.ts';
import { reportTexts } from './report-texts.ts';
import { scheduleTexts } from './schedule-texts.ts';
import { termTexts } from './term-texts.ts';

const texts = {
  ...menuTexts,
  ...snapshotTexts,
  ...connectionTexts,
  ...readingTexts,
  ...termTexts,
  ...formulaTexts,
  ...reportTexts,
  ...historyTexts,
  ...refreshTexts,
  ...failedTexts,
  ...scheduleTexts,
  ...alertTexts,
  ...doctorTexts,
  ...quotaTexts,
  ...faultTexts,
};

export type TextKey = keyof typeof texts;

/** Every text, for the checks that no language lacks one. */
export const allTexts: Readonly<Record<string, Text>> = texts;

type TextValues = Readonly<Record<string, string | number>>;

/** Formats a text in one language. */
export type Translate = (key: TextKey, values?: TextValues) => string;

/** Fills `{name}` with values; `count` also selects a plural form (CLDR, `one|other`). */
function fillText(text: string, values: TextValues, plural: Intl.PluralRules): string {
  const [one = '', other = one] = text.split('|');
  const isOne = typeof values.count === 'number' && plural.select(values.count) === 'one';
  const form = isOne ? one : other;
  return form.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = values[name];
    return value === undefined ? mark : String(value);
  });
}

export function createTranslate(language: Language): Translate {
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => fillText(texts[key][language], values, plural);
}

export function isTextKey(key: string): key is TextKey {
  return Object.keys(texts).includes(key);
}
