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
function* claim(slots: Slots, lifeMs: number): Exchange<Entry | null> {
  const owner = fingerprint(`${yield* random()} ${yield* now()}`);
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

function* lead(session: Session, question: Question, slots: Slots, deadline: number): Exchange<SharedAnswer> {
  try {
    const answer = yield* negotiate(session, question, deadline);
    const lifeMs = session.freshSeconds * 1000;
    const entry: Entry = { kind: 'answer', answer, until: answer.fetchedAt + lifeMs };
    yield* cachePut([slotEntry(slots.key, slots.question, entry, lifeMs)]);
    return { ...answer, source: 'network' };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    const at = yield* now();
    const lifeMs = faultLifeMs(thrown, at);
    const entry: Entry = { kind: 'fault', error: thrown, until: at + lifeMs };
    const own = slotEntry(slots.key, slots.question, entry, lifeMs);
    yield* cachePut(blocksKey(thrown) ? [own, slotEntry(slots.block, blockQuestion, entry, lifeMs)] : [own]);
    throw thrown;
  }
}

/**
 * One request per distinct question, however many executions ask: the first claims the question in the cache under a short
 * lock and asks outside it; the others poll for its answer. A claim that has run out is taken over.
 * @throws ApiError; of kind `pending` where another's answer did not come before the deadline
 */
export function* sharedAnswer(
  session: Session,
  question: Question,
  deadline: number,
): Exchange<SharedAnswer> {
  const slots = slotsFor(session, question, yield* now());
  const endpoint = question.endpoint;
  for (let joined = false; ; joined = true) {
    const entry = (yield* look(slots)) ?? (yield* claim(slots, session.timeoutMs + 5_000));
    if (entry === null) {
      yield* emit({ type: 'cache', endpoint, found: 'none' });
      return yield* lead(session, question, slots, deadline);
    }
    if (entry.kind === 'answer') {
      const source = joined ? 'joined' : 'fresh';
      yield* emit({ type: 'cache', endpoint, found: source });
      return { ...entry.answer, spent: 0, source };
    }
    if (entry.kind === 'fault') {
      yield* emit({ type: 'cache', endpoint, found: 'negative' });
      throw entry.error;
    }
    const pause = 150 + Math.round(200 * (yield* random()));
    if ((yield* now()) + pause >= deadline) {
      const subject = { endpoint, website: null, baseUrl: session.baseUrl };
      throw new ApiError({
        kind: 'pending',
        owner: 'network',
        retryable: true,
        ...sentenceFor('pending', subject, {}),
      });
    }
    yield* wait(pause);
  }
}
