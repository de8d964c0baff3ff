import type { Question } from '../asking/question.ts';
import type { Session } from '../asking/session.ts';
import type { CacheEntry } from '../exchange/effect.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import { addDays, dateOf, startOf } from '../windows/calendar.ts';
import { type Entry, writeEntry } from './entry.ts';

/** One place in the cache, what it says that it is about, and the API key, which never stands in it. */
export interface Slot {
  readonly key: string;
  readonly about: string;
  readonly secret: string;
}

/** The places of a question: its answer, who is asking or what went wrong, and what stands in the way of its endpoint and of its key. */
export interface Slots {
  readonly answer: Slot;
  readonly state: Slot;
  readonly endpoint: Slot;
  readonly key: Slot;
}

function spell(session: Session, question: Question): string {
  const base = `${session.identity} ${question.endpoint}`;
  if (question.endpoint === 'websites') return base;
  if (question.endpoint !== 'analytics') return `${base} ${question.website}`;
  const { window } = question;
  return `${base} ${question.website} ${'last' in window ? `last ${window.last}` : `${window.from}..${window.to}`}`;
}

export function slotsFor(session: Session, question: Question): Slots {
  const about = spell(session, question);
  const key = `as3:${fingerprint(about)}`;
  const block = `as3:block:${session.identity}`;
  const secret = session.key;
  return {
    answer: { key, about, secret },
    state: { key: `${key}:s`, about, secret },
    endpoint: { key: `${block}:${question.endpoint}`, about: 'block', secret },
    key: { key: block, about: 'block', secret },
  };
}

/**
 * Until when an answer is fresh, milliseconds since the epoch. After midnight (UTC is assumed) the last n days are others, and a
 * day that was not over when the answer came is.
 */
export function freshUntil(session: Session, question: Question, fetchedAt: number): number {
  const until = fetchedAt + session.freshSeconds * 1000;
  if (question.endpoint !== 'analytics') return until;
  const { window } = question;
  if (!('last' in window) && window.to < dateOf(fetchedAt)) return until;
  return Math.min(until, startOf(addDays(dateOf(fetchedAt), 1)) ?? until);
}

/** Stands for the API key where a body echoes it. JSON text never holds this character (RFC 8259 §7). */
const mark = '\u0001';

const written = (secret: string): string => JSON.stringify(secret).slice(1, -1);

/** A cache entry that lives as long as what it holds, without the API key. */
export function slotEntry(slot: Slot, entry: Entry, lifeMs: number): CacheEntry {
  const text = writeEntry(slot.about, entry).split(written(slot.secret)).join(mark);
  return { key: slot.key, text, ttlSeconds: Math.max(1, Math.ceil(lifeMs / 1000)) };
}

/** The text of an entry as it was before the key was taken out. */
export function opened({ secret }: Slot, text: string | null): string | null {
  return text === null ? null : text.split(mark).join(written(secret));
}
