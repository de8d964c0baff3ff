import { type ApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, toFaultScope } from '../errors/fault-caching.ts';
import type { Endpoint } from '../resources/resources.ts';
import type { LimitState } from './limits-recipe.ts';
import { plans, usableRequests } from './plans.ts';

/**
 * A client-side rate limiter: the limit of a minute window, own requests, and requests of others. A window ends when the
 * service states it, at the latest a minute after its first request.
 */
export interface Pacer {
  /** Requests per window, from the plan or the headers; null while unknown. */
  readonly limit: number | null;
  readonly sent: number;
  /** Requests of other clients in this window, inferred from what remains. */
  readonly others: number;
  readonly inFlight: number;
  /** Requests in flight that were sent before this window. */
  readonly carriedOver: number;
  /** Time of the window's first request, milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number | null;
  /** No request before this time, milliseconds since the epoch; 0 without a pause. */
  readonly pausedUntil: number;
  /** True after an answer to a request of this window. */
  readonly answered: boolean;
  /** Most requests in flight before that answer. After a used-up window one request finds out the rest. */
  readonly maxInFlight: number;
}

const minuteMs = 60_000;

/** Most requests in flight before the first answer states how many remain. */
const initialMaxInFlight = 10;

/** Poll interval while waiting for the first answer. No other wait is this short. */
export const pollMs = 50;

/** Waits past the end of a window, because the local clock may run fast. */
const marginMs = 50;

/** Largest difference between resets of one window: resets and the service's clock are in whole seconds. */
const resetToleranceMs = 2_000;

export function startingPacer(limit: number | null): Pacer {
  return {
    limit,
    sent: 0,
    others: 0,
    inFlight: 0,
    carriedOver: 0,
    since: 0,
    endsAt: null,
    pausedUntil: 0,
    answered: false,
    maxInFlight: initialMaxInFlight,
  };
}

/** True if the clock is a whole window before its first request, so it was set back. */
const isClockSetBack = ({ since }: Pacer, now: number): boolean => now < since - minuteMs;

/** Starts the next window if this one is over; only requests in flight carry over. */
function rollWindow(pacer: Pacer, now: number): Pacer {
  if (isClockSetBack(pacer, now)) return resumePacer({ ...pacer, pausedUntil: 0 }, now);
  return pacer.endsAt !== null && now >= pacer.endsAt ? resumePacer(pacer, now) : pacer;
}

/** Milliseconds to wait before asking again; 0 if a request may be sent at once. */
export function computeDelay(pacer: Pacer, now: number): number {
  const current = rollWindow(pacer, now);
  const { limit, sent, others, endsAt, pausedUntil, answered, maxInFlight } = current;
  const unanswered = answered ? 0 : current.inFlight - current.carriedOver;
  if (now < pausedUntil) return pausedUntil - now + marginMs;
  if (unanswered >= maxInFlight) return pollMs;
  if (sent + others < usableRequests(limit ?? plans.starter.perMinute)) return 0;
  // The end of the window is a guess until an answer states it, and one is on its way.
  if (unanswered > 0) return pollMs;
  return Math.max(pollMs, (endsAt ?? now + minuteMs) - now + marginMs);
}

/** Counts a request. */
export function onSend(pacer: Pacer, now: number): Pacer {
  const current = rollWindow(pacer, now);
  const first = current.endsAt === null;
  return {
    ...current,
    sent: current.sent + 1,
    inFlight: current.inFlight + 1,
    since: first ? now : current.since,
    endsAt: first ? now + minuteMs : current.endsAt,
  };
}

/**
 * The end of the next window, if it began while a request was in flight: its reset is beyond the known end of this window.
 * Null if the request belongs to this window or the answer does not state the rest of the next.
 */
function findRollover({ endsAt, answered }: Pacer, stated: LimitState | null, now: number): number | null {
  if (!answered || !stated?.sure || stated.remaining === null || stated.resetAt === null) return null;
  return stated.resetAt > (endsAt ?? now) + resetToleranceMs
    ? Math.min(stated.resetAt, now + minuteMs)
    : null;
}

/**
 * Counts the answer to a request sent at `sentAt`; `stated` is null without an answer. Without a stated limit, the limit is
 * at least one more than the rest. The rest shows the requests of others, but only for the window of the request. An
 * ambiguous reset never makes a window longer than a minute. A limit of 0 means no limit, because nothing could be answered
 * under it.
 */
