import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, isTransientFault } from '../errors/fault-caching.ts';
import { createOwnFault, pausedFault, pendingFault } from '../errors/sentences.ts';
import { type ClientEvent, cachePut, type Exchange, emit, now, random, wait } from '../exchange/effect.ts';
import { pollMs as turnPollMs } from '../quota/pacer.ts';
import type { Query } from '../request/request.ts';
import type { WindowedAnswer } from '../request/send-request.ts';
import type { Session } from '../request/session.ts';
import { claim } from './claim.ts';
import { type AnswerEntry, slotsFor, toCacheEntry } from './entry.ts';
import { fetchClaimed, type Judge, type SharedQuery } from './fetch-claimed.ts';
import { isClaimable, type Lookup, lookup } from './lookup.ts';

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
  if (source !== 'network') return;
  const at = yield* now();
  const lifeMs = faultLifeMs(error, at);
  const entry: AnswerEntry = { kind: 'answer', answer, until: at + lifeMs };
  yield* cachePut([toCacheEntry(slotsFor(session, question).answer, entry, lifeMs)]);
}

type Found = Extract<ClientEvent, { type: 'cache' }>['found'];

const emitFound = ({ question: { endpoint } }: SharedQuery, found: Found): Exchange<void> =>
  emit({ type: 'cache', endpoint, found });

/** Returns a stale answer in place of a transient fault, within the stale limit; else throws. */
function* staleOrThrow(
  { session, judge }: SharedQuery,
  { answer }: Lookup,
  fault: ApiError,
): Exchange<SharedAnswer> {
  const at = yield* now();
  if (answer === null || !isTransientFault(fault.kind) || at > answer.until + session.staleSeconds * 1000)
    throw fault;
  if ((yield* judge(answer.answer, false)).fault !== null) throw fault;
  return { ...answer.answer, spent: fault.spent, source: 'stale', fault };
}

/** Another look into the cache: by a consistent read, or without unreadable answers from before the last recipe. */
type Look = 'consistent' | 'since last recipe';

/** Uses an answer that no recipe could read before; null if it is old enough to fetch again. */
function* useUnread(
  query: SharedQuery,
  found: Lookup,
  { answer }: AnswerEntry,
  source: 'fresh' | 'joined',
): Exchange<SharedAnswer | Look | null> {
  const { session, slots, judge } = query;
  const { fault } = yield* judge(answer, false);
  if (fault === null) {
    yield* emitFound(query, source);
    return { ...answer, spent: 0, source, fault };
  }
  if (found.answer === null && !found.consistent) return 'consistent';
  yield* emitFound(query, 'negative');
  if (answer.fetchedAt < slots.learntAt && !session.paused) return 'since last recipe';
  return found.isRecent || session.paused ? yield* staleOrThrow(query, found, fault) : null;
}

/** @throws ApiError if a later recipe refuses the answer */
function* useFresh(
  query: SharedQuery,
  { answer }: AnswerEntry,
  source: 'fresh' | 'joined',
): Exchange<SharedAnswer> {
  yield* emitFound(query, source);
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
  yield* emitFound(query, 'none');
  try {
    return { ...(yield* fetchClaimed(query, owner, until)), source: 'network', fault: null };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    return yield* staleOrThrow(query, found, thrown);
  }
}

const pollMs = 150;

/** The next step without a usable answer and without a claim of one's own: wait, look again, or fail. */
type NextStep =
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'look' }
  /** `isKnown`: the cache states the reason, so that another execution or the minute's window ended the query. */
  | { readonly type: 'fail'; readonly fault: ApiError; readonly isKnown: boolean };

/**
 * A burst limit or used-up minute that ends before the deadline delays the query, and so does a claim of another execution.
 * Only a consistent read that finds no answer leads to a fault.
 */
function chooseStep(
  { session, question: { endpoint }, deadline }: SharedQuery,
  { answer, state, delayMs, consistent }: Lookup,
  at: number,
  jitterMs: number,
): NextStep {
  const fault = state?.kind === 'fault' ? state : null;
  // A shorter delay waits for the first answer of the minute.
  const isUsedUp = state === null && delayMs > turnPollMs;
  const isBurst = fault?.error.kind === 'burst';
  const ms = jitterMs + (isBurst ? fault.until - at : isUsedUp ? delayMs : pollMs);
  const isLate = at + ms >= deadline;
  const reason = isUsedUp
    ? createOwnFault(session, endpoint, 'budget', 'caller', { retryAt: at + delayMs })
    : fault && withSpent(fault.error, 0);
  if ((reason !== null || isLate) && answer === null && !consistent) return { type: 'look' };
  const isDelay = reason === null || (answer === null && (isBurst || isUsedUp));
  if (isDelay && !isLate) return { type: 'wait', ms };
  return { type: 'fail', fault: reason ?? pendingFault(session, endpoint), isKnown: reason !== null };
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
  let query: SharedQuery = { session, question, slots: slotsFor(session, question), deadline, judge };
  let source: 'fresh' | 'joined' = 'fresh';
  let consistent = session.paused;
  for (;;) {
    let found = yield* lookup(session, query.slots, consistent);
    if (!found.fresh && found.unread !== null) {
      const used = yield* useUnread(query, found, found.unread, source);
      if (used !== null && typeof used === 'object') return used;
      if (used === 'consistent') consistent = true;
      if (used === 'since last recipe')
        query = { ...query, slots: { ...query.slots, unreadFrom: query.slots.learntAt } };
      if (used !== null) continue;
    }
    if (isClaimable(found) && !session.paused) {
      const owner = `${yield* random()} ${yield* now()}`;
      const claimed = yield* claim(session, query.slots, owner);
      found = claimed.found;
      if (claimed.until !== null) return yield* fetchOrStale(query, found, owner, claimed.until);
      consistent = true;
      if (!found.fresh && found.isRecent) continue;
    }
    if (found.answer !== null && found.fresh) return yield* useFresh(query, found.answer, source);
    if (session.paused) return yield* staleOrThrow(query, found, pausedFault(session, question.endpoint));
    const step = chooseStep(query, found, yield* now(), Math.round(200 * (yield* random())));
    if (step.type === 'look') {
      consistent = true;
      continue;
    }
    if (step.type === 'fail') {
      if (step.isKnown) yield* emitFound(query, found.answer === null ? 'negative' : 'stale');
      return yield* staleOrThrow(query, found, step.fault);
    }
    yield* wait(step.ms);
    // Once: a fast tier that lost the answer of an ended claim would leave the query waiting for the claim's expiry.
    consistent = source === 'fresh';
    source = 'joined';
  }
}
