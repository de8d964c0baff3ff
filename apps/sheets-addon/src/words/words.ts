import { connectionWords } from './connection-words.ts';
import { doctorWords } from './doctor-words.ts';
import { faultWords } from './fault-words.ts';
import { formulaWords } from './formula-words.ts';
import { historyWords } from './history-words.ts';
import type { Language, Text } from './language.ts';
import { menuWords } from './menu-words.ts';
import { quotaWords } from './quota-words.ts';
import { readingWords } from './reading-words.ts';
import { refreshWords } from './refresh-words.ts';
import { reportWords } from './report-words.ts';
import { scheduleWords } from './schedule-words.ts';

const texts = {
  ...menuWords,
  ...connectionWords,
  ...readingWords,
  ...formulaWords,
  ...reportWords,
  ...historyWords,
  ...refreshWords,
  ...scheduleWords,
  ...doctorWords,
  ...quotaWords,
  ...faultWords,
};

export type WordKey = keyof typeof texts;

/** Every text, for the checks that no language lacks one. */
export const allTexts: Readonly<Record<string, Text>> = texts;

export type Values = Readonly<Record<string, string | number>>;

/** Says a text in one language. */
export type Say = (key: WordKey, values?: Values) => string;

/** Fills `{name}` with values; `count` also chooses between the forms of `one|more`. */
export function filled(text: string, values: Values): string {
  const [one = '', more = one] = text.split('|');
  const form = values.count === 1 ? one : more;
  return form.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = values[name];
    return value === undefined ? mark : String(value);
  });
}

export function sayIn(language: Language): Say {
  return (key, values = {}) => filled(texts[key][language], values);
}

export function isWordKey(key: string): key is WordKey {
  return Object.keys(texts).indexOf(key) >= 0;
}
