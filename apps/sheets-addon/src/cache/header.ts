import { addDays, type Endpoint, isApiError, toCalendarDate } from '@answershare/core';

/** What holds for all answers of a file that are kept, so that a cell need not read its connection. */
export interface CacheHeader {
  /** The connecting that the answers belong to. */
  readonly epoch: string;
  /** Answers from before this are not shown; milliseconds since the epoch. */
  readonly freshFrom: number;
  /** While paused, what is kept is shown whatever its age. */
  readonly paused: boolean;
  /** When the connection has to be read again. */
  readonly until: number;
}

/** The note's place in the cache. Connecting, disconnecting, pausing and refreshing clear it. */
export const headerSlot = 'note';

/** How long a note may be believed: an execution that was slow could write one that is no longer true. */
export const headerSeconds = 600;

export function formatHeader(note: CacheHeader): string {
  return JSON.stringify(note);
}

/** The note where it still holds; null for none. */
export function parseHeader(text: string | undefined, now: number): CacheHeader | null {
  if (text === undefined) return null;
  const note = JSON.parse(text) as CacheHeader;
  return note.until > now ? note : null;
}

/** The longest that Google keeps a cache entry (reference/cache/cache). */
export const answerSeconds = 21_600;
/** A website that was just added is found after this long. */
export const listSeconds = 3_600;

const minuteMs = 60_000;

/**
 * Until when an answer may be shown without another look, milliseconds since the epoch. Analytics is looked at again after
 * midnight (UTC is assumed, as for the service's days).
 */
export function computeAnswerUntil(endpoint: Endpoint, fetchedAt: number): number {
  if (endpoint === 'websites') return fetchedAt + listSeconds * 1000;
  const until = fetchedAt + answerSeconds * 1000;
  return endpoint === 'analytics'
    ? Math.min(until, Date.parse(`${addDays(toCalendarDate(fetchedAt), 1)}T00:00:00Z`))
    : until;
}

/** Over with the call, or with a click in the sidebar. A body that no recipe reads is kept: reading it again costs no request. */
const passing = ['pending', 'budget', 'paused', 'shape'];

/**
 * Until when a fault may be shown, or an older answer in its place. The look after that costs no request while the client
 * remembers the fault. Another cell's answer that was not yet there may be there at the next look.
 */
export function computeFaultUntil(thrown: unknown, now: number): number {
  if (!isApiError(thrown)) return now + minuteMs;
  if (passing.indexOf(thrown.kind) >= 0) return now;
  return thrown.retryAt === null ? now + minuteMs : Math.min(thrown.retryAt, now + 10 * minuteMs);
}
