import { findDeepestMatch, findMatches, parseBody, parsePointerText } from '@answershare/core';
import type { BodyAnswer, BodyWindow } from '../asks/ask.ts';
import { requireCut, requireDays } from './body-window.ts';
import type { Cell } from './cell.ts';
import { Refusal } from './refusal.ts';
import { textArgument } from './text-argument.ts';

/** The most characters of one cell (Google: Sheets' limits for files). */
const longestText = 50_000;

/** A value of a body as a cell holds it: lists and objects as JSON text, `null` as a blank. */
export function bodyCell(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

/** The segments of a JSON Pointer (RFC 6901) with `*` for each entry; the first `/` may be left out. @throws Refusal */
export function pathSegments(path: string): readonly string[] {
  const segments = parsePointerText(path === '' || path.charAt(0) === '/' ? path : `/${path}`);
  if (segments !== null) return segments;
  throw new Refusal('bad_request', `"${path}" is no path: write / before each name, and ~0 for ~, ~1 for /.`);
}

/** A body as a value, and what it shows of a window. */
export interface ShownBody {
  readonly body: unknown;
  readonly cut: BodyWindow | null;
}

/** The body of an answer. @throws Refusal where there is none */
export function bodyOf(answer: BodyAnswer | undefined): ShownBody {
  if (answer === undefined) throw new Error('A question was left without an answer.');
  if (!answer.ok) throw new Refusal(answer.code, answer.sentence);
  const { text, cut } = answer.value;
  const parsed = parseBody(text);
  if (!parsed.ok) throw new Refusal('bad_answer', `The answer is ${parsed.what}. Try again in a minute.`);
  return { body: parsed.body, cut };
}

/** A path of a body. @throws Refusal, before anything is asked, for what is no path */
export function pathArgument(argument: unknown): string {
  const path = textArgument(argument, 'path') ?? '';
  pathSegments(path);
  return path;
}

/** What a path finds. @throws Refusal that says how far the path leads and what is there, or why a window has no part of it */
export function foundAt({ body, cut }: ShownBody, path: string): ReturnType<typeof findMatches> {
  const segments = pathSegments(path);
  if (cut !== null) requireDays(body, cut, segments);
  const found = findMatches(body, segments);
  if (found.length === 0) {
    throw new Refusal('not_found', `Nothing at "${path}": ${findDeepestMatch(body, segments)}.`);
  }
  if (cut !== null) requireCut(body, cut, segments);
  return found;
}
