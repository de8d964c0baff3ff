import { findDeepestMatch, findMatches, parseBody, parsePointerText } from '@answershare/core';
import { type Cell, CellError } from '../ports/cell.ts';
import type { BodyAnswer, BodyWindow } from '../ports/query.ts';
import { choiceError } from './choice-error.ts';
import { readTextArgument } from './option-arguments.ts';

type Paths = readonly (readonly string[])[];

const listPaths = (pointers: readonly string[]): Paths =>
  pointers.map((pointer) => parsePointerText(pointer) ?? []);

/** True if a path exists and each match is one of `lists` or inside one. */
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

const quotePointers = (pointers: readonly string[]): string =>
  pointers
    .slice(0, 2)
    .map((pointer) => `"${pointer}"`)
    .join(', ');

/** @throws CellError for a path to a list without a day in the window */
function assertDays(body: unknown, { window, emptied }: BodyWindow, segments: readonly string[]): void {
  if (!isWithin(listPaths(emptied), body, segments)) return;
  throw new CellError(
    'bad_answer',
    `No entry of ${quotePointers(emptied)} lies in ${window.from} to ${window.to}.`,
  );
}

/** A body of a longer window shows only lists cut to the window. @throws CellError for another path */
function assertCut(body: unknown, { window, asked, lists }: BodyWindow, segments: readonly string[]): void {
  const isOwn = window.from === asked.from && window.to === asked.to;
  if (isOwn || isWithin(listPaths(lists), body, segments)) return;
  const cuts =
    lists.length === 0
      ? 'The answer has no list of days to cut; it'
      : `Only ${quotePointers(lists)} can be cut to a window; this`;
  throw new CellError(
    'bad_window',
    `${cuts} covers ${asked.from} to ${asked.to}. Leave the window out, or use ANALYTICS_TOTAL.`,
  );
}

/** The most characters of one cell (Google: Sheets' limits for files). */
const maxCellLength = 50_000;

/** A value of a body for a cell: lists and objects as JSON text, `null` as a blank. */
export function toBodyCell(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text;
}

/** Parses a JSON Pointer (RFC 6901) with `*` for each entry; the first `/` is optional. @throws CellError */
export function parsePath(path: string): readonly string[] {
  const segments = parsePointerText(path === '' || path.charAt(0) === '/' ? path : `/${path}`);
  if (segments !== null) return segments;
  throw new CellError(
    'bad_request',
    `"${path}" is not a path: write / before each name, and ~0 for ~, ~1 for /.`,
  );
}

/** A parsed body, and the part that belongs to a window. */
export interface ShownBody {
  readonly body: unknown;
  readonly cut: BodyWindow | null;
}

/** The body of an answer. @throws CellError without a body */
export function readShownBody(answer: BodyAnswer | undefined): ShownBody {
  if (answer === undefined) throw new Error('A question was left without an answer.');
  if (!answer.ok) throw new CellError(answer.code, answer.sentence);
  const { text, cut } = answer.value;
  const parsed = parseBody(text);
  if (!parsed.ok) throw new CellError('bad_answer', `The answer is ${parsed.what}. Try again in a minute.`);
  return { body: parsed.body, cut };
}

/** Reads a path argument. @throws CellError for an invalid path, before any request */
export function readPathArgument(argument: unknown): string {
  const path = readTextArgument(argument, 'path') ?? '';
  parsePath(path);
  return path;
}

/** Finds a path. @throws CellError with its longest existing part, or why a window excludes it */
export function findPath({ body, cut }: ShownBody, path: string): ReturnType<typeof findMatches> {
  const segments = parsePath(path);
  if (cut !== null) assertDays(body, cut, segments);
  const found = findMatches(body, segments);
  if (found.length === 0) {
    const { pointer, below, what } = findDeepestMatch(body, segments);
    throw choiceError('not_found', path, below, (quoted) =>
      below.length > 0 ? `Nothing at ${quoted}.` : `Nothing at ${quoted}: "${pointer}" is ${what}.`,
    );
  }
  if (cut !== null) assertCut(body, cut, segments);
  return found;
}
