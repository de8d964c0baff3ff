import { type ApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, scopeOf } from '../errors/consequence.ts';
import type { Endpoint } from '../resources/endpoint.ts';

/** A fault that every request of a key, or of one endpoint, would meet again until it ends. */
interface Break {
  readonly error: ApiError;
  readonly until: number;
}

/** What is broken, by `key`, endpoint or question. */
export type Breaker = Readonly<Partial<Record<string, Break>>>;

/** Notes a fault that will not pass by asking again. One that lasts longer stays. */
export function broken(breaker: Breaker, endpoint: Endpoint, error: ApiError, now: number): Breaker {
  const scope = scopeOf(error);
  if (scope === 'question' || error.kind === 'burst') return breaker;
  const place = scope === 'key' ? 'key' : endpoint;
  const until = now + faultLifeMs(error, now);
  return until < (breaker[place]?.until ?? 0) ? breaker : { ...breaker, [place]: { error, until } };
}

/** Notes that a failing service wants nothing for a question until later (RFC 9110 §10.2.3). What is over is forgotten. */
export function postponed(breaker: Breaker, question: string, error: ApiError, now: number): Breaker {
  if (error.kind !== 'server' || error.retryAt === null) return breaker;
  const standing = Object.entries(breaker).filter(([, held]) => held && now < held.until);
  return { ...Object.fromEntries(standing), [question]: { error, until: now + faultLifeMs(error, now) } };
}

/** The fault that a request would meet, at no cost; null where it may go. `question` is as it was postponed. */
export function breakOf(
  breaker: Breaker,
  endpoint: Endpoint,
  now: number,
  question: string = endpoint,
): ApiError | null {
  for (const held of [breaker.key, breaker[endpoint], breaker[question]]) {
    if (held && now < held.until) return withSpent(held.error, 0);
  }
  return null;
}
