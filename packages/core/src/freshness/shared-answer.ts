import { drift } from '../asking/hear.ts';
import { negotiate, type WindowedAnswer } from '../asking/negotiate.ts';
import type { Question } from '../asking/question.ts';
import type { Session } from '../asking/session.ts';
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
import { type ApiError, isApiError, withSpent } from '../faults/api-error.ts';
import { faultLifeMs, passes, scopeOf } from '../faults/consequence.ts';
import { paused, pending } from '../faults/own-fault.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import type { ResultSource } from '../result.ts';
import { type AnswerEntry, type ClaimEntry, type FaultEntry, readAnswer, readState } from './entry.ts';
import { claimLifeMs, holding } from './held-claim.ts';
import { freshUntil, type Slot, type Slots, slotEntry, slotsFor } from './slots.ts';

export interface SharedAnswer extends WindowedAnswer {
  readonly source: ResultSource;
  /** Why an older answer is given; null for any other. */
  readonly fault: ApiError | null;
}

/** What the cache holds for a question. */
interface Sight {
  /** Fresh or stale. */
  readonly answer: AnswerEntry | null;
  readonly fresh: boolean;
  readonly state: FaultEntry | ClaimEntry | null;
}

/** True for a failure of one question from before the answers that count, unless the service named the time to wait. */
function isOver(state: FaultEntry | ClaimEntry, freshFrom: number): boolean {
  if (state.kind !== 'fault' || state.error.retryAt !== null || scopeOf(state.error) !== 'question')
    return false;
  return state.until - faultLifeMs(state.error, 0) < freshFrom;
}

function* look(slots: Slots, freshFrom: number): Exchange<Sight> {
  const places = [slots.answer, slots.key, slots.endpoint, slots.state];
  const kept = yield* cacheGet(places.map((slot) => slot.key));
  const at = yield* now();
  const answer = readAnswer(slots.answer.about, kept[0] ?? null);
  const state = places
    .slice(1)
    .reduce<FaultEntry | ClaimEntry | null>(
      (found, slot, index) => found ?? readState(slot.about, kept[index + 1] ?? null, at),
      null,
    );
  const fresh = answer !== null && at < answer.until && answer.answer.fetchedAt >= freshFrom;
  return { answer, fresh, state: state !== null && isOver(state, freshFrom) ? null : state };
}

/** True where nobody did anything about the question. */
const free = ({ fresh, state }: Sight): boolean => !fresh && state === null;

/** How long to wait for the lock at first, and in all, milliseconds. */
const firstPatienceMs = 200;
const patienceMs = 5_000;

/**
 * Waits for the lock. Many who ask the same at once wait for it at the same time; so each looks again after a while, and
 * longer each time, whether another has claimed the question, and then needs no lock.
 * @returns what was seen, where the question is free no more; else whether the lock is held
 */
function* queue(session: Session, slots: Slots): Exchange<{ sight: Sight | null; locked: boolean }> {
  let waited = 0;
  for (let patience = firstPatienceMs; waited < patienceMs; patience *= 2) {
    const most = Math.min(patience, patienceMs - waited);
    if (yield* acquire(most)) return { sight: null, locked: true };
    waited += most;
    const sight = yield* look(slots, session.freshFrom);
    if (!free(sight)) return { sight, locked: false };
  }
  return { sight: null, locked: false };
}

/** Claims the question under the lock, unless somebody else did something about it in the meantime. */
function* claim(session: Session, slots: Slots, owner: string): Exchange<Sight & { until: number }> {
  const { sight: taken, locked } = yield* queue(session, slots);
  if (taken !== null) return { ...taken, until: 0 };
  try {
    const sight = yield* look(slots, session.freshFrom);
    const lifeMs = claimLifeMs(session.timeoutMs);
    const until = (yield* now()) + lifeMs;
    if (free(sight)) yield* cachePut([slotEntry(slots.state, { kind: 'claim', owner, until }, lifeMs)]);
    return { ...sight, until };
  } finally {
    if (locked) yield* release();
  }
}

function* putFault(slot: Slot, error: ApiError): Exchange<void> {
  const at = yield* now();
  const lifeMs = faultLifeMs(error, at);
  yield* cachePut([slotEntry(slot, { kind: 'fault', error, until: at + lifeMs }, lifeMs)]);
}

/** Tells everybody of a refusal that concerns the endpoint or the whole key. One that lasts longer stays, whoever wrote it. */
function* putBlock(slots: Slots, error: ApiError): Exchange<void> {
  const scope = scopeOf(error);
  if (scope === 'question') return;
  const slot = slots[scope];
  const locked = yield* acquire(patienceMs);
  try {
    const [kept] = yield* cacheGet([slot.key]);
    const at = yield* now();
    const held = readState(slot.about, kept ?? null, at);
    if (held === null || held.until <= at + faultLifeMs(error, at)) yield* putFault(slot, error);
  } finally {
    if (locked) yield* release();
  }
}

