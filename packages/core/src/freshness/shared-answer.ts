import { negotiate, type WindowedAnswer } from '../asking/negotiate.ts';
import type { Question } from '../asking/question.ts';
import type { Session } from '../asking/session.ts';
import {
  acquire,
  cacheGet,
  cachePut,
  type Exchange,
  emit,
  now,
  random,
  release,
  wait,
} from '../exchange/effect.ts';
import { ApiError, isApiError } from '../faults/api-error.ts';
import { sentenceFor } from '../faults/sentences.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import type { ResultSource } from '../result.ts';
import { type Entry, readEntry } from './entry.ts';
import { blocksKey, faultLifeMs } from './policy.ts';
import { blockQuestion, type Slots, slotEntry, slotsFor } from './slots.ts';

export interface SharedAnswer extends WindowedAnswer {
  readonly source: ResultSource;
}

function* look(slots: Slots): Exchange<Entry | null> {
  const [own, block] = yield* cacheGet([slots.key, slots.block]);
  const at = yield* now();
  const entry = readEntry(slots.question, own ?? null, at);
  return entry?.kind === 'answer' ? entry : (readEntry(blockQuestion, block ?? null, at) ?? entry);
}

/** Claims the question under the lock; the entry that somebody else put in the meantime, or null: then it is ours to ask. */
function* claim(slots: Slots, owner: string, lifeMs: number): Exchange<Entry | null> {
  const locked = yield* acquire();
  try {
    const entry = yield* look(slots);
    if (entry !== null) return entry;
    const until = (yield* now()) + lifeMs;
    yield* cachePut([slotEntry(slots.key, slots.question, { kind: 'claim', owner, until }, lifeMs)]);
    return null;
  } finally {
    if (locked) yield* release();
  }
}

/** Keeps a failure in the question's place, and where it concerns the whole key in the key's place too. */
function* putFault(slots: Slots, error: ApiError): Exchange<void> {
  const at = yield* now();
  const lifeMs = faultLifeMs(error, at);
  const entry: Entry = { kind: 'fault', error, until: at + lifeMs };
  const own = slotEntry(slots.key, slots.question, entry, lifeMs);
  yield* cachePut(blocksKey(error) ? [own, slotEntry(slots.block, blockQuestion, entry, lifeMs)] : [own]);
}

/** Replaces an answer that turned out to be of no use. */
export function* keepFault(session: Session, question: Question, error: ApiError): Exchange<void> {
  yield* putFault(slotsFor(session, question, yield* now()), error);
}

function* lead(
  session: Session,
  question: Question,
  slots: Slots,
  owner: string,
  deadline: number,
): Exchange<SharedAnswer> {
  /** Before a retry the claim is renewed, and a burst limit is told to everybody who uses the key. */
  function* beforeRetry(error: ApiError, waitMs: number): Exchange<void> {
    const at = yield* now();
    const lifeMs = waitMs + session.timeoutMs + 5_000;
    const claimed = slotEntry(
      slots.key,
      slots.question,
      { kind: 'claim', owner, until: at + lifeMs },
      lifeMs,
    );
    const blocked: Entry = { kind: 'fault', error, until: at + waitMs };
    yield* cachePut(
      error.kind === 'burst' ? [claimed, slotEntry(slots.block, blockQuestion, blocked, waitMs)] : [claimed],
    );
  }
  try {
    const answer = yield* negotiate(session, question, { deadline, retries: session.retries, beforeRetry });
    const lifeMs = session.freshSeconds * 1000;
    const entry: Entry = { kind: 'answer', answer, until: answer.fetchedAt + lifeMs };
    yield* cachePut([slotEntry(slots.key, slots.question, entry, lifeMs)]);
    return { ...answer, source: 'network' };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    yield* putFault(slots, thrown);
    throw thrown;
  }
}

/**
 * One request per distinct question, however many executions ask: the first claims the question in the cache under a short
 * lock and asks outside it; the others poll for its answer. A claim that has run out is taken over. While the key is in a
 * burst limit that ends before the deadline, nobody asks.
 * @throws ApiError; of kind `pending` where another's answer did not come before the deadline
 */
export function* sharedAnswer(
  session: Session,
  question: Question,
  deadline: number,
): Exchange<SharedAnswer> {
  const slots = slotsFor(session, question, yield* now());
  const endpoint = question.endpoint;
  const owner = fingerprint(`${yield* random()} ${yield* now()}`);
  for (let joined = false; ; joined = true) {
    const entry = (yield* look(slots)) ?? (yield* claim(slots, owner, session.timeoutMs + 5_000));
    if (entry === null) {
      yield* emit({ type: 'cache', endpoint, found: 'none' });
      return yield* lead(session, question, slots, owner, deadline);
    }
    if (entry.kind === 'answer') {
      const source = joined ? 'joined' : 'fresh';
      yield* emit({ type: 'cache', endpoint, found: source });
      return { ...entry.answer, spent: 0, source };
    }
    const at = yield* now();
    const burst = entry.kind === 'fault' && entry.error.kind === 'burst';
    const pause = (burst ? entry.until - at : 150) + Math.round(200 * (yield* random()));
    if (entry.kind === 'fault' && !(burst && at + pause < deadline)) {
      yield* emit({ type: 'cache', endpoint, found: 'negative' });
      throw entry.error;
    }
    if (at + pause >= deadline) {
      const subject = { endpoint, website: null, baseUrl: session.baseUrl };
      const words = sentenceFor('pending', subject, {});
      throw new ApiError({ kind: 'pending', owner: 'network', retryable: true, ...words });
    }
    yield* wait(pause);
  }
}
