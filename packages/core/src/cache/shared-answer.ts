import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs } from '../errors/fault-caching.ts';
import { createOwnFault, pausedFault, pendingFault } from '../errors/sentences.ts';
import { type ClientEvent, cachePut, type Exchange, wait } from '../exchange/effect.ts';
import { negotiate } from '../negotiation/negotiate.ts';
import { pollMs as turnPollMs } from '../quota/pacer.ts';
import type { Query } from '../request/request.ts';
import type { WindowedAnswer } from '../request/send-request.ts';
import type { Session } from '../request/session.ts';
import { claim } from './claims.ts';
import { type AnswerEntry, slotsFor, toCacheEntry } from './entry.ts';
import { fetchClaimed, type Judge, type SharedQuery, storeAnswer } from './fetch-claimed.ts';
import { isClaimable, type Lookup, lookup } from './lookup.ts';
import { mayReplaceFault } from './staleness.ts';

/** The source of an answer. `joined`: another execution fetched it meanwhile. */
export type ResultSource = 'network' | 'fresh' | 'stale' | 'joined';

export interface SharedAnswer extends WindowedAnswer {
  readonly source: ResultSource;
  /** The fault that made the client return a stale answer; else null. */
  readonly fault: ApiError | null;
}

/** Caches an answer that lacks the requested data for a short time. */
export function* cacheBriefly(
  session: Session,
  question: Query,
  { source, fault: _, ...answer }: SharedAnswer,
  error: ApiError,
): Exchange<void> {
  if (source !== 'network' || session.host.cache === undefined) return;
  const at = session.host.now();
  const lifeMs = faultLifeMs(error, at);
  const entry: AnswerEntry = { kind: 'answer', answer, until: at + lifeMs, readAt: at };
  yield* cachePut([toCacheEntry(slotsFor(session, question).answer, entry, lifeMs)]);
}

type Found = Extract<ClientEvent, { type: 'cache' }>['found'];

function emitFound({ session, question: { endpoint } }: SharedQuery, found: Found): void {
  session.host.emit?.({ type: 'cache', endpoint, found });
}

/** Returns a stale answer in place of a transient fault, within the stale limit; else throws. */
function* staleOrThrow(
  { session, judge }: SharedQuery,
  { answer }: Lookup,
  fault: ApiError,
): Exchange<SharedAnswer> {
  if (answer === null || !mayReplaceFault(session, answer, fault.kind)) throw fault;
  if ((yield* judge(answer.answer, false)).fault !== null) throw fault;
  return { ...answer.answer, spent: fault.spent, source: 'stale', fault };
}

/** Why the cache is read again: consistently, without unreadable answers from before the last recipe, or after a wait. */
type Again = 'consistent' | 'since last recipe' | 'waited';

/**
 * Uses an answer that no recipe could read before, and stores it like any other once one reads it; null if it is old enough
 * to fetch again.
 */
function* useUnread(
  query: SharedQuery,
  found: Lookup,
  { answer }: AnswerEntry,
  source: 'fresh' | 'joined',
): Exchange<SharedAnswer | Again | null> {
  const { session, slots, judge } = query;
  const { fault, isReadable } = yield* judge(answer, false);
  if (fault === null) {
    if (isReadable) yield* storeAnswer(query, answer, true);
    emitFound(query, source);
    return { ...answer, spent: 0, source, fault };
  }
  if (found.answer === null && !found.consistent) return 'consistent';
  emitFound(query, 'negative');
  if (answer.fetchedAt < slots.learntAt && !session.paused) return 'since last recipe';
  return found.isRecent || session.paused ? yield* staleOrThrow(query, found, fault) : null;
}

/** @throws ApiError if a later recipe refuses the answer */
function* useFresh(
  query: SharedQuery,
  { answer }: AnswerEntry,
  source: 'fresh' | 'joined',
): Exchange<SharedAnswer> {
  emitFound(query, source);
  const { fault } = yield* query.judge(answer, false);
  if (fault !== null) throw fault;
  return { ...answer, spent: 0, source, fault };
}

function* fetchOrStale(
  query: SharedQuery,
  found: Lookup,
  owner: string,
  until: number,
): Exchange<SharedAnswer> {
  emitFound(query, 'none');
  try {
    return { ...(yield* fetchClaimed(query, owner, until, found.streak)), source: 'network', fault: null };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    return yield* staleOrThrow(query, found, thrown);
  }
}

const pollMs = 150;

