import type { Endpoint } from '../dialects/dialect.ts';
import { type ApiError, withSpent } from '../faults/api-error.ts';
import { faultLifeMs, scopeOf } from '../faults/consequence.ts';

/** A fault that every request of a key, or of one endpoint, would meet again until it ends. */
interface Break {
  readonly error: ApiError;
  readonly until: number;
}

/** What is broken, by `key` or endpoint. */
export type Breaker = Readonly<Partial<Record<'key' | Endpoint, Break>>>;

/** Notes a fault that will not pass by asking again. One that lasts longer stays. */
export function broken(breaker: Breaker, endpoint: Endpoint, error: ApiError, now: number): Breaker {
  const scope = scopeOf(error);
  if (scope === 'question' || error.kind === 'burst') return breaker;
  const place = scope === 'key' ? 'key' : endpoint;
  const until = now + faultLifeMs(error, now);
  return until < (breaker[place]?.until ?? 0) ? breaker : { ...breaker, [place]: { error, until } };
}

/** The fault that a request would meet, at no cost; null where it may go. */
export function breakOf(breaker: Breaker, endpoint: Endpoint, now: number): ApiError | null {
  for (const held of [breaker.key, breaker[endpoint]]) {
    if (held && now < held.until) return withSpent(held.error, 0);
  }
  return null;
}
