import type { WindowedAnswer } from '../asking/ask-in.ts';
import { isObject } from '../bodies/json.ts';
import { ApiError, type ApiErrorFields, fieldsOf } from '../errors/api-error.ts';

/** An answer and until when it is fresh, milliseconds since the epoch. */
export interface AnswerEntry {
  readonly kind: 'answer';
  readonly answer: WindowedAnswer;
  readonly until: number;
}

export interface FaultEntry {
  readonly kind: 'fault';
  readonly error: ApiError;
  readonly until: number;
}

/** Somebody is asking, until then at the latest. */
export interface ClaimEntry {
  readonly kind: 'claim';
  readonly owner: string;
  readonly until: number;
}

/** What one cache slot can hold for a question; `until` in milliseconds since the epoch. */
export type Entry = AnswerEntry | FaultEntry | ClaimEntry;

function contentOf(entry: Entry): object {
  if (entry.kind === 'claim') return { owner: entry.owner };
  if (entry.kind === 'fault') {
    const { raw: _, ...fields } = fieldsOf(entry.error);
    return { error: fields };
  }
  const { body: _, ...answer } = entry.answer;
  return { answer };
}

/** A slot's text. It holds the question in full, so that two questions with one digest cannot share an answer. */
export function writeEntry(about: string, entry: Entry): string {
  return JSON.stringify({ v: 3, about, kind: entry.kind, until: entry.until, ...contentOf(entry) });
}

function stored(about: string, text: string | null): { readonly [name: string]: unknown } | null {
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) && parsed.v === 3 && parsed.about === about && typeof parsed.until === 'number'
      ? parsed
      : null;
  } catch {
    return null;
  }
}

/** Reads an answer, fresh or not; null where the slot is empty, damaged, of another version or of another question. */
export function readAnswer(about: string, text: string | null): AnswerEntry | null {
  const entry = stored(about, text);
  if (entry?.kind !== 'answer' || !isObject(entry.answer)) return null;
  if (typeof entry.answer.text !== 'string' || typeof entry.answer.fetchedAt !== 'number') return null;
  if (!isObject(entry.answer.rate)) return null;
  return {
    kind: 'answer',
    until: entry.until as number,
    answer: entry.answer as unknown as WindowedAnswer,
  };
}

/** Reads a fault or a claim that is not over; null where there is none. */
export function readState(about: string, text: string | null, nowMs: number): FaultEntry | ClaimEntry | null {
  const entry = stored(about, text);
  const until = entry?.until as number;
  if (entry === null || until <= nowMs) return null;
  if (entry.kind === 'claim' && typeof entry.owner === 'string') {
    return { kind: 'claim', until, owner: entry.owner };
  }
  if (entry.kind === 'fault' && isObject(entry.error)) {
    return { kind: 'fault', until, error: new ApiError(entry.error as unknown as ApiErrorFields) };
  }
  return null;
}
