import { isBlank, rangeOf } from './cell.ts';
import { Refusal } from './refusal.ts';

/** The text of an argument that takes one cell; null for a blank one. @throws Refusal for a range of several cells */
export function textArgument(argument: unknown, name: string): string | null {
  const range = rangeOf(argument);
  if (range !== null && (range.length !== 1 || range[0]?.length !== 1)) {
    throw new Refusal('bad_request', `The ${name} is a range here. Give one cell or a text.`);
  }
  const value: unknown = range === null ? argument : range[0]?.[0];
  return isBlank(value) ? null : String(value).trim();
}
