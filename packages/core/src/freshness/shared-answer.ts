import type { WindowedAnswer } from '../asking/ask-in.ts';
import { drift } from '../asking/hear.ts';
import { negotiate } from '../asking/negotiate.ts';
import type { Question } from '../asking/question.ts';
import type { Session } from '../asking/session.ts';
import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { faultLifeMs, passes, scopeOf } from '../errors/consequence.ts';
import { paused, pending } from '../errors/own-fault.ts';
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
import { fingerprint } from '../keys/fingerprint.ts';
import { type AnswerEntry, type ClaimEntry, type FaultEntry, readAnswer, readState } from './entry.ts';
import { claimLifeMs, holding } from './held-claim.ts';
import { freshUntil, type Slot, type Slots, slotEntry, slotsFor } from './slots.ts';

/** Where an answer came from. `joined`: another execution was already asking and its answer was taken. */
export type ResultSource = 'network' | 'fresh' | 'stale' | 'joined';

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
  /** Whether what is missing is kept nowhere. */
  readonly consistent: boolean;
}

/** True for a failure of one question from before the answers that count, unless the service named the time to wait. */
function isOver(state: FaultEntry | ClaimEntry, freshFrom: number): boolean {
  if (state.kind !== 'fault' || state.error.retryAt !== null || scopeOf(state.error) !== 'question')
    return false;
  return state.until - faultLifeMs(state.error, 0) < freshFrom;
}

function* look(session: Session, slots: Slots, consistent: boolean): Exchange<Sight> {
  const places = [slots.answer, slots.key, slots.endpoint, slots.state];
  const kept = yield* cacheGet(
    places.map((slot) => slot.key),
    consistent,
  );
  const at = yield* now();
  const answer = readAnswer(slots.answer.about, kept[0] ?? null);
  const state = places
    .slice(1)
    .reduce<FaultEntry | ClaimEntry | null>(
      (found, slot, index) => found ?? readState(slot.about, kept[index + 1] ?? null, at),
      null,
    );
  const fresh = answer !== null && at < answer.until && answer.answer.fetchedAt >= session.freshFrom;
  const over = state !== null && isOver(state, session.freshFrom);
  return { answer, fresh, state: over ? null : state, consistent };
}

/** True where no execution did anything about the question. */
const free = ({ fresh, state }: Sight): boolean => !fresh && state === null;

/** How long to wait for the lock at first, and in all, milliseconds. */
const firstPatienceMs = 200;
const patienceMs = 5_000;

/** Longer than it takes to write a claim after the last look, milliseconds. */
const claimSettlesMs = 1_000;

/**
 * Waits for the lock. Many who ask the same at once wait for it at the same time; so each looks again after a while, and
 * longer each time, whether another has claimed the question, and then needs no lock. The first of these looks is
 * consistent: whose answer is kept needs no lock either.
 * @returns null where the lock is held; else what was seen last
 */
function* queue(session: Session, slots: Slots): Exchange<Sight | null> {
  let sight: Sight | null = null;
  let waited = 0;
  for (let patience = firstPatienceMs; waited < patienceMs; patience *= 2) {
    const most = Math.min(patience, patienceMs - waited);
    if (yield* acquire(most)) return null;
    waited += most;
    sight = yield* look(session, slots, sight === null);
    if (!free(sight)) break;
  }
  return sight;
}

/** What was seen of a question, and until when the own claim on it lasts; null where there is none. */
interface Claimed {
  readonly sight: Sight;
  readonly until: number | null;
}

function* putClaim(session: Session, slots: Slots, owner: string): Exchange<number> {
  const lifeMs = claimLifeMs(session.timeoutMs);
  const until = (yield* now()) + lifeMs;
  yield* cachePut([slotEntry(slots.state, { kind: 'claim', owner, until }, lifeMs)]);
  return until;
}

/**
 * Claims the question, unless another execution did something about it. Without the lock the last claim written counts:
 * each waits until all have written theirs (Fischer's algorithm: Lamport, "A Fast Mutual Exclusion Algorithm", 1987).
 */
function* claim(session: Session, slots: Slots, owner: string): Exchange<Claimed> {
  const seen = yield* queue(session, slots);
  if (seen === null) {
    try {
      const sight = yield* look(session, slots, true);
      return { sight, until: free(sight) ? yield* putClaim(session, slots, owner) : null };
    } finally {
      yield* release();
    }
  }
  if (!free(seen)) return { sight: seen, until: null };
  const until = yield* putClaim(session, slots, owner);
  yield* wait(claimSettlesMs);
  const sight = yield* look(session, slots, true);
  const { state, fresh } = sight;
  const own = state === null || (state.kind === 'claim' && state.owner === owner);
  return { sight, until: own && !fresh ? until : null };
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
    const [kept] = yield* cacheGet([slot.key], true);
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
 * burst limit that ends before the deadline, no request is sent. Where asking fails in a way that will pass, an older answer is
 * given and says so. Only a consistent read that found no answer leads to a request or a fault.
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
  let joined = false;
  let consistent = session.paused;
  for (;;) {
    let sight = yield* look(session, slots, consistent);
    if (free(sight) && !session.paused) {
      const claimed = yield* claim(session, slots, owner);
      sight = claimed.sight;
      if (claimed.until !== null) {
        yield* emit(said('none'));
        try {
          return yield* lead(session, question, slots, owner, claimed.until, deadline);
        } catch (thrown) {
          if (!isApiError(thrown)) throw thrown;
          return yield* staleOr(session, sight, thrown);
        }
      }
    }
    const { answer, state } = sight;
    if (answer !== null && sight.fresh) {
      const source = joined ? 'joined' : 'fresh';
      yield* emit(said(source));
      return { ...answer.answer, spent: 0, source, fault: null };
    }
    if (session.paused) return yield* staleOr(session, sight, paused(session, endpoint));
    const at = yield* now();
    const fault = state?.kind === 'fault' ? state.error : null;
    const burst = state !== null && fault?.kind === 'burst';
    const pause = (burst ? state.until - at : pollMs) + Math.round(200 * (yield* random()));
    const late = at + pause >= deadline;
    if ((fault !== null || late) && answer === null && !sight.consistent) {
      consistent = true;
      continue;
    }
    if (fault !== null && !(burst && answer === null && !late)) {
      yield* emit(said(answer === null ? 'negative' : 'stale'));
      return yield* staleOr(session, sight, withSpent(fault, 0));
    }
    if (late) return yield* staleOr(session, sight, pending(session, endpoint));
    yield* wait(pause);
    joined = true;
    consistent = false;
  }
}
