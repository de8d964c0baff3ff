import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, isPassing, toFaultScope } from '../errors/fault-policy.ts';
import { pausedFault, pendingFault } from '../errors/sentences.ts';
import {
  acquire,
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
import { negotiate } from '../request/negotiate.ts';
import { reportDrift } from '../request/observe-headers.ts';
import type { Query } from '../request/request.ts';
import type { WindowedAnswer } from '../request/send-request.ts';
import type { Session } from '../request/session.ts';
import { claimLifeMs, withClaim } from './claim.ts';
import {
  type AnswerEntry,
  type ClaimEntry,
  type FaultEntry,
  freshUntil,
  parseAnswerEntry,
  parseStateEntry,
  type Slot,
  type Slots,
  slotsFor,
  toCacheEntry,
} from './entry.ts';

/** Where an answer came from. `joined`: another execution was already asking and its answer was taken. */
export type ResultSource = 'network' | 'fresh' | 'stale' | 'joined';

export interface SharedAnswer extends WindowedAnswer {
  readonly source: ResultSource;
  /** Why an older answer is given; null for any other. */
  readonly fault: ApiError | null;
}

/** What an answer that came is good for. */
export interface Judgement {
  /** Why it cannot be given. */
  readonly fault: ApiError | null;
  /** False where no recipe reads it: an older answer that was read stays. */
  readonly isReadable: boolean;
}

/** Judges an answer by what is known now; `isNew` where it comes from no cache. */
export type Judge = (answer: WindowedAnswer, isNew: boolean) => Exchange<Judgement>;

/** What the cache holds for a question. */
interface Lookup {
  /** Fresh or stale. */
  readonly answer: AnswerEntry | null;
  /** A later answer that no recipe could read when it came, as long as it would be fresh. */
  readonly unread: AnswerEntry | null;
  /** True where that came so lately that it is not asked for again. */
  readonly isRecent: boolean;
  readonly fresh: boolean;
  readonly state: FaultEntry | ClaimEntry | null;
  /** Whether what is missing is kept nowhere. */
  readonly consistent: boolean;
}

/** True for a failure of one question from before the answers that count, unless the service named the time to wait. */
function isExpired(state: FaultEntry | ClaimEntry, freshFrom: number): boolean {
  if (state.kind !== 'fault' || state.error.retryAt !== null || toFaultScope(state.error) !== 'question')
    return false;
  return state.until - faultLifeMs(state.error, 0) < freshFrom;
}

function* lookup(session: Session, slots: Slots, consistent: boolean): Exchange<Lookup> {
  const places = [slots.answer, slots.unread, slots.key, slots.endpoint, slots.state];
  const kept = yield* cacheGet(
    places.map((slot) => slot.key),
    consistent,
  );
  const at = yield* now();
  const [read, unread] = [slots.answer, slots.unread].map((slot, index) =>
    parseAnswerEntry(slot.about, kept[index] ?? null),
  ) as [AnswerEntry | null, AnswerEntry | null];
  const answer = read !== null && read.answer.fetchedAt >= slots.validFrom ? read : null;
  const states = [slots.key, slots.endpoint, slots.state].map((slot, index) =>
    parseStateEntry(slot.about, kept[index + 2] ?? null, at),
  );
  const state = states.find((one) => one !== null) ?? null;
  const isFresh = (entry: AnswerEntry | null): entry is AnswerEntry =>
    entry !== null && at < entry.until && entry.answer.fetchedAt >= session.freshFrom;
  const fresh = isFresh(answer);
  const isOver = state !== null && isExpired(state, session.freshFrom);
  return {
    answer,
    unread: isFresh(unread) ? unread : null,
    isRecent: isFresh(unread) && at < unread.answer.fetchedAt + unreadLifeMs,
    fresh,
    state: isOver ? null : state,
    consistent,
  };
}

/** True where no execution did anything about the question. */
const isFree = ({ fresh, state, isRecent }: Lookup): boolean => !fresh && state === null && !isRecent;

/** How long to wait for the lock at first, and in all, milliseconds. */
const firstLockWaitMs = 200;
const lockWaitMs = 5_000;

/** A shape that changed is asked for again after this time: it may have been a slip. Milliseconds. */
const unreadLifeMs = 600_000;

/** Longer than it takes to write a claim after the last look, milliseconds. */
const claimSettleMs = 1_000;

/**
 * Waits for the lock. Many who ask the same at once wait for it at the same time; so each looks again after a while, and
 * longer each time, whether another has claimed the question, and then needs no lock. The first of these looks is
 * consistent: whose answer is kept needs no lock either.
 * @returns null where the lock is held; else what was seen last
 */
function* waitForClaim(session: Session, slots: Slots): Exchange<Lookup | null> {
  let found: Lookup | null = null;
  let waited = 0;
  for (let waitMs = firstLockWaitMs; waited < lockWaitMs; waitMs *= 2) {
    const timeoutMs = Math.min(waitMs, lockWaitMs - waited);
    if (yield* acquire(timeoutMs)) return null;
    waited += timeoutMs;
    found = yield* lookup(session, slots, found === null);
    if (!isFree(found)) break;
  }
  return found;
}

/** What was seen of a question, and until when the own claim on it lasts; null where there is none. */
interface Claimed {
  readonly found: Lookup;
  readonly until: number | null;
}

function* putClaim(session: Session, slots: Slots, owner: string): Exchange<number> {
  const lifeMs = claimLifeMs(session.timeoutMs);
  const until = (yield* now()) + lifeMs;
  yield* cachePut([toCacheEntry(slots.state, { kind: 'claim', owner, until }, lifeMs)]);
  return until;
}

/**
 * Claims the question, unless another execution did something about it. Without the lock the last claim written counts:
 * each waits until all have written theirs (Fischer's algorithm: Lamport, "A Fast Mutual Exclusion Algorithm", 1987).
 */
function* claim(session: Session, slots: Slots, owner: string): Exchange<Claimed> {
  const before = yield* waitForClaim(session, slots);
  if (before === null) {
    try {
      const sight = yield* lookup(session, slots, true);
      return { found: sight, until: isFree(sight) ? yield* putClaim(session, slots, owner) : null };
    } finally {
      yield* release();
    }
  }
  if (!isFree(before)) return { found: before, until: null };
  const until = yield* putClaim(session, slots, owner);
  yield* wait(claimSettleMs);
  const sight = yield* lookup(session, slots, true);
  const { state, fresh } = sight;
  const own = state === null || (state.kind === 'claim' && state.owner === owner);
  return { found: sight, until: own && !fresh ? until : null };
}

function* putFault(slot: Slot, error: ApiError): Exchange<void> {
  const at = yield* now();
  const lifeMs = faultLifeMs(error, at);
  yield* cachePut([toCacheEntry(slot, { kind: 'fault', error, until: at + lifeMs }, lifeMs)]);
}

/** Tells everybody of a refusal that concerns the endpoint or the whole key. One that lasts longer stays, whoever wrote it. */
function* putBlock(slots: Slots, error: ApiError): Exchange<void> {
  const scope = toFaultScope(error);
  if (scope === 'question') return;
  const slot = slots[scope];
  const locked = yield* acquire(lockWaitMs);
  try {
    const [kept] = yield* cacheGet([slot.key], true);
    const at = yield* now();
    const existing = parseStateEntry(slot.about, kept ?? null, at);
    if (existing === null || existing.until <= at + faultLifeMs(error, at)) yield* putFault(slot, error);
  } finally {
    if (locked) yield* release();
  }
}

/** Lets an answer be good for a short while only, that lacks what was asked. */
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
  let answer: WindowedAnswer;
  try {
    answer = yield* withClaim(
      { slot: slots.state, owner },
      session.timeoutMs,
      until,
      negotiate(session, question, { deadline, retries: session.retries, onFault }),
    );
  } catch (thrown) {
    if (isApiError(thrown)) yield* putFault(slots.state, thrown);
    throw thrown;
  }
  const { fault, isReadable } = yield* judge(answer, true);
  try {
    const lifeMs = (session.freshSeconds + (isReadable ? session.staleSeconds : 0)) * 1000;
    const freshTo = freshUntil(session, question, answer.fetchedAt);
    const released: ClaimEntry = { kind: 'claim', owner: '', until: answer.fetchedAt };
    yield* cachePut([
      toCacheEntry(
        isReadable ? slots.answer : slots.unread,
        { kind: 'answer', answer, until: freshTo },
        lifeMs,
      ),
      toCacheEntry(slots.state, released, claimLifeMs(session.timeoutMs)),
    ]);
  } catch (thrown) {
    // A cache that fails costs later requests and no answer.
    yield* reportDrift(session, question.endpoint, `the cache kept nothing: ${(thrown as Error).message}`);
  }
  if (fault !== null) throw withSpent(fault, answer.spent);
  return { ...answer, source: 'network', fault: null };
}

