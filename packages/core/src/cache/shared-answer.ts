import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, isTransientFault, toFaultScope } from '../errors/fault-caching.ts';
import { createOwnFault, pausedFault, pendingFault } from '../errors/sentences.ts';
import {
  acquire,
  type CacheEntry,
  type ClientEvent,
  cacheGet,
  cachePut,
  type Exchange,
  emit,
  now,
  random,
  release,
  wait,
} from '../exchange/effect.ts';
import { pollMs as turnPollMs } from '../quota/pacer.ts';
import { negotiate } from '../request/negotiate.ts';
import { reportDrift } from '../request/observe-headers.ts';
import type { Query } from '../request/request.ts';
import type { WindowedAnswer } from '../request/send-request.ts';
import type { Session } from '../request/session.ts';
import { claim, lockWaitMs, withClaim } from './claim.ts';
import {
  type AnswerEntry,
  type ClaimEntry,
  freshUntil,
  maxCachedLength,
  parseStateEntry,
  type Slot,
  type Slots,
  slotsFor,
  toCacheEntry,
} from './entry.ts';
import { isClaimable, type Lookup, lookup } from './lookup.ts';
import { endRequest, minuteLifeMs } from './shared-minute.ts';

/** The source of an answer. `joined`: another execution fetched it meanwhile. */
export type ResultSource = 'network' | 'fresh' | 'stale' | 'joined';

export interface SharedAnswer extends WindowedAnswer {
  readonly source: ResultSource;
  /** The fault that made the client return a stale answer; else null. */
  readonly fault: ApiError | null;
}

/** Whether an answer can be used. */
export interface Judgement {
  /** Why the answer cannot be returned. */
  readonly fault: ApiError | null;
  /** False if no recipe reads it; the older readable answer then stays in the cache. */
  readonly isReadable: boolean;
}

/** Judges an answer by current knowledge; `isNew` is false for a cached one. */
export type Judge = (answer: WindowedAnswer, isNew: boolean) => Exchange<Judgement>;

function* putFault(slot: Slot, error: ApiError, ...others: readonly CacheEntry[]): Exchange<void> {
  const at = yield* now();
  const lifeMs = faultLifeMs(error, at);
  // A fault ends its query's claim, so it outlives the minute's entry.
  const keptMs = Math.max(lifeMs, minuteLifeMs);
  yield* cachePut([toCacheEntry(slot, { kind: 'fault', error, at, until: at + lifeMs }, keptMs), ...others]);
}

