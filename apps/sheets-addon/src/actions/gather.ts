import {
  type AnalyticsWindow,
  addDays,
  type CalendarDate,
  findWebsite,
  isApiError,
  toCalendarDate,
  type Website,
} from '@answershare/core';
import type { ActionContext, QuotaMeter } from '../ports/action-context.ts';
import { type CellFault, type CellQuery, type QueryAnswer, toCacheKey } from '../ports/query.ts';

const minuteMs = 60_000;

/** Past the end of a minute, so that a clock that runs a little fast does not ask in the old one. */
const marginMs = 1_000;

/** How many requests may go now without meeting the limit of the minute, and when the next minute begins. */
export interface MeterRoom {
  /** Null where nothing recent tells. */
  readonly requests: number | null;
  /** Milliseconds until there is room again; 0 where there is some. */
  readonly waitMs: number;
}

/** Room in this minute. A tenth is kept for the cells and for others who use the key. */
export function computeMeterRoom(meter: QuotaMeter | null, now: number): MeterRoom {
  if (meter === null || now - meter.at >= minuteMs) return { requests: null, waitMs: 0 };
  const { remaining, limit, resetAt } = meter.rate.minute;
  if (remaining === null) return { requests: null, waitMs: 0 };
  if (resetAt !== null && resetAt <= now) return { requests: null, waitMs: 0 };
  const kept = Math.max(1, Math.floor((limit ?? remaining) / 10));
  const requests = Math.max(0, remaining - kept);
  if (requests > 0) return { requests, waitMs: 0 };
  const latest = meter.at + minuteMs;
  const ends = resetAt === null ? latest : Math.min(resetAt, latest);
  return { requests: 0, waitMs: ends - now + marginMs };
}

/** One distinct question of the service, in all spellings in which the file asks it. It costs one request at most. */
export interface BatchQuestion {
  /** The same for the same question, however it is spelled. */
  readonly key: string;
  readonly queries: readonly CellQuery[];
}

/** One answer of 90 days serves every window within them, which ends today at the latest (`core/windows/widen.ts`). */
const widestDays = 90;

function windowKey(window: AnalyticsWindow | null, today: CalendarDate): string {
  if (window === null) return 'wide';
  if ('last' in window) return window.last <= widestDays ? 'wide' : String(window.last);
  return window.from > addDays(today, -widestDays) && window.to <= today
    ? 'wide'
    : `${window.from}..${window.to}`;
}

function toQuestionId(reference: string, websites: readonly Website[]): string | null {
  try {
    return findWebsite(websites, reference).id;
  } catch (thrown) {
    if (isApiError(thrown)) return null;
    throw thrown;
  }
}

/**
 * Asks as distinct questions. A website that the list does not hold is no question: it costs no request. The list of
 * websites is no question either; it comes with the first one.
 */
export function groupIntoQuestions(
  queries: readonly CellQuery[],
  websites: readonly Website[],
  now: number,
): readonly BatchQuestion[] {
  const today = toCalendarDate(now);
  const questions = new Map<string, Map<string, CellQuery>>();
  const ids = new Map<string, string | null>();
  for (const query of queries) {
    if (query.endpoint === 'websites') continue;
    const known = ids.get(query.reference);
    const id = known === undefined ? toQuestionId(query.reference, websites) : known;
    ids.set(query.reference, id);
    if (id === null) continue;
    const key = `${query.endpoint} ${id} ${windowKey(query.window, today)}`;
    const spellings = questions.get(key) ?? new Map<string, CellQuery>();
    spellings.set(toCacheKey(query), query);
    questions.set(key, spellings);
  }
  const found: BatchQuestion[] = [];
  questions.forEach((spellings, key) => {
    const all: CellQuery[] = [];
    spellings.forEach((query) => {
      all.push(query);
    });
    found.push({ key, queries: all });
  });
  return found;
}

/** What one step of a refresh did. */
export interface GatherResult {
  /** Questions with an answer that is new enough. */
  readonly fresh: number;
  /** Questions that failed in a way that asking again will not mend now. */
  readonly failed: number;
  /** What went wrong first; null where nothing did. */
  readonly fault: CellFault | null;
  /** Questions to be asked in the next step. */
  readonly rest: readonly BatchQuestion[];
  /** Milliseconds to wait before it. */
  readonly waitMs: number;
  /** Requests left this minute; null where not told. */
  readonly left: number | null;
}

export interface GatherInput {
  readonly questions: readonly BatchQuestion[];
  /** Answers from before this are asked for again, milliseconds since the epoch. */
  readonly freshFrom: number;
}

/** Questions that go out together: enough for speed, few enough for a progress that moves. */
const gatherTogether = 20;
/** Where nothing tells how many may go. */
const gatherOneByOne = 5;

/** Faults that a later step may not meet. */
const passingCodes = ['rate_limited', 'budget', 'pending'];
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
    const kind =
      passingCodes.indexOf(code) >= 0
        ? 'later'
        : everywhere || finalCodes.indexOf(code) >= 0
          ? 'final'
          : 'failed';
    return { kind, fault: { code, sentence } };
  }
  return { kind: 'fresh' };
}

/**
 * Asks as many questions as this minute has room for, within `ms`. The first goes alone: its answer tells how much room
 * others have left since the meter was read.
 */
export function gather(
  context: ActionContext,
  { questions, freshFrom }: GatherInput,
  ms: number,
): GatherResult {
  const until = context.now() + ms;
  let fresh = 0;
  let failed = 0;
  let fault: CellFault | null = null;
  let waitMs = computeMeterRoom(context.meter(), context.now()).waitMs;
  let rest: readonly BatchQuestion[] = questions;
  if (waitMs === 0 && questions.length > 0) {
    context.withService({ ms, freshFrom }, ({ query: answer }) => {
      let asked = 0;
      while (rest.length > 0 && waitMs === 0 && (asked === 0 || context.now() < until - ms / 2)) {
        const room = computeMeterRoom(context.meter(), context.now());
        if (room.requests === 0) {
          waitMs = room.waitMs;
          break;
        }
        const most = asked === 0 ? 1 : (room.requests ?? gatherOneByOne);
        const taken = rest.slice(0, Math.min(gatherTogether, most));
        rest = rest.slice(taken.length);
        const answers = answer(
          taken.reduce<BatchQuestion['queries'][number][]>((all, one) => all.concat(one.queries), []),
        );
        asked += taken.length;
        let at = 0;
        for (const question of taken) {
          const outcome = toOutcome(answers.slice(at, at + question.queries.length), freshFrom);
          at += question.queries.length;
          if (outcome.kind === 'fresh') {
            fresh += 1;
            continue;
          }
          fault ??= outcome.fault;
          if (outcome.kind === 'later') {
            rest = rest.concat(question);
            waitMs = Math.max(waitMs, computeMeterRoom(context.meter(), context.now()).waitMs, 5_000);
          } else failed += 1;
          if (outcome.kind === 'final') {
            failed += rest.length;
            rest = [];
          }
        }
      }
    });
  }
  const left = context.meter()?.rate.minute.remaining ?? null;
  if (rest.length === 0) waitMs = 0;
  return { fresh, failed, fault, rest, waitMs, left };
}