/**
 * Waits without a usable answer and without a claim of one's own, or fails. A burst limit or used-up minute that ends before
 * the deadline delays the query, and so does a claim of another execution. Only a consistent read that finds no answer leads
 * to a fault.
 */
function* waitOrFail(query: SharedQuery, found: Lookup): Exchange<SharedAnswer | Again> {
  const { session, deadline } = query;
  const { endpoint } = query.question;
  const { answer, state, delayMs } = found;
  const at = session.host.now();
  const jitterMs = Math.round(200 * session.host.random());
  const fault = state?.kind === 'fault' ? state : null;
  const isBurst = fault?.error.kind === 'burst';
  // A shorter delay waits for the first answer of the minute.
  const isUsedUp = state === null && delayMs > turnPollMs;
  const ms = jitterMs + (isBurst ? fault.until - at : isUsedUp ? delayMs : pollMs);
  const isLate = at + ms >= deadline;
  const reason = isUsedUp
    ? createOwnFault(session, endpoint, 'budget', 'caller', { retryAt: at + delayMs })
    : fault && withSpent(fault.error, 0);
  if ((reason !== null || isLate) && answer === null && !found.consistent) return 'consistent';
  const isDelay = reason === null || (answer === null && (isBurst || isUsedUp));
  if (isDelay && !isLate) {
    yield* wait(ms);
    return 'waited';
  }
  if (reason !== null) emitFound(query, answer === null ? 'negative' : 'stale');
  return yield* staleOrThrow(query, found, reason ?? pendingFault(session, endpoint));
}

/** Reads the cache once, and answers, sends the request, waits or fails. */
function* lookAndAct(
  query: SharedQuery,
  consistent: boolean,
  source: 'fresh' | 'joined',
): Exchange<SharedAnswer | Again> {
  const { session, question, slots } = query;
  let found = yield* lookup(session, slots, consistent);
  if (!found.fresh && found.unread !== null) {
    const used = yield* useUnread(query, found, found.unread, source);
    if (used !== null) return used;
  }
  if (isClaimable(found) && !session.paused) {
    const owner = `${session.host.random()} ${session.host.now()}`;
    const claimed = yield* claim(session, slots, owner);
    found = claimed.found;
    if (claimed.until !== null) return yield* fetchOrStale(query, found, owner, claimed.until);
    if (!found.fresh && found.isRecent) return 'consistent';
  }
  if (found.answer !== null && found.fresh) return yield* useFresh(query, found.answer, source);
  if (session.paused) return yield* staleOrThrow(query, found, pausedFault(session, question.endpoint));
  return yield* waitOrFail(query, found);
}

/** Sends the request of a client without a cache, which has nothing to keep or to share. */
function* fetchAlone(
  session: Session,
  question: Query,
  deadline: number,
  judge: Judge,
): Exchange<SharedAnswer> {
  const { endpoint } = question;
  if (session.paused) throw pausedFault(session, endpoint);
  session.host.emit?.({ type: 'cache', endpoint, found: 'none' });
  const answer = yield* negotiate(session, question, { deadline, retries: session.retries });
  const { fault } = yield* judge(answer, true);
  if (fault !== null) throw withSpent(fault, answer.spent);
  return { ...answer, source: 'network', fault: null };
}

/**
 * Sends one request per distinct query, however many executions ask (single-flight). The first execution claims the query
 * under a short lock, if the minute of all executions has a request left; the others poll for its answer and take over
 * expired claims. A transient fault or an unreadable new answer falls back to a stale answer, until a later recipe is known.
 * @param deadline milliseconds since the epoch
 * @throws ApiError; of kind `pending` if another execution's answer is late
 */
export function* fetchShared(
  session: Session,
  question: Query,
  deadline: number,
  judge: Judge,
): Exchange<SharedAnswer> {
  if (session.host.cache === undefined) return yield* fetchAlone(session, question, deadline, judge);
  let slots = slotsFor(session, question);
  let source: 'fresh' | 'joined' = 'fresh';
  let consistent = session.paused;
  for (;;) {
    const found = yield* lookAndAct({ session, question, slots, deadline, judge }, consistent, source);
    if (typeof found === 'object') return found;
    if (found === 'since last recipe') slots = { ...slots, unreadFrom: slots.learntAt };
    else if (found === 'consistent') consistent = true;
    else {
      // Once: a fast tier that lost the answer of an ended claim would leave the query waiting for the claim's expiry.
      consistent = source === 'fresh';
      source = 'joined';
    }
  }
}
