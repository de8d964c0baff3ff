import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, toFaultScope } from '../errors/fault-caching.ts';
import { acquire, type CacheEntry, cacheGet, cachePut, type Exchange, release } from '../exchange/effect.ts';
import { negotiate } from '../negotiation/negotiate.ts';
import { reportDrift } from '../request/observe-headers.ts';
import type { Query } from '../request/request.ts';
import type { WindowedAnswer } from '../request/send-request.ts';
import { applyEvent, type Session } from '../request/session.ts';
import { lockWaitMs, withClaim } from './claims.ts';
import {
  type ClaimEntry,
  maxCachedLength,
  parseStateEntry,
  type Slot,
  type Slots,
  toCacheEntry,
} from './entry.ts';
import { endRequest, minuteLifeMs } from './shared-minute.ts';
import { freshUntil } from './staleness.ts';

/** Whether an answer can be used. */
export interface Judgement {
  /** Why the answer cannot be returned. */
  readonly fault: ApiError | null;
  /** False if no recipe reads it, or none tried; the older readable answer then stays in the cache. */
  readonly isReadable: boolean;
}

/** Judges an answer by current knowledge; `isNew` is false for a cached one. */
export type Judge = (answer: WindowedAnswer, isNew: boolean) => Exchange<Judgement>;

/** A query of many executions, its cache entries and the deadline of this one, milliseconds since the epoch. */
export interface SharedQuery {
  readonly session: Session;
  readonly question: Query;
  readonly slots: Slots;
  readonly deadline: number;
  readonly judge: Judge;
}

function* putFault(
  session: Session,
  slot: Slot,
  error: ApiError,
  ...others: readonly CacheEntry[]
): Exchange<void> {
  const at = session.host.now();
  const lifeMs = faultLifeMs(error, at);
  // A fault ends its query's claim, so it outlives the minute's entry.
  const keptMs = Math.max(lifeMs, minuteLifeMs);
  yield* cachePut([toCacheEntry(slot, { kind: 'fault', error, at, until: at + lifeMs }, keptMs), ...others]);
}

/** After so many server faults in a row no query of the endpoint is sent for the life of a fault. */
const maxStreak = 5;

/**
 * Publishes a fault of the endpoint or the whole key, unless a longer one is already stored. A server fault counts: one
 * concerns its query alone, and a streak the endpoint.
 */
function* putBlock(session: Session, slots: Slots, error: ApiError): Exchange<void> {
  const scope = error.kind === 'server' ? 'endpoint' : toFaultScope(error);
  if (scope === 'question') return;
  const slot = slots[scope];
  const locked = yield* acquire(lockWaitMs);
  try {
    const [kept] = yield* cacheGet([slot.key], true);
    const at = session.host.now();
    const existing = parseStateEntry(slot.about, kept ?? null);
    const lifeMs = faultLifeMs(error, at);
    if (existing !== null && existing.until > at + lifeMs) return;
    if (error.kind !== 'server') return yield* putFault(session, slot, error);
    const isRecent = existing?.kind === 'fault' && at < existing.at + minuteLifeMs;
    const streak = 1 + (isRecent ? (existing.streak ?? 0) : 0);
    const until = streak < maxStreak ? at : at + lifeMs;
    yield* cachePut([toCacheEntry(slot, { kind: 'fault', error, at, until, streak }, minuteLifeMs)]);
  } finally {
    if (locked) yield* release();
  }
}

/**
 * Caches an answer. Only a readable one outlives its freshness, to replace a later fault. A failing cache costs later requests
 * but not this answer.
 * @returns true if it was cached
 */
export function* storeAnswer(
  { session, question, slots }: SharedQuery,
  answer: WindowedAnswer,
  isReadable: boolean,
  others: readonly CacheEntry[] = [],
): Exchange<boolean> {
  const readAt = session.host.now();
  const until = freshUntil(session, question, answer.fetchedAt);
  const lifeSeconds = session.freshSeconds + (isReadable ? session.staleSeconds : 0);
  const entry = { kind: 'answer', answer, until, readAt } as const;
  const lifeMs = lifeSeconds * 1000 + answer.fetchedAt - readAt;
  try {
    yield* cachePut([toCacheEntry(isReadable ? slots.answer : slots.unread, entry, lifeMs), ...others]);
    return true;
  } catch (thrown) {
    reportDrift(session, question.endpoint, `the cache kept nothing: ${(thrown as Error).message}`);
    return false;
  }
}

/**
 * Fetches the answer to a claimed query. Caches the answer or the fault, which ends the claim.
 * @param until expiry of the claim, milliseconds since the epoch
 * @param streak server faults of the endpoint so far, which an answer ends
 * @throws ApiError with all requests spent
 */
export function* fetchClaimed(
  query: SharedQuery,
  owner: string,
  until: number,
  streak: number,
): Exchange<WindowedAnswer> {
  const { session, question, slots, deadline, judge } = query;
  const onFault = (error: ApiError): Exchange<void> => putBlock(session, slots, error);
  const grantedAt = session.host.now();
  let answer: WindowedAnswer;
  try {
    answer = yield* withClaim(
      session,
      { slot: slots.state, owner, until },
      negotiate(session, question, { deadline, retries: session.retries, onFault }),
    );
  } catch (thrown) {
    if (isApiError(thrown))
      yield* putFault(session, slots.state, thrown, endRequest(session, slots, grantedAt));
    throw thrown;
  }
  const { fault, isReadable } = yield* judge(answer, true);
  const at = answer.fetchedAt;
  const released: ClaimEntry = { kind: 'claim', owner: '', at, until: at };
  const isStored = answer.text.length <= maxCachedLength;
  const others = [
    ...(isStored ? [] : [toCacheEntry(slots.state, released, minuteLifeMs)]),
    ...(streak > 0 ? [toCacheEntry(slots.endpoint, { ...released, at: 0, until: 0 }, minuteLifeMs)] : []),
    endRequest(session, slots, grantedAt),
  ];
  if (yield* storeAnswer(query, answer, isReadable, others))
    applyEvent(session, { type: 'released', key: slots.answer.key, until });
  if (fault !== null) throw withSpent(fault, answer.spent);
  return answer;
}