export function onResponse(pacer: Pacer, stated: LimitState | null, sentAt: number, now: number): Pacer {
  const isLate = pacer.endsAt === null || sentAt < pacer.since;
  const inFlight = Math.max(0, pacer.inFlight - 1);
  const rolloverAt = isLate ? null : findRollover(pacer, stated, now);
  const current =
    rolloverAt === null
      ? rollWindow(
          { ...pacer, inFlight, carriedOver: Math.max(0, pacer.carriedOver - (isLate ? 1 : 0)) },
          now,
        )
      : {
          ...pacer,
          inFlight,
          sent: inFlight + 1,
          others: 0,
          carriedOver: 0,
          since: sentAt,
          endsAt: rolloverAt,
        };
  if (stated === null) return current;
  const { resetAt } = stated;
  const remaining = stated.limit === 0 ? null : stated.remaining;
  const limit =
    stated.limit || (remaining === null ? current.limit : Math.max(current.limit || 0, remaining + 1));
  if (isLate || current.endsAt === null) return { ...current, limit };
  const others =
    remaining === null || limit === null
      ? current.others
      : Math.max(current.others, limit - remaining - current.sent);
  // A reset in the past comes from a differing clock and ends no window.
  const endsAt = resetAt === null || resetAt <= now ? current.endsAt : Math.min(current.endsAt, resetAt);
  return { ...current, limit, others, endsAt, answered: true };
}

/** Starts a new window at the end of a pause, unless a longer pause was set meanwhile. */
export function resumePacer(pacer: Pacer, at: number): Pacer {
  const pausedUntil = pacer.pausedUntil <= at ? 0 : pacer.pausedUntil;
  const isFull = pacer.sent + pacer.others >= usableRequests(pacer.limit ?? plans.starter.perMinute);
  const maxInFlight = isFull ? 1 : pacer.maxInFlight;
  const carried = { sent: pacer.inFlight, carriedOver: pacer.inFlight, others: 0 };
  return { ...pacer, ...carried, endsAt: null, pausedUntil, answered: false, maxInFlight };
}

/** Pauses all requests until a time, whatever other answers state. */
export function pausePacer(pacer: Pacer, until: number): Pacer {
  const limit = pacer.limit ?? plans.starter.perMinute;
  const pausedUntil = Math.max(pacer.pausedUntil, until);
  return { ...pacer, others: Math.max(pacer.others, limit), endsAt: until, pausedUntil, answered: true };
}

/** A fault that would repeat for a whole key, endpoint or query until a time. */
interface OpenFault {
  readonly error: ApiError;
  readonly until: number;
}

/** Open faults by `key`, endpoint or query. */
export type Breaker = Readonly<Partial<Record<string, OpenFault>>>;

/** Opens a fault of the key or an endpoint. A longer one stays. */
export function tripBreaker(breaker: Breaker, endpoint: Endpoint, error: ApiError, now: number): Breaker {
  const scope = toFaultScope(error);
  if (scope === 'question' || error.kind === 'burst') return breaker;
  const place = scope === 'key' ? 'key' : endpoint;
  const until = now + faultLifeMs(error, now);
  return until < (breaker[place]?.until || 0) ? breaker : { ...breaker, [place]: { error, until } };
}

/** Opens a server fault of one query until its stated retry time (RFC 9110 §10.2.3) and drops expired faults. */
export function deferQuestion(breaker: Breaker, question: string, error: ApiError, now: number): Breaker {
  if (error.kind !== 'server' || error.retryAt === null) return breaker;
  const active = Object.entries(breaker).filter(([, entry]) => entry && now < entry.until);
  return { ...Object.fromEntries(active), [question]: { error, until: now + faultLifeMs(error, now) } };
}

/** The open fault that blocks a request, without cost; null if none. `question` is the key of `deferQuestion`. */
export function findOpenFault(
  breaker: Breaker,
  endpoint: Endpoint,
  now: number,
  question: string = endpoint,
): ApiError | null {
  for (const entry of [breaker.key, breaker[endpoint], breaker[question]]) {
    if (entry && now < entry.until) return withSpent(entry.error, 0);
  }
  return null;
}
