import { connectionTexts, menuTexts, quotaTexts } from './connection-texts.ts';
import { doctorTexts, readingTexts } from './doctor-texts.ts';
import { faultTexts } from './fault-texts.ts';
import { formulaTexts } from './formula-texts.ts';
import type { Language, Text } from './language.ts';
import { historyTexts, refreshTexts } from './refresh-texts.ts';
import { reportTexts } from './report-texts.ts';
import { scheduleTexts } from './schedule-texts.ts';

const texts = {
  ...menuTexts,
  ...connectionTexts,
  ...readingTexts,
  ...formulaTexts,
  ...reportTexts,
  ...historyTexts,
  ...refreshTexts,
  ...scheduleTexts,
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

/** Fills `{name}` with values; `count` also selects a form of `one|more`. */
function fillText(text: string, values: TextValues): string {
  const [one = '', more = one] = text.split('|');
  const form = values.count === 1 ? one : more;
  return form.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = values[name];
    return value === undefined ? mark : String(value);
  });
}

export function createTranslate(language: Language): Translate {
  return (key, values = {}) => fillText(texts[key][language], values);
}

export function isTextKey(key: string): key is TextKey {
  return Object.keys(texts).includes(key);
}
