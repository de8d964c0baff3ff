import { ApiError, type ApiErrorFields, toErrorFields } from '../errors/api-error.ts';
import type { CacheEntry } from '../exchange/effect.ts';
import { isObject } from '../json/json.ts';
import { fingerprintKey } from '../keys/api-key.ts';
import { type LimitState, unknownRateState } from '../quota/limits-recipe.ts';
import type { Pacer } from '../quota/pacer.ts';
import type { Query } from '../request/request.ts';
import type { WindowedAnswer } from '../request/send-request.ts';
import type { Session } from '../request/session.ts';
import { maxOf } from '../resources/min-max.ts';

/** An answer and the end of its freshness, milliseconds since the epoch. */
export interface AnswerEntry {
  readonly kind: 'answer';
  readonly answer: WindowedAnswer;
  readonly until: number;
  /** When a recipe first read it, milliseconds since the epoch. */
  readonly readAt: number;
}

export interface FaultEntry {
  readonly kind: 'fault';
  readonly error: ApiError;
  /** When it was written, milliseconds since the epoch. */
  readonly at: number;
  readonly until: number;
  /** Server faults of the endpoint without an answer between. */
  readonly streak?: number;
}

/** A fetch in progress; the claim expires at `until`. */
export interface ClaimEntry {
  readonly kind: 'claim';
  readonly owner: string;
  /** When it was written, milliseconds since the epoch. */
  readonly at: number;
  readonly until: number;
}

/** When a claim begins and expires, milliseconds since the epoch. */
interface ClaimSpan {
  readonly at: number;
  readonly until: number;
}

/**
 * The minute window that all executions of a key share and the claims of its queries, by cache key; written under the lock
 * with each claim. One entry for all claims saves items of a cache that holds 1,000.
 */
export interface MinuteEntry {
  readonly kind: 'minute';
  readonly pacer: Pacer;
  readonly claims: Readonly<Record<string, ClaimSpan>>;
  readonly until: number;
}

/** The minute limit as the last answer stated it; written without the lock. */
export interface StatedEntry {
  readonly kind: 'stated';
  /** Null if no answer came, or none with a limit. */
  readonly minute: LimitState | null;
  /** When its request was sent and answered, milliseconds since the epoch. */
  readonly sentAt: number;
  readonly at: number;
  readonly until: number;
}

/** An entry of one cache slot; `until` is in milliseconds since the epoch. */
export type Entry = AnswerEntry | FaultEntry | ClaimEntry | MinuteEntry | StatedEntry;

const version = 4;

/** The fields of an entry without an answer's text, limits and requests, which concern its own call only. */
function toEntryFields(entry: Entry): object {
  if (entry.kind === 'claim') return { at: entry.at, owner: entry.owner };
  if (entry.kind === 'minute') return { pacer: entry.pacer, claims: entry.claims };
  if (entry.kind === 'stated') return { minute: entry.minute, sentAt: entry.sentAt, at: entry.at };
  if (entry.kind === 'fault') {
    const { raw: _, ...fields } = toErrorFields(entry.error);
    return { at: entry.at, error: fields, streak: entry.streak };
  }
  const { body, text, rate, spent, ...answer } = entry.answer;
  return { answer, characters: text.length, readAt: entry.readAt };
}

/**
 * Formats an entry as one line of JSON, followed by the unescaped text of an answer. The line holds the full query, so
 * queries with equal digests never share an answer.
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

/** Parses the JSON line of an entry; null if it is damaged, of another version or of another query. */
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

/** Reads an answer, fresh or stale; null if the entry is absent or unusable. */
export function parseAnswerEntry(about: string, entry: string | null): AnswerEntry | null {
  const end = entry === null ? -1 : entry.indexOf('\n');
  if (entry === null || end < 0) return null;
  const head = parseHead(about, entry.slice(0, end));
  if (head?.kind !== 'answer' || !isObject(head.answer)) return null;
  const text = entry.slice(end + 1);
  if (text.length !== head.characters || typeof head.answer.fetchedAt !== 'number') return null;
  const own = { text, rate: unknownRateState, spent: 0 };
  const answer = { ...head.answer, ...own } as unknown as WindowedAnswer;
  const readAt = typeof head.readAt === 'number' ? head.readAt : answer.fetchedAt;
  return { kind: 'answer', until: head.until as number, answer, readAt };
}

/** Reads a fault or claim, expired or not; else null. */
export function parseStateEntry(about: string, text: string | null): FaultEntry | ClaimEntry | null {
  const entry = text === null ? null : parseHead(about, text);
  if (entry === null || typeof entry.at !== 'number') return null;
  const { at } = entry;
  const until = entry.until as number;
  if (entry.kind === 'claim' && typeof entry.owner === 'string') {
    return { kind: 'claim', at, until, owner: entry.owner };
  }
  if (entry.kind === 'fault' && isObject(entry.error)) {
    const streak = typeof entry.streak === 'number' ? entry.streak : 0;
    return {
      kind: 'fault',
      at,
      until,
      error: new ApiError(entry.error as unknown as ApiErrorFields),
      streak,
    };
  }
  return null;
}

/** Reads an entry of the shared minute that has not expired; else null. */
export function parseMinuteEntry<K extends 'minute' | 'stated'>(
  kind: K,
  text: string | null,
  nowMs: number,
): Extract<Entry, { kind: K }> | null {
  const head = text === null ? null : parseHead('minute', text);
  const isUsable =
    head?.kind === kind && (head.until as number) > nowMs && (kind === 'stated' || isObject(head.claims));
  return isUsable ? (head as unknown as Extract<Entry, { kind: K }>) : null;
}

/** A cache key and its query, without the API key. */
export interface Slot {
  readonly key: string;
  readonly about: string;
}

/**
 * The slots of a query: the answer, a later unreadable answer, its fault or a claim of its own, faults of the endpoint and the
 * key, and the key's minute with most claims.
 */
export interface Slots {
  readonly answer: Slot;
  readonly unread: Slot;
  /** Answers first read before this time have an outdated meaning; milliseconds since the epoch. */
  readonly validFrom: number;
  /** When the newest recipe was learnt, milliseconds since the epoch. */
  readonly learntAt: number;
  /** Unread answers from before this time are ignored; milliseconds since the epoch. */
  readonly unreadFrom: number;
  readonly state: Slot;
  readonly endpoint: Slot;
  readonly key: Slot;
  readonly minute: Slot;
  readonly stated: Slot;
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
  const recipes = session.recipes[question.endpoint] || [];
  return {
    answer: { key, about },
    unread: { key: `${key}:u`, about },
    validFrom: maxOf([0, ...recipes.map(({ validFrom = 0 }) => validFrom)]),
    learntAt: maxOf([0, ...recipes.map(({ learntAt }) => learntAt)]),
    unreadFrom: 0,
    state: { key: `${key}:s`, about },
    endpoint: { key: `${block}:${question.endpoint}`, about: 'block' },
    key: { key: block, about: 'block' },
    minute: { key: `as3:minute:${session.identity}`, about: 'minute' },
    stated: { key: `as3:stated:${session.identity}`, about: 'minute' },
  };
}

/** A cache may not hold a longer answer (Google: 100 KB per entry), which then does not end its claim; characters. */
export const maxCachedLength = 100_000;

export function toCacheEntry(slot: Slot, entry: Entry, lifeMs: number): CacheEntry {
  return {
    key: slot.key,
    text: writeEntry(slot.about, entry),
    ttlSeconds: Math.max(1, Math.ceil(lifeMs / 1000)),
  };
}
