import { type ApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, toFaultScope } from '../errors/fault-policy.ts';
import type { Endpoint } from '../resources/resources.ts';
import { plans } from './budget.ts';
import type { LimitState } from './limits-recipe.ts';

/**
 * What one client knows of a key's minute: the limit, what it sent itself, what others must have sent. A window ends when
 * the service says so, and at the latest a minute after its first request.
 */
export interface Pacer {
  /** Requests per window: from the plan, corrected by the headers; null while nothing told it. */
  readonly limit: number | null;
  readonly sent: number;
  /** Requests of the window that were not ours, told by what is left. */
  readonly others: number;
  readonly inFlight: number;
  /** Of these, what went out before this window. */
  readonly carriedOver: number;
  /** When the window's first request went out, milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number | null;
  /** The service wants nothing before, milliseconds since the epoch; 0 where it said nothing of the kind. */
  readonly pausedUntil: number;
  /** True once an answer of this window came, so that what its headers do not tell is not told at all. */
  readonly answered: boolean;
  /** Requests that may be under way before that answer: after a window that was used up, one finds out what is left. */
  readonly maxInFlight: number;
}

const minuteMs = 60_000;

/** Requests that may be under way before the first answer of all tells how many are left. */
const initialMaxInFlight = 10;

/** How often a request looks again that waits for the first answer. No other wait is as short. */
export const pollMs = 50;

/** Past the end of a window, so that a clock that runs a little fast does not ask in the old one. */
const marginMs = 50;

/** Resets of one window differ by this much at most: they come in whole seconds, and so does the clock that they count by. */
const resetToleranceMs = 2_000;

/** Kept for others who use the key: a tenth of a minute. */
function usableRequests(limit: number): number {
  return limit - Math.floor(limit / 10);
}

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

/** A clock that stands a whole window before its first request was set back. */
const isClockSetBack = ({ since }: Pacer, now: number): boolean => now < since - minuteMs;

/** Once a window is over, only what is still under way counts in the next. */
function rollWindow(pacer: Pacer, now: number): Pacer {
  if (isClockSetBack(pacer, now)) return resumePacer({ ...pacer, pausedUntil: 0 }, now);
  return pacer.endsAt !== null && now >= pacer.endsAt ? resumePacer(pacer, now) : pacer;
}

/** Milliseconds until a request may go; 0 for at once. */
export function computeDelay(pacer: Pacer, now: number): number {
  const current = rollWindow(pacer, now);
  const { limit, sent, others, endsAt, pausedUntil, answered, maxInFlight } = current;
  const unanswered = answered ? 0 : current.inFlight - current.carriedOver;
  if (now < pausedUntil) return pausedUntil - now + marginMs;
  if (unanswered >= maxInFlight) return pollMs;
  if (sent + others < usableRequests(limit ?? plans.starter.perMinute)) return 0;
  // Until an answer tells when the window ends, its end is a guess, and an answer is on its way.
  if (unanswered > 0) return pollMs;
  return Math.max(pollMs, (endsAt ?? now + minuteMs) - now + marginMs);
}

/** A request goes out. */
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
 * The end of a window that began while a request was on its way: its reset lies beyond the end of the window in which it
 * left, of which an earlier answer told. Null where it was counted in that one, and where the answer does not tell how much of
 * the new one is left.
 */
function findRollover({ endsAt, answered }: Pacer, stated: LimitState | null, now: number): number | null {
  if (!answered || !stated?.sure || stated.remaining === null || stated.resetAt === null) return null;
  return stated.resetAt > (endsAt ?? now) + resetToleranceMs
    ? Math.min(stated.resetAt, now + minuteMs)
    : null;
}

/**
 * A request came back that went out at `leftAt`. Without a Limit header the limit is at least one more than what is left.
 * What is left tells what others sent; an answer to a request of an earlier window tells nothing of this one. A reset that
 * could mean something else too never makes a window longer than a minute. A limit of 0, which no answer could come
 * under, limits nothing.
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
    stated.limit || (remaining === null ? current.limit : Math.max(current.limit ?? 0, remaining + 1));
  if (isLate || current.endsAt === null) return { ...current, limit };
  const others =
    remaining === null || limit === null
      ? current.others
      : Math.max(current.others, limit - remaining - current.sent);
  // A reset that is past already is a clock that differs and ends no window.
  const endsAt = resetAt === null || resetAt <= now ? current.endsAt : Math.min(current.endsAt, resetAt);
  return { ...current, limit, others, endsAt, answered: true };
}

/** A wait that the service asked for is over at an instant: a new window begins, unless it asked for a longer one since. */
export function resumePacer(pacer: Pacer, at: number): Pacer {
  const pausedUntil = pacer.pausedUntil <= at ? 0 : pacer.pausedUntil;
  const isFull = pacer.sent + pacer.others >= usableRequests(pacer.limit ?? plans.starter.perMinute);
  const maxInFlight = isFull ? 1 : pacer.maxInFlight;
  const carried = { sent: pacer.inFlight, carriedOver: pacer.inFlight, others: 0 };
  return { ...pacer, ...carried, endsAt: null, pausedUntil, answered: false, maxInFlight };
}

/** The service refuses until an instant: nothing goes before, whatever other answers tell. */
export function pausePacer(pacer: Pacer, until: number): Pacer {
  const limit = pacer.limit ?? plans.starter.perMinute;
  const pausedUntil = Math.max(pacer.pausedUntil, until);
  return { ...pacer, others: Math.max(pacer.others, limit), endsAt: until, pausedUntil, answered: true };
}

/** A fault that every request of a key, or of one endpoint, would meet again until it ends. */
interface OpenFault {
  readonly error: ApiError;
  readonly until: number;
}

/** What is broken, by `key`, endpoint or question. */
export type Breaker = Readonly<Partial<Record<string, OpenFault>>>;

/** Notes a fault that will not pass by asking again. One that lasts longer stays. */
export function tripBreaker(breaker: Breaker, endpoint: Endpoint, error: ApiError, now: number): Breaker {
  const scope = toFaultScope(error);
  if (scope === 'question' || error.kind === 'burst') return breaker;
  const place = scope === 'key' ? 'key' : endpoint;
  const until = now + faultLifeMs(error, now);
  return until < (breaker[place]?.until ?? 0) ? breaker : { ...breaker, [place]: { error, until } };
}

/** Notes that a failing service wants nothing for a question until later (RFC 9110 §10.2.3). What is over is forgotten. */
export function deferQuestion(breaker: Breaker, question: string, error: ApiError, now: number): Breaker {
  if (error.kind !== 'server' || error.retryAt === null) return breaker;
  const active = Object.entries(breaker).filter(([, entry]) => entry && now < entry.until);
  return { ...Object.fromEntries(active), [question]: { error, until: now + faultLifeMs(error, now) } };
}

/** The fault that a request would meet, at no cost; null where it may go. `question` is as it was postponed. */
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
