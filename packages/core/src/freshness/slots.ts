import type { Query } from '../asking/question.ts';
import type { Session } from '../asking/session.ts';
import { addDays, startOf, toCalendarDate } from '../calendar/calendar.ts';
import type { CacheEntry } from '../exchange/effect.ts';
import { fingerprintKey } from '../keys/fingerprint.ts';
import { type Entry, writeEntry } from './entry.ts';

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

function spell(session: Session, question: Query): string {
  const base = `${session.identity} ${question.endpoint}`;
  if (question.endpoint === 'websites') return base;
  if (question.endpoint !== 'analytics') return `${base} ${question.website}`;
  const { window } = question;
  return `${base} ${question.website} ${'last' in window ? `last ${window.last}` : `${window.from}..${window.to}`}`;
}

export function slotsFor(session: Session, question: Query): Slots {
  const about = session.hidden.inText(spell(session, question));
  const key = `as3:${fingerprintKey(about)}`;
  const block = `as3:block:${session.identity}`;
  return {
    answer: { key, about },
    unread: { key: `${key}:u`, about },
    validFrom: (session.recipes[question.endpoint] ?? []).reduce(
      (last, { validFrom = 0 }) => Math.max(last, validFrom),
      0,
    ),
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
  return Math.min(until, startOf(addDays(toCalendarDate(fetchedAt), 1)) ?? until);
}

/** A cache entry that lives as long as what it holds. */
export function slotEntry(slot: Slot, entry: Entry, lifeMs: number): CacheEntry {
  return {
    key: slot.key,
    text: writeEntry(slot.about, entry),
    ttlSeconds: Math.max(1, Math.ceil(lifeMs / 1000)),
  };
}
