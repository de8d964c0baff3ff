import { addDays, toCalendarDate, toStartMs } from '../calendar/calendar.ts';
import { ApiError, type ApiErrorFields, toErrorFields } from '../errors/api-error.ts';
import type { CacheEntry } from '../exchange/effect.ts';
import { isObject } from '../json/json.ts';
import { fingerprintKey } from '../keys/api-key.ts';
import type { Query } from '../request/request.ts';
import type { WindowedAnswer } from '../request/send-request.ts';
import type { Session } from '../request/session.ts';
import { maxOf } from '../resources/min-max.ts';

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
function toEntryFields(entry: Entry): object {
  if (entry.kind === 'claim') return { owner: entry.owner };
  if (entry.kind === 'fault') {
    const { raw: _, ...fields } = toErrorFields(entry.error);
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
    ...toEntryFields(entry),
  });
  return entry.kind === 'answer' ? `${head}\n${entry.answer.text}` : head;
}

/** The line of JSON of a slot's text; null where it is damaged, of another version or of another question. */
function parseHead(about: string, line: string): { readonly [name: string]: unknown } | null {
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
export function parseAnswerEntry(about: string, entry: string | null): AnswerEntry | null {
  const end = entry === null ? -1 : entry.indexOf('\n');
  if (entry === null || end < 0) return null;
  const head = parseHead(about, entry.slice(0, end));
  if (head?.kind !== 'answer' || !isObject(head.answer)) return null;
  const text = entry.slice(end + 1);
  if (text.length !== head.characters || typeof head.answer.fetchedAt !== 'number') return null;
  if (!isObject(head.answer.rate)) return null;
  const answer = { ...head.answer, text } as unknown as WindowedAnswer;
  return { kind: 'answer', until: head.until as number, answer };
}

/** Reads a fault or a claim that is not over; null where there is none. */
export function parseStateEntry(
  about: string,
  text: string | null,
  nowMs: number,
): FaultEntry | ClaimEntry | null {
  const entry = text === null ? null : parseHead(about, text);
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

/** One place in the cache and what it is about, without the API key. */
export interface Slot {
  readonly key: string;
  readonly about: string;
}

/**
 * The places of a question: its answer, a later answer that no recipe could read, who is asking or what went wrong, and what
 * is in the way of its endpoint and of its key.
 */
export interface Slots {
  readonly answer: Slot;
  readonly unread: Slot;
  /** An answer that was read and came before this means something else by now; milliseconds since the epoch. */
  readonly validFrom: number;
  readonly state: Slot;
  readonly endpoint: Slot;
  readonly key: Slot;
}

function encodeSlotName(session: Session, question: Query): string {
  const base = `${session.identity} ${question.endpoint}`;
  if (question.endpoint === 'websites') return base;
  if (question.endpoint !== 'analytics') return `${base} ${question.website}`;
  const { window } = question;
  return `${base} ${question.website} ${'last' in window ? `last ${window.last}` : `${window.from}..${window.to}`}`;
}

export function slotsFor(session: Session, question: Query): Slots {
  const about = session.hidden.inText(encodeSlotName(session, question));
  const key = `as3:${fingerprintKey(about)}`;
  const block = `as3:block:${session.identity}`;
  return {
    answer: { key, about },
    unread: { key: `${key}:u`, about },
    validFrom: maxOf([
      0,
      ...(session.recipes[question.endpoint] ?? []).map(({ validFrom = 0 }) => validFrom),
    ]),
    state: { key: `${key}:s`, about },
    endpoint: { key: `${block}:${question.endpoint}`, about: 'block' },
    key: { key: block, about: 'block' },
  };
}

/**
 * Until when an answer is fresh, milliseconds since the epoch. After midnight (UTC is assumed) the last n days are others, and a
 * day that was not over when the answer came is.
 */
export function freshUntil(session: Session, question: Query, fetchedAt: number): number {
  const until = fetchedAt + session.freshSeconds * 1000;
  if (question.endpoint !== 'analytics') return until;
  const { window } = question;
  if (!('last' in window) && window.to < toCalendarDate(fetchedAt)) return until;
  return Math.min(until, toStartMs(addDays(toCalendarDate(fetchedAt), 1)) ?? until);
}

/** A cache entry that lives as long as what it holds. */
export function toCacheEntry(slot: Slot, entry: Entry, lifeMs: number): CacheEntry {
  return {
    key: slot.key,
    text: writeEntry(slot.about, entry),
    ttlSeconds: Math.max(1, Math.ceil(lifeMs / 1000)),
  };
}