/** Publishes a fault of the endpoint or the whole key, unless a longer one is already stored. */
function* putBlock(slots: Slots, error: ApiError): Exchange<void> {
  const scope = toFaultScope(error);
  if (scope === 'question') return;
  const slot = slots[scope];
  const locked = yield* acquire(lockWaitMs);
  try {
    const [kept] = yield* cacheGet([slot.key], true);
    const at = yield* now();
    const existing = parseStateEntry(slot.about, kept ?? null);
    if (existing === null || existing.until <= at + faultLifeMs(error, at)) yield* putFault(slot, error);
  } finally {
    if (locked) yield* release();
  }
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

function* fetchAsLeader(
  session: Session,
  question: Query,
  slots: Slots,
  owner: string,
  until: number,
  deadline: number,
  judge: Judge,
): Exchange<SharedAnswer> {
  const onFault = (error: ApiError): Exchange<void> => putBlock(slots, error);
  const grantedAt = yield* now();
  let answer: WindowedAnswer;
  try {
    answer = yield* withClaim(
      { slot: slots.state, owner },
      session.timeoutMs,
      until,
      negotiate(session, question, { deadline, retries: session.retries, onFault }),
    );
  } catch (thrown) {
    if (isApiError(thrown))
      yield* putFault(slots.state, thrown, yield* endRequest(session, slots, grantedAt));
    throw thrown;
  }
  const { fault, isReadable } = yield* judge(answer, true);
  try {
    const lifeMs = (session.freshSeconds + (isReadable ? session.staleSeconds : 0)) * 1000;
    const freshTo = freshUntil(session, question, answer.fetchedAt);
    const at = answer.fetchedAt;
    const released: ClaimEntry = { kind: 'claim', owner: '', at, until: at };
    const isStored = answer.text.length <= maxCachedLength;
    yield* cachePut([
      toCacheEntry(
        isReadable ? slots.answer : slots.unread,
        { kind: 'answer', answer, until: freshTo },
        lifeMs,
      ),
      ...(isStored ? [] : [toCacheEntry(slots.state, released, minuteLifeMs)]),
      yield* endRequest(session, slots, grantedAt),
    ]);
  } catch (thrown) {
    // A failing cache costs later requests but not this answer.
    yield* reportDrift(session, question.endpoint, `the cache kept nothing: ${(thrown as Error).message}`);
  }
  if (fault !== null) throw withSpent(fault, answer.spent);
  return { ...answer, source: 'network', fault: null };
}

/** Returns a stale answer in place of a transient fault, within the stale limit; else throws. */
function* staleOrThrow(
  session: Session,
  { answer }: Lookup,
  fault: ApiError,
  judge: Judge,
): Exchange<SharedAnswer> {
  const at = yield* now();
  if (answer === null || !isTransientFault(fault.kind) || at > answer.until + session.staleSeconds * 1000)
    throw fault;
  if ((yield* judge(answer.answer, false)).fault !== null) throw fault;
  return { ...answer.answer, spent: fault.spent, source: 'stale', fault };
}

const pollMs = 150;

/**
 * Sends one request per distinct query, however many executions ask (single-flight). The first execution claims the query
 * under a short lock, if the minute of all executions has a request left; the others poll for its answer and take over
 * expired claims. A burst limit or used-up minute that ends before the deadline delays the request. A transient fault or an
 * unreadable new answer falls back to a stale answer, until a later recipe is known. Only a consistent read that finds no
 * answer leads to a request or a fault.
 * @throws ApiError; of kind `pending` if another execution's answer is late
 */
export function* fetchShared(
  session: Session,
  question: Query,
  deadline: number,
  judge: Judge,
): Exchange<SharedAnswer> {
  let slots = slotsFor(session, question);
  const { endpoint } = question;
  const toCacheEvent = (found: 'fresh' | 'joined' | 'negative' | 'none' | 'stale'): ClientEvent => ({
    type: 'cache',
    endpoint,
    found,
  });
  let isJoined = false;
  let consistent = session.paused;
  for (;;) {
    let current = yield* lookup(session, slots, consistent);
    if (!current.fresh && current.unread !== null) {
      const { answer } = current.unread;
      const { fault } = yield* judge(answer, false);
      if (fault !== null && current.answer === null && !current.consistent) {
        consistent = true;
        continue;
      }
      const source = isJoined ? 'joined' : 'fresh';
      yield* emit(toCacheEvent(fault === null ? source : 'negative'));
      if (fault === null) return { ...answer, spent: 0, source, fault };
      if (answer.fetchedAt < slots.learntAt && !session.paused) {
        slots = { ...slots, unreadFrom: slots.learntAt };
        continue;
      }
      if (current.isRecent || session.paused) return yield* staleOrThrow(session, current, fault, judge);
    }
    if (isClaimable(current) && !session.paused) {
      const owner = `${yield* random()} ${yield* now()}`;
      const claimed = yield* claim(session, slots, owner);
      current = claimed.found;
      if (claimed.until !== null) {
        yield* emit(toCacheEvent('none'));
        try {
          return yield* fetchAsLeader(session, question, slots, owner, claimed.until, deadline, judge);
        } catch (thrown) {
          if (!isApiError(thrown)) throw thrown;
          return yield* staleOrThrow(session, current, thrown, judge);
        }
      }
    }
    if (!current.fresh && current.isRecent) {
      consistent = true;
      continue;
    }
    const { answer, state } = current;
    if (answer !== null && current.fresh) {
      const source = isJoined ? 'joined' : 'fresh';
      yield* emit(toCacheEvent(source));
      const { fault } = yield* judge(answer.answer, false);
      if (fault !== null) throw fault;
      return { ...answer.answer, spent: 0, source, fault: null };
    }
    if (session.paused) return yield* staleOrThrow(session, current, pausedFault(session, endpoint), judge);
    const at = yield* now();
    const fault = state?.kind === 'fault' ? state.error : null;
    const isBurst = state !== null && fault?.kind === 'burst';
    // A shorter delay waits for the first answer of the minute.
    const isUsedUp = state === null && current.delayMs > turnPollMs;
    const knownMs = isBurst ? state.until - at : isUsedUp ? current.delayMs : pollMs;
    const pauseMs = knownMs + Math.round(200 * (yield* random()));
    const isLate = at + pauseMs >= deadline;
    if ((fault !== null || isLate || isUsedUp) && answer === null && !current.consistent) {
      consistent = true;
      continue;
    }
    if (fault !== null && !(isBurst && answer === null && !isLate)) {
      yield* emit(toCacheEvent(answer === null ? 'negative' : 'stale'));
      return yield* staleOrThrow(session, current, withSpent(fault, 0), judge);
    }
    if (isUsedUp && (answer !== null || isLate)) {
      const budget = createOwnFault(session, endpoint, 'budget', 'caller', { retryAt: at + current.delayMs });
      yield* emit(toCacheEvent(answer === null ? 'negative' : 'stale'));
      return yield* staleOrThrow(session, current, budget, judge);
    }
    if (isLate) return yield* staleOrThrow(session, current, pendingFault(session, endpoint), judge);
    yield* wait(pauseMs);
    // Once: a fast tier that lost the answer of an ended claim would leave the query waiting for the claim's expiry.
    consistent = !isJoined;
    isJoined = true;
  }
}
