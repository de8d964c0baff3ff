import type { WindowedAnswer } from '../asking/negotiate.ts';
import { ApiError, type ApiErrorFields } from '../faults/api-error.ts';
import { isObject } from '../reading/json.ts';

/** What one cache slot can hold for a question; `until` in milliseconds since the epoch. */
export type Entry =
  | { readonly kind: 'answer'; readonly answer: WindowedAnswer; readonly until: number }
  | { readonly kind: 'fault'; readonly error: ApiError; readonly until: number }
  | { readonly kind: 'claim'; readonly owner: string; readonly until: number };

/** Headers that later readers need. */
const keptHeaders = /^(date|retry-after|x-?rate-?limit|x-?daily-?quota)/;

function contentOf(entry: Entry): object {
  if (entry.kind === 'claim') return { owner: entry.owner };
  if (entry.kind === 'fault') {
    const { kind, owner, message, hint, status, code, retryAt, retryable } = entry.error;
    return {
      error: { kind, owner, message, hint, code, retryAt, retryable, ...(status === null ? {} : { status }) },
    };
  }
  const headers: Record<string, string> = {};
  for (const name of Object.keys(entry.answer.headers)) {
    if (keptHeaders.test(name)) headers[name] = entry.answer.headers[name] ?? '';
  }
  return { answer: { ...entry.answer, headers } };
}

/** A slot's text. It holds the question in full, so that two questions with one digest cannot share an answer. */
export function writeEntry(question: string, entry: Entry): string {
  return JSON.stringify({ v: 1, question, kind: entry.kind, until: entry.until, ...contentOf(entry) });
}

/** Reads a slot; null where it is empty, damaged, of another version, of another question, or over. */
export function readEntry(question: string, text: string | null, nowMs: number): Entry | null {
  if (text === null) return null;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(stored) || stored.v !== 1 || stored.question !== question) return null;
  const { kind, until } = stored;
  if (typeof until !== 'number' || until <= nowMs) return null;
  if (kind === 'answer' && isObject(stored.answer))
    return { kind, until, answer: stored.answer as unknown as WindowedAnswer };
  if (kind === 'claim' && typeof stored.owner === 'string') return { kind, until, owner: stored.owner };
  if (kind === 'fault' && isObject(stored.error)) {
    return { kind, until, error: new ApiError(stored.error as unknown as ApiErrorFields) };
  }
  return null;
}