/**
 * Lets an answer that could not be read be good for a short while only. It stays as it came, so that a mapping that can read
 * it costs no request.
 */
export function* keepBriefly(
  session: Session,
  question: Question,
  { source, fault: _, ...answer }: SharedAnswer,
  error: ApiError,
): Exchange<void> {
  if (source !== 'network') return;
  const at = yield* now();
  const lifeMs = faultLifeMs(error, at);
  const entry: AnswerEntry = { kind: 'answer', answer, until: at + lifeMs };
  yield* cachePut([slotEntry(slotsFor(session, question).answer, entry, lifeMs)]);
}

function* lead(
  session: Session,
  question: Question,
  slots: Slots,
  owner: string,
  until: number,
  deadline: number,
): Exchange<SharedAnswer> {
  const refused = (error: ApiError): Exchange<void> => putBlock(slots, error);
  let answer: WindowedAnswer;
  try {
    answer = yield* holding(
      { slot: slots.state, owner },
      session.timeoutMs,
      until,
      negotiate(session, question, { deadline, retries: session.retries, refused }),
    );
  } catch (thrown) {
    if (isApiError(thrown)) yield* putFault(slots.state, thrown);
    throw thrown;
  }
  try {
    const lifeMs = (session.freshSeconds + session.staleSeconds) * 1000;
    const freshTo = freshUntil(session, question, answer.fetchedAt);
    const over: ClaimEntry = { kind: 'claim', owner: '', until: answer.fetchedAt };
    yield* cachePut([
      slotEntry(slots.answer, { kind: 'answer', answer, until: freshTo }, lifeMs),
      slotEntry(slots.state, over, claimLifeMs(session.timeoutMs)),
    ]);
  } catch (thrown) {
    // A cache that fails costs later requests and no answer.
    yield* drift(session, question.endpoint, `the cache kept nothing: ${(thrown as Error).message}`);
  }
  return { ...answer, source: 'network', fault: null };
}

/** An older answer in place of a fault that will pass, while it is not older than the session allows; else the fault. */
function* staleOr(session: Session, sight: Sight, fault: ApiError): Exchange<SharedAnswer> {
  const { answer } = sight;
  const at = yield* now();
  if (answer === null || !passes(fault) || at > answer.until + session.staleSeconds * 1000) throw fault;
  return { ...answer.answer, spent: fault.spent, source: 'stale', fault };
}

const pollMs = 150;

/**
 * One request per distinct question, however many executions ask: the first claims the question in the cache under a short
 * lock and asks outside it; the others poll for its answer. A claim that has run out is taken over. While the key is in a
 * burst limit that ends before the deadline, nobody asks. Where asking fails in a way that will pass, an older answer is
 * given and says so.
 * @throws ApiError; of kind `pending` where another's answer did not come before the deadline
 */
export function* sharedAnswer(
  session: Session,
  question: Question,
  deadline: number,
): Exchange<SharedAnswer> {
  const slots = slotsFor(session, question);
  const { endpoint } = question;
  const owner = fingerprint(`${yield* random()} ${yield* now()}`);
  const said = (found: 'fresh' | 'joined' | 'negative' | 'none' | 'stale'): ClientEvent => ({
    type: 'cache',
    endpoint,
    found,
  });
  for (let joined = false; ; joined = true) {
    let sight: Sight = yield* look(slots, session.freshFrom);
    if (session.paused && !sight.fresh) {
      return yield* staleOr(session, sight, paused(session, endpoint));
    }
    let until = 0;
    if (free(sight)) {
      const claimed = yield* claim(session, slots, owner);
      sight = claimed;
      until = claimed.until;
    }
    if (free(sight)) {
      yield* emit(said('none'));
      try {
        return yield* lead(session, question, slots, owner, until, deadline);
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown;
        return yield* staleOr(session, sight, thrown);
      }
    }
    const { answer, state } = sight;
    if (answer !== null && sight.fresh) {
      const source = joined ? 'joined' : 'fresh';
      yield* emit(said(source));
      return { ...answer.answer, spent: 0, source, fault: null };
    }
    const at = yield* now();
    const burst = state?.kind === 'fault' && state.error.kind === 'burst';
    const pause = (burst ? state.until - at : pollMs) + Math.round(200 * (yield* random()));
    if (state?.kind === 'fault' && !(burst && answer === null && at + pause < deadline)) {
      yield* emit(said(answer === null ? 'negative' : 'stale'));
      return yield* staleOr(session, sight, withSpent(state.error, 0));
    }
    if (at + pause >= deadline) {
      return yield* staleOr(session, sight, pending(session, endpoint));
    }
    yield* wait(pause);
  }
}
