import { addDays, type Endpoint, isApiError, toCalendarDate } from '@answershare/core';

/** Valid for all cached answers of a file: with it a cell need not read its connection. */
export interface CacheHeader {
  /** The connection epoch of the answers. */
  readonly epoch: string;
  /** Older answers are not shown; milliseconds since the epoch. */
  readonly freshFrom: number;
  /** While paused, cached answers of any age are shown. */
  readonly paused: boolean;
  /** When the connection must be read again. */
  readonly until: number;
}

/** Cache key of the header. Connecting, disconnecting, pausing and refreshing remove it. */
export const headerSlot = 'note';

/** TTL of the header: a slow execution could write an outdated one. */
export const headerSeconds = 600;

/** The header if it is still valid, else null. */
export function parseHeader(text: string | undefined, now: number): CacheHeader | null {
  if (text === undefined) return null;
  const header = JSON.parse(text) as CacheHeader;
  return header.until > now ? header : null;
}

/** How long an answer is fresh: six hours, the longest TTL of a cache entry (Google: reference/cache/cache). */
export const answerSeconds = 21_600;
/** A new website is found after this time. */
export const listSeconds = 3_600;

const minuteMs = 60_000;

/** Until when an answer needs no other read, milliseconds since the epoch. Analytics expires at midnight UTC. */
export function computeAnswerUntil(endpoint: Endpoint, fetchedAt: number): number {
  if (endpoint === 'websites') return fetchedAt + listSeconds * 1000;
  const until = fetchedAt + answerSeconds * 1000;
  return endpoint === 'analytics'
    ? Math.min(until, Date.parse(`${addDays(toCalendarDate(fetchedAt), 1)}T00:00:00Z`))
    : until;
}

/** Over with the call or a click in the sidebar. An unreadable body is cached: rereading costs no request. */
const transientKinds = ['pending', 'paused', 'shape'];

/**
 * Until when a fault, or a stale answer in its place, may be shown. The next read costs no request while the client
 * remembers the fault. By then another cell's answer may have arrived.
 */
export function computeFaultUntil(thrown: unknown, now: number): number {
  if (!isApiError(thrown)) return now + minuteMs;
  if (transientKinds.includes(thrown.kind)) return now;
  return thrown.retryAt === null ? now + minuteMs : Math.min(thrown.retryAt, now + 10 * minuteMs);
}
