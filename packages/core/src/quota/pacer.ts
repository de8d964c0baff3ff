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
  readonly old: number;
  /** When the window's first request went out, milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number | null;
  /** The service wants nothing before, milliseconds since the epoch; 0 where it said nothing of the kind. */
  readonly haltedUntil: number;
  /** True once an answer of this window came, so that what its headers do not tell is not told at all. */
  readonly answered: boolean;
  /** Requests that may be under way before that answer: after a window that was used up, one finds out what is left. */
  readonly flight: number;
}

const minuteMs = 60_000;

/** Requests that may be under way before the first answer of all tells how many are left. */
const firstFlight = 10;

/** How often a request looks again that waits for the first answer. No other wait is as short. */
export const pollMs = 50;

/** Past the end of a window, so that a clock that runs a little fast does not ask in the old one. */
const marginMs = 50;

/** Resets of one window differ by this much at most: they come in whole seconds, and so does the clock that they count by. */
const roundedMs = 2_000;

/** Kept for others who use the key: a tenth of a minute. */
function usable(limit: number): number {
  return limit - Math.floor(limit / 10);
}

export function startingPacer(limit: number | null): Pacer {
  return {
    limit,
    sent: 0,
    others: 0,
    inFlight: 0,
    old: 0,
    since: 0,
    endsAt: null,
    haltedUntil: 0,
    answered: false,
    flight: firstFlight,
  };
}

/** A clock that stands a whole window before its first request was set back. */
const wasSetBack = ({ since }: Pacer, now: number): boolean => now < since - minuteMs;

/** Once a window is over, only what is still under way counts in the next. */
function rollWindow(pacer: Pacer, now: number): Pacer {
  if (wasSetBack(pacer, now)) return resumePacer({ ...pacer, haltedUntil: 0 }, now);
  return pacer.endsAt !== null && now >= pacer.endsAt ? resumePacer(pacer, now) : pacer;
}

/** Milliseconds until a request may go; 0 for at once. */
export function computeDelay(pacer: Pacer, now: number): number {
  const current = rollWindow(pacer, now);
  const { limit, sent, others, endsAt, haltedUntil, answered, flight } = current;
  const unanswered = answered ? 0 : current.inFlight - current.old;
  if (now < haltedUntil) return haltedUntil - now + marginMs;
  if (unanswered >= flight) return pollMs;
  if (sent + others < usable(limit ?? plans.starter.perMinute)) return 0;
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
function findRollover({ endsAt, answered }: Pacer, told: LimitState | null, now: number): number | null {
  if (!answered || !told?.sure || told.remaining === null || told.resetAt === null) return null;
  return told.resetAt > (endsAt ?? now) + roundedMs ? Math.min(told.resetAt, now + minuteMs) : null;
}

/**
 * A request came back that went out at `leftAt`. Without a Limit header the limit is at least one more than what is left.
 * What is left tells what others sent; an answer to a request of an earlier window tells nothing of this one. A reset that
 * could mean something else too never makes a window longer than a minute. A limit of 0, which no answer could come
 * under, limits nothing.
 */
export function onResponse(pacer: Pacer, told: LimitState | null, leftAt: number, now: number): Pacer {
  const late = pacer.endsAt === null || leftAt < pacer.since;
  const inFlight = Math.max(0, pacer.inFlight - 1);
  const begun = late ? null : findRollover(pacer, told, now);
  const landed =
    begun === null
      ? rollWindow({ ...pacer, inFlight, old: Math.max(0, pacer.old - (late ? 1 : 0)) }, now)
      : { ...pacer, inFlight, sent: inFlight + 1, others: 0, old: 0, since: leftAt, endsAt: begun };
  if (told === null) return landed;
  const { resetAt } = told;
  const remaining = told.limit === 0 ? null : told.remaining;
  const limit =
    told.limit || (remaining === null ? landed.limit : Math.max(landed.limit ?? 0, remaining + 1));
  if (late || landed.endsAt === null) return { ...landed, limit };
  const others =
    remaining === null || limit === null
      ? landed.others
      : Math.max(landed.others, limit - remaining - landed.sent);
  // A reset that is past already is a clock that differs and ends no window.
  const endsAt = resetAt === null || resetAt <= now ? landed.endsAt : Math.min(landed.endsAt, resetAt);
  return { ...landed, limit, others, endsAt, answered: true };
}

/** A wait that the service asked for is over at an instant: a new window begins, unless it asked for a longer one since. */
export function resumePacer(pacer: Pacer, at: number): Pacer {
  const haltedUntil = pacer.haltedUntil <= at ? 0 : pacer.haltedUntil;
  const full = pacer.sent + pacer.others >= usable(pacer.limit ?? plans.starter.perMinute);
  const flight = full ? 1 : pacer.flight;
  const carried = { sent: pacer.inFlight, old: pacer.inFlight, others: 0 };
  return { ...pacer, ...carried, endsAt: null, haltedUntil, answered: false, flight };
}

/** The service refuses until an instant: nothing goes before, whatever other answers tell. */
export function pausePacer(pacer: Pacer, until: number): Pacer {
  const limit = pacer.limit ?? plans.starter.perMinute;
  const haltedUntil = Math.max(pacer.haltedUntil, until);
  return { ...pacer, others: Math.max(pacer.others, limit), endsAt: until, haltedUntil, answered: true };
}

/** A fault that every request of a key, or of one endpoint, would meet again until it ends. */
interface Break {
  readonly error: ApiError;
  readonly until: number;
}

/** What is broken, by `key`, endpoint or question. */
export type Breaker = Readonly<Partial<Record<string, Break>>>;

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
  const standing = Object.entries(breaker).filter(([, held]) => held && now < held.until);
  return { ...Object.fromEntries(standing), [question]: { error, until: now + faultLifeMs(error, now) } };
}

/** The fault that a request would meet, at no cost; null where it may go. `question` is as it was postponed. */
export function findOpenFault(
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
