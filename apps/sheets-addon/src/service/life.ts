import { addDays, type Endpoint, isApiError, toCalendarDate } from '@answershare/core';

/** The longest that Google keeps a cache entry (reference/cache/cache). */
export const answerSeconds = 21_600;
/** A website that was just added is found after this long. */
export const listSeconds = 3_600;

const minuteMs = 60_000;

/**
 * Until when an answer may be shown without another look, milliseconds since the epoch. Analytics is looked at again after
 * midnight (UTC is assumed, as for the service's days).
 */
export function answerUntil(endpoint: Endpoint, fetchedAt: number): number {
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
export function faultUntil(thrown: unknown, now: number): number {
  if (!isApiError(thrown)) return now + minuteMs;
  if (passing.indexOf(thrown.kind) >= 0) return now;
  return thrown.retryAt === null ? now + minuteMs : Math.min(thrown.retryAt, now + 10 * minuteMs);
}
