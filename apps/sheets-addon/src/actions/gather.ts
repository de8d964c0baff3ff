import { findWebsite, isApiError, type Website, widenWindow } from '@answershare/core';
import type { ActionContext, QuotaMeter } from '../ports/action-context.ts';
import { type CellFault, type CellQuery, type QueryAnswer, toCacheKey } from '../ports/query.ts';

const minuteMs = 60_000;

/** Waits past the end of a minute, in case this clock is slightly fast. */
const marginMs = 1_000;

/** How many requests fit into this minute, and when the next minute begins. */
export interface MinuteCapacity {
  /** Null without a recent statement. */
  readonly requests: number | null;
  /** Milliseconds until requests are possible again; 0 if they are now. */
  readonly waitMs: number;
}

/** Computes the requests left in this minute. A tenth is reserved for cells and other users of the key. */
export function computeMinuteCapacity(meter: QuotaMeter | null, now: number): MinuteCapacity {
  if (meter === null || now - meter.at >= minuteMs) return { requests: null, waitMs: 0 };
  const { remaining, limit, resetAt } = meter.rate.minute;
  if (remaining === null) return { requests: null, waitMs: 0 };
  if (resetAt !== null && resetAt <= now) return { requests: null, waitMs: 0 };
  const reserved = Math.max(1, Math.floor((limit ?? remaining) / 10));
  const requests = Math.max(0, remaining - reserved);
  if (requests > 0) return { requests, waitMs: 0 };
  const latest = meter.at + minuteMs;
  const ends = resetAt === null ? latest : Math.min(resetAt, latest);
  return { requests: 0, waitMs: ends - now + marginMs };
}

/** A distinct question to the service with all its spellings in the file. Costs at most one request. */
export interface BatchQuestion {
  /** The same for every spelling of the question. */
  readonly key: string;
  readonly queries: readonly CellQuery[];
}

function toQuestionId(reference: string, websites: readonly Website[]): string | null {
  try {
    return findWebsite(websites, reference).id;
  } catch (thrown) {
    if (isApiError(thrown)) return null;
    throw thrown;
  }
}

/** Groups queries into distinct questions, without websites missing in the list and without the list itself. */
export function groupIntoQuestions(
  queries: readonly CellQuery[],
  websites: readonly Website[],
  now: number,
): readonly BatchQuestion[] {
  const questions = new Map<string, Map<string, CellQuery>>();
  const ids = new Map<string, string | null>();
  for (const query of queries) {
    if (query.endpoint === 'websites') continue;
    const known = ids.get(query.reference);
    const id = known === undefined ? toQuestionId(query.reference, websites) : known;
    ids.set(query.reference, id);
    if (id === null) continue;
    const requested = query.window && widenWindow(query.window, now);
    const key = JSON.stringify([query.endpoint, id, requested]);
    const spellings = questions.get(key) ?? new Map<string, CellQuery>();
    spellings.set(toCacheKey(query), query);
    questions.set(key, spellings);
  }
  return Array.from(questions, ([key, spellings]) => ({ key, queries: Array.from(spellings.values()) }));
}

/** Result of one step of a refresh. */
export interface GatherResult {
  /** Questions with a fresh answer. */
  readonly fresh: number;
  /** Questions that failed; a retry now would fail too. */
  readonly failed: number;
  /** The first fault; null for none. */
  readonly fault: CellFault | null;
  /** Questions for the next step. */
  readonly rest: readonly BatchQuestion[];
  /** Milliseconds to wait before the next step. */
  readonly waitMs: number;
  /** Requests left this minute; null if unknown. */
  readonly left: number | null;
}

export interface GatherInput {
  readonly questions: readonly BatchQuestion[];
  /** Older answers are requested again, milliseconds since the epoch. */
  readonly freshFrom: number;
}

/** Questions per batch: many for speed, few for visible progress. */
const batchSize = 20;
/** Batch size if the requests left are unknown. */
const cautiousBatchSize = 5;

/** Faults that a later step may not meet. */
const passingCodes = ['rate_limited', 'pending'];
/** Faults that every further question would meet. */
const finalCodes = ['daily_quota_exceeded', 'invalid_key', 'unauthorized', 'not_connected', 'paused'];

type Outcome =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'later' | 'failed' | 'final'; readonly fault: CellFault };

function toOutcome(answers: readonly QueryAnswer[], freshFrom: number): Outcome {
  for (const answer of answers) {
    const fault = answer.ok ? answer.stale : answer;
    if (fault === null) continue;
    if (answer.ok && answer.fetchedAt >= freshFrom) continue;
    const { code, sentence } = fault;
    const everywhere = !answer.ok && answer.everywhere;
    const kind = passingCodes.includes(code)
      ? 'later'
      : everywhere || finalCodes.includes(code)
        ? 'final'
        : 'failed';
    return { kind, fault: { code, sentence } };
  }
  return { kind: 'fresh' };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** A result while its step runs. */
type GatherState = Writable<Omit<GatherResult, 'left'>>;

/** Counts the answers to a batch. Questions for later go to the rest; a final fault ends it. */
function countAnswers(
  state: GatherState,
  batch: readonly BatchQuestion[],
  answers: readonly QueryAnswer[],
  freshFrom: number,
  minuteWaitMs: () => number,
): void {
  let at = 0;
  for (const question of batch) {
    const outcome = toOutcome(answers.slice(at, at + question.queries.length), freshFrom);
    at += question.queries.length;
    if (outcome.kind === 'fresh') {
      state.fresh += 1;
      continue;
    }
    state.fault ??= outcome.fault;
    if (outcome.kind === 'later') {
      state.rest = state.rest.concat(question);
      state.waitMs = Math.max(state.waitMs, minuteWaitMs(), 5_000);
    } else state.failed += 1;
    if (outcome.kind === 'final') {
      state.failed += state.rest.length;
      state.rest = [];
    }
  }
}

/** Asks as many questions as this minute has room for, within `ms`; the first goes alone to learn the room. */
export function gather(
  context: ActionContext,
  { questions, freshFrom }: GatherInput,
  ms: number,
): GatherResult {
  const until = context.now() + ms;
  const readCapacity = () => computeMinuteCapacity(context.meter(), context.now());
  const { waitMs } = readCapacity();
  const state: GatherState = { fresh: 0, failed: 0, fault: null, rest: questions, waitMs };
  if (waitMs === 0 && questions.length > 0)
    context.withService({ ms, freshFrom }, ({ query }) => {
      let sent = 0;
      while (state.rest.length > 0 && state.waitMs === 0 && (sent === 0 || context.now() < until - ms / 2)) {
        const capacity = readCapacity();
        if (capacity.requests === 0) {
          state.waitMs = capacity.waitMs;
          break;
        }
        const limit = sent === 0 ? 1 : (capacity.requests ?? cautiousBatchSize);
        const batch = state.rest.slice(0, Math.min(batchSize, limit));
        state.rest = state.rest.slice(batch.length);
        const answers = query(batch.flatMap((question) => question.queries));
        sent += batch.length;
        countAnswers(state, batch, answers, freshFrom, () => readCapacity().waitMs);
      }
    });
  const left = context.meter()?.rate.minute.remaining ?? null;
  return { ...state, waitMs: state.rest.length === 0 ? 0 : state.waitMs, left };
}
