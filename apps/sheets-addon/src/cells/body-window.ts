import { parsePointerText } from '@answershare/core';
import type { BodyWindow } from '../asks/ask.ts';
import { Refusal } from './refusal.ts';

type Paths = readonly (readonly string[])[];

const pathsOf = (pointers: readonly string[]): Paths =>
  pointers.map((pointer) => parsePointerText(pointer) ?? []);

/** True where a path leads somewhere, and all that it finds is one of `lists` or in one. */
function isWithin(lists: Paths, value: unknown, [part, ...rest]: readonly string[]): boolean {
  if (lists.some((list) => list.length === 0)) return true;
  if (part === undefined || typeof value !== 'object' || value === null) return false;
  const found = Object.entries(value).filter(([key]) => part === '*' || part === key);
  const isEntryWithin = ([key, entry]: readonly [string, unknown]): boolean => {
    const inside = lists.filter(([first]) => first === key).map((list) => list.slice(1));
    return isWithin(inside, entry, rest);
  };
  return found.length > 0 && found.every(isEntryWithin);
}

const quoted = (pointers: readonly string[]): string =>
  pointers
    .slice(0, 2)
    .map((pointer) => `"${pointer}"`)
    .join(', ');

/** @throws Refusal for a path to a list of which no day lies in the window */
export function requireDays(
  body: unknown,
  { window, emptied }: BodyWindow,
  segments: readonly string[],
): void {
  if (!isWithin(pathsOf(emptied), body, segments)) return;
  throw new Refusal('bad_answer', `No entry of ${quoted(emptied)} lies in ${window.from} to ${window.to}.`);
}

/**
 * A body that was asked for a longer window than a cell wants shows only its lists of days, which are cut to it.
 * @throws Refusal for a path to anything else
 */
export function requireCut(
  body: unknown,
  { window, asked, lists }: BodyWindow,
  segments: readonly string[],
): void {
  const isOwn = window.from === asked.from && window.to === asked.to;
  if (isOwn || isWithin(pathsOf(lists), body, segments)) return;
  const cuts =
    lists.length === 0
      ? 'No list of days is found to cut; the answer'
      : `Only ${quoted(lists)} is cut to a window; this`;
  throw new Refusal(
    'bad_window',
    `${cuts} is of ${asked.from} to ${asked.to}. Leave the window out, or use ANALYTICS_TOTAL.`,
  );
}
