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

const version = 4;

/** The fields of an entry but for the text of an answer. */
function fieldsOfEntry(entry: Entry): object {
  if (entry.kind === 'claim') return { owner: entry.owner };
  if (entry.kind === 'fault') {
    const { raw: _, ...fields } = fieldsOf(entry.error);
    return { error: fields };
  }
  const { body: _, text, ...answer } = entry.answer;
  return { answer, characters: text.length };
}

/**
 * A slot's text: a line of JSON, and after it an answer's text as it came, which is neither escaped nor parsed twice. The
 * line holds the question in full, so that two questions with one digest cannot share an answer.
 */
export function writeEntry(about: string, entry: Entry): string {
  const head = JSON.stringify({
    v: version,
    about,
    kind: entry.kind,
    until: entry.until,
    ...fieldsOfEntry(entry),
  });
  return entry.kind === 'answer' ? `${head}\n${entry.answer.text}` : head;
}

/** The line of JSON of a slot's text; null where it is damaged, of another version or of another question. */
function readHead(about: string, line: string): { readonly [name: string]: unknown } | null {
  try {
    const head: unknown = JSON.parse(line);
    return isObject(head) && head.v === version && head.about === about && typeof head.until === 'number'
      ? head
      : null;
  } catch {
    return null;
  }
}

/** Reads an answer, fresh or not; null where the slot is empty, damaged, of another version or of another question. */
export function readAnswer(about: string, entry: string | null): AnswerEntry | null {
  const end = entry === null ? -1 : entry.indexOf('\n');
  if (entry === null || end < 0) return null;
  const head = readHead(about, entry.slice(0, end));
  if (head?.kind !== 'answer' || !isObject(head.answer)) return null;
  const text = entry.slice(end + 1);
  if (text.length !== head.characters || typeof head.answer.fetchedAt !== 'number') return null;
  if (!isObject(head.answer.rate)) return null;
  const answer = { ...head.answer, text } as unknown as WindowedAnswer;
  return { kind: 'answer', until: head.until as number, answer };
}

/** Reads a fault or a claim that is not over; null where there is none. */
export function readState(about: string, text: string | null, nowMs: number): FaultEntry | ClaimEntry | null {
  const entry = text === null ? null : readHead(about, text);
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
