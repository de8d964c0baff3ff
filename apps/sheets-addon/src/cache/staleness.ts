import { type Endpoint, isApiError } from '@answershare/core';
import { midnightAfter } from '../connection/meter.ts';

/** The longest TTL of a cache entry (Google: reference/cache/cache). */
export const cacheSeconds = 21_600;
/** A new website is found after this time. */
export const listSeconds = 3_600;

const minuteMs = 60_000;

/** How long an answer is fresh: figures are sums of days, which change with the service's next day. */
export const computeAnswerSeconds = (fetchedAt: number): number =>
  Math.max(listSeconds, Math.ceil((midnightAfter(fetchedAt) - fetchedAt) / 1000));

/** Until when an answer needs no other read, milliseconds since the epoch. Analytics expires at midnight UTC. */
export function computeAnswerUntil(endpoint: Endpoint, fetchedAt: number): number {
  if (endpoint === 'analytics') return midnightAfter(fetchedAt);
  return fetchedAt + (endpoint === 'websites' ? listSeconds : computeAnswerSeconds(fetchedAt)) * 1000;
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
