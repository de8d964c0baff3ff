import { readInstant } from '../calendar/instant.ts';
import { kindOfCode } from '../dialects/codes.ts';
import type { AxisName, Evidence } from '../dialects/profile.ts';
import { recogniseCode, recogniseHeaders } from '../dialects/recognise.ts';
import { type ApiError, spentBefore, withSpent } from '../errors/api-error.ts';
import { ownFault } from '../errors/own-fault.ts';
import { type Exchange, emit, type HttpRequest, now, random, send, wait } from '../exchange/effect.ts';
import { classifyFault } from '../faults/classify.ts';
import { type RedactedOutcome, redactOutcome } from '../faults/received.ts';
import { type RateState, unknownRateState } from '../quota/rate-state.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import { drift, hear } from './hear.ts';
import { pace } from './pace.ts';
import { type Query, websiteOf } from './question.ts';
import { change, type Session } from './session.ts';

/** An answer of 2xx with a JSON body. */
export interface Answer {
  readonly status: number;
  /** What the headers tell of the limits. */
  readonly rate: RateState;
  /** The service's clock, where the answer told it (RFC 9110 §6.6.1, `Date`); milliseconds since the epoch. */
  readonly serviceMs: number | null;
  readonly text: string;
  /** The parsed text; absent where it comes from a cache. */
  readonly body?: unknown;
  readonly fetchedAt: number;
  /** Requests spent on it. */
  readonly spent: number;
}

/** Takes a sign of the Form into the session and says so. */
export function* learnInto(session: Session, sign: readonly [AxisName, Evidence] | null): Exchange<void> {
  if (sign === null) return;
  const [axis, evidence] = sign;
  const before = session.profile[axis].form;
  change(session, { type: 'sign', axis, evidence });
  const after = session.profile[axis].form;
  if (before === after) return;
  const value = after === null ? 'unknown again, the signs contradict' : `Form ${after}`;
  yield* emit({ type: 'dialect', axis, value, because: evidence.seen });
}

const backoffMs = (attempt: number, chance: number): number =>
  Math.round(500 * 2 ** attempt * (1 + chance / 2));

/** How often a request may be tried, until when, and who hears of each failure at once. */
export interface Patience {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly retries: number;
  readonly refused?: (error: ApiError) => Exchange<void>;
}

/** What a question is about, whatever its window. */
const placeOf = (question: Query): string => `${question.endpoint} ${websiteOf(question)}`;

function* sendPaced(
  session: Session,
  question: Query,
  request: HttpRequest,
  deadline: number,
  before: { readonly tries: number; readonly spent: number },
): Exchange<RedactedOutcome & { readonly rate: RateState }> {
  const { endpoint } = question;
  try {
    yield* pace(session, endpoint, deadline, placeOf(question));
  } catch (thrown) {
    throw spentBefore(thrown, before.spent);
  }
  const leftAt = yield* now();
  const timeoutMs = Math.max(1_000, Math.min(request.timeoutMs, deadline - leftAt));
  let heard = false;
  try {
    yield* emit({ type: 'request', endpoint, attempt: before.tries + 1 });
    const [given] = yield* send([{ ...request, timeoutMs }]);
    if (!given) throw new Error('The host gave no outcome for a request.');
    heard = given.ok;
    const { outcome, parsed } = redactOutcome(given, session.hidden, session.limits);
    const rate = outcome.ok ? yield* hear(session, endpoint, outcome, leftAt) : unknownRateState;
    return { outcome, parsed, rate };
  } finally {
    if (!heard) change(session, { type: 'arrived', minute: null, leftAt, at: yield* now() });
  }
}

/**
 * Heeds an answer of any kind whose headers say that the day has no request left: the next one could only be refused. A
 * limit of 0 limits nothing, and an answer to a key that is refused tells of nobody's day.
 */
function* heedDay(
  session: Session,
  endpoint: Endpoint,
  { day }: RateState,
  at: number,
  patience: Patience,
): Exchange<void> {
  if (day.remaining === null || day.remaining >= 1 || day.limit === 0) return;
  const ends = day.sure && day.resetAt !== null && day.resetAt > at ? { retryAt: day.resetAt } : {};
  const error = ownFault(session, endpoint, 'daily', 'caller', { ...ends, retryable: true });
  change(session, { type: 'failed', endpoint, error, at });
  if (patience.refused) yield* patience.refused(error);
}

/**
 * Sends one request until it is answered, the retries are used or the deadline would pass. A burst limit is waited out
 * for the Retry-After and no shorter (specification §7); a daily limit, a key refused or a website unknown is never retried.
 * @throws ApiError with the number of requests spent
 */
export function* attempt(
  session: Session,
  question: Query,
  request: HttpRequest,
  patience: Patience,
): Exchange<Answer> {
  const { endpoint } = question;
  const subject = { endpoint, website: websiteOf(question), baseUrl: session.baseUrl };
  let spent = 0;
  for (let tries = 0; ; ) {
    const before = { tries, spent };
    const { outcome, parsed, rate } = yield* sendPaced(session, question, request, patience.deadline, before);
    tries++;
    if (outcome.ok || outcome.sent !== false) spent++;
    const at = yield* now();
    const error = classifyFault(outcome, subject, at, parsed, rate);
    if (error === null || !/^(auth|forbidden|daily)/.test(error.kind))
      yield* heedDay(session, endpoint, rate, at, patience);
    if (error === null && outcome.ok && parsed.ok) {
      const { status, headers, text } = outcome;
      const serviceMs = readInstant(headers.date ?? '');
      return { status, rate, serviceMs, text, body: parsed.body, fetchedAt: at, spent };
    }
    if (error === null) throw new Error('An outcome was neither an answer nor a fault.');
    const pause = backoffMs(tries - 1, yield* random());
    const waitMs = error.retryAt === null ? pause : Math.max(error.retryAt - at, Math.min(pause, 1_000));
    change(session, { type: 'failed', endpoint, error, at });
    if (error.kind === 'burst') change(session, { type: 'limited', until: at + waitMs });
    if (patience.refused) yield* patience.refused(error);
    if (outcome.ok) yield* learnInto(session, recogniseHeaders(outcome.headers, at));
    if (error.code) yield* learnInto(session, recogniseCode(error.code, at));
    if (error.code && kindOfCode(error.code) === null) {
      yield* drift(session, endpoint, `the error code ${error.code} is in neither Form`);
    }
    const again = error.kind === 'server' || error.kind === 'transport' || error.kind === 'burst';
    if (!again || tries > patience.retries || at + waitMs >= patience.deadline) {
      change(session, { type: 'postponed', question: placeOf(question), error, at });
      throw withSpent(error, spent);
    }
    yield* emit({ type: 'retry', endpoint, reason: error.kind, waitMs });
    yield* wait(waitMs);
    if (error.kind === 'burst') change(session, { type: 'waited', at: at + waitMs });
  }
}
