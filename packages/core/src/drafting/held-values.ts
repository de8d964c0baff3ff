import { isObject } from '../reading/json.ts';
import { segment } from '../reading/names.ts';

const short = (value: unknown): string => {
  const text = `${JSON.stringify(value)}`;
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
};

/** The places that hold values, with one of them: of a list the first entry stands for all. */
export function heldValues(value: unknown, pointer = '', depth = 0): string[] {
  if (depth > 6) return [];
  if (Array.isArray(value))
    return value.length === 0
      ? [`${pointer}: an empty list`]
      : heldValues(value[0], `${pointer}/*`, depth + 1);
  if (!isObject(value)) return [`${pointer || 'the top'}: ${short(value)}`];
  return Object.keys(value).flatMap((name) => heldValues(value[name], pointer + segment(name), depth + 1));
}