/** An older answer in place of a fault that will pass, while it is not older than the session allows; else the fault. */
function* staleOrThrow(
  session: Session,
  { answer }: Lookup,
  fault: ApiError,
  judge: Judge,
): Exchange<SharedAnswer> {
  const at = yield* now();
  if (answer === null || !isPassing(fault) || at > answer.until + session.staleSeconds * 1000) throw fault;
  if ((yield* judge(answer.answer, false)).fault !== null) throw fault;
  return { ...answer.answer, spent: fault.spent, source: 'stale', fault };
}

const pollMs = 150;

/**
 * One request per distinct question, however many executions ask: the first claims the question in the cache under a short
 * lock and asks outside it; the others poll for its answer. A claim that has run out is taken over. While the key is in a
 * burst limit that ends before the deadline, no request is sent. Where asking fails in a way that will pass, an older answer is
 * given and says so; so it is where a later answer could not be read. Only a consistent read that found no answer leads to a
 * request or a fault.
 * @throws ApiError; of kind `pending` where another's answer did not come before the deadline
 */
export function* fetchShared(
  session: Session,
  question: Query,
  deadline: number,
  judge: Judge,
): Exchange<SharedAnswer> {
  const slots = slotsFor(session, question);
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
      if (current.isRecent || session.paused) return yield* staleOrThrow(session, current, fault, judge);
    }
    if (isFree(current) && !session.paused) {
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
    const pauseMs = (isBurst ? state.until - at : pollMs) + Math.round(200 * (yield* random()));
    const isLate = at + pauseMs >= deadline;
    if ((fault !== null || isLate) && answer === null && !current.consistent) {
      consistent = true;
      continue;
    }
    if (fault !== null && !(isBurst && answer === null && !isLate)) {
      yield* emit(toCacheEvent(answer === null ? 'negative' : 'stale'));
      return yield* staleOrThrow(session, current, withSpent(fault, 0), judge);
    }
    if (isLate) return yield* staleOrThrow(session, current, pendingFault(session, endpoint), judge);
    yield* wait(pauseMs);
    isJoined = true;
    consistent = false;
  }
}
