import { readInstant } from '../calendar/instant.ts';
import { type AxisName, type Evidence, toDialect } from '../dialects/profile.ts';
import { recogniseCode, recogniseHeaders, toFaultKind } from '../dialects/recognise-form.ts';
import { type ApiError, addSpent, type FaultKind, withSpent } from '../errors/api-error.ts';
import { createOwnFault, pendingFault } from '../errors/sentences.ts';
import { type Exchange, type HttpOutcome, type HttpRequest, send, wait } from '../exchange/effect.ts';
import { classifyFault } from '../faults/classify-fault.ts';
import { type RedactedOutcome, redactOutcome } from '../faults/redact-outcome.ts';
import type { WindowPlan } from '../query/window.ts';
import { type RateState, unknownRateState } from '../quota/limits-recipe.ts';
import { computeDelay, findOpenFault, pollMs } from '../quota/pacer.ts';
import type { Endpoint } from '../resources/resources.ts';
import { observeHeaders, reportDrift } from './observe-headers.ts';
import { buildRequest, encodeQuery, type Query, type RequestForms, toWebsiteId } from './request.ts';
import { applyEvent, type Session } from './session.ts';

/**
 * Waits until the rate limiter allows a request, and counts it.
 * @throws ApiError: an open fault at no cost; `budget` if the wait exceeds the deadline, `pending` if it is for requests in
 * flight; `timeout` after the deadline
 */
export function* waitForTurn(
  session: Session,
  endpoint: Endpoint,
  deadline: number,
  question: string = endpoint,
): Exchange<void> {
  for (let isReported = false; ; isReported = true) {
    const at = session.host.now();
    const fault = findOpenFault(session.breaker, endpoint, at, question);
    if (fault) throw fault;
    if (at >= deadline) throw createOwnFault(session, endpoint, 'timeout', 'network', { retryable: true });
    const waitMs = computeDelay(session.pacer, at);
    if (waitMs === 0) {
      applyEvent(session, { type: 'sent', at });
      return;
    }
    const retryAt = at + waitMs;
    if (retryAt >= deadline) {
      if (waitMs === pollMs) throw pendingFault(session, endpoint);
      const pause = at < session.pacer.pausedUntil ? { detail: 'The service wants no requests' } : {};
      throw createOwnFault(session, endpoint, 'budget', 'caller', { retryAt, ...pause });
    }
    if (!isReported) session.host.emit?.({ type: 'wait', endpoint, waitMs });
    yield* wait(waitMs);
  }
}

/** An answer of 2xx with a JSON body. */
export interface ServiceAnswer {
  readonly status: number;
  readonly rate: RateState;
  /** The service's clock (RFC 9110 §6.6.1, `Date`), milliseconds since the epoch; null if not stated. */
  readonly serviceMs: number | null;
  readonly text: string;
  /** The parsed text; absent for a cached answer. */
  readonly body?: unknown;
  readonly fetchedAt: number;
  /** Requests spent on this answer. */
  readonly spent: number;
}

/** Adds evidence of the Form to the session and emits a change. */
export function learnEvidence(session: Session, sign: readonly [AxisName, Evidence] | null): void {
  if (sign === null) return;
  const [axis, evidence] = sign;
  const before = session.profile[axis].form;
  applyEvent(session, { type: 'sign', axis, evidence });
  const after = session.profile[axis].form;
  if (before === after) return;
  const value = after === null ? 'unknown again, the signs contradict' : `Form ${after}`;
  session.host.emit?.({ type: 'dialect', axis, value, because: evidence.seen });
}

const backoffMs = (attempt: number, chance: number): number =>
  Math.round(500 * 2 ** attempt * (1 + chance / 2));

/** Limits of retries; `onFault` is called for each failure. */
export interface RetryLimits {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly retries: number;
  readonly onFault?: (error: ApiError) => Exchange<void>;
}

/** The key of a query in the breaker, regardless of its window. */
const toBreakerKey = (question: Query): string => `${question.endpoint} ${toWebsiteId(question)}`;

function* sendPaced(
  session: Session,
  question: Query,
  request: HttpRequest,
  deadline: number,
  before: { readonly tries: number; readonly spent: number },
): Exchange<RedactedOutcome & { readonly rate: RateState }> {
  const { endpoint } = question;
  try {
    yield* waitForTurn(session, endpoint, deadline, toBreakerKey(question));
  } catch (thrown) {
    throw addSpent(thrown, before.spent);
  }
  const sentAt = session.host.now();
  const timeoutMs = Math.max(1_000, Math.min(request.timeoutMs, deadline - sentAt));
  let isAnswered = false;
  try {
    session.host.emit?.({ type: 'request', endpoint, attempt: before.tries + 1 });
    const [received] = yield* send([{ ...request, timeoutMs }]);
    if (!received) throw new Error('The host gave no outcome for a request.');
    isAnswered = received.ok;
    const { outcome, parsed } = redactOutcome(received, session.hidden, session.limits);
    const rate = outcome.ok
      ? yield* observeHeaders(session, endpoint, outcome, parsed, sentAt)
      : unknownRateState;
    return { outcome, parsed, rate };
  } finally {
    if (!isAnswered) applyEvent(session, { type: 'received', minute: null, sentAt, at: session.host.now() });
  }
}

/** Opens a daily fault if headers state that no request is left today. A daily limit of 0 means no limit. */
function* applyDailyLimit(
  session: Session,
  endpoint: Endpoint,
  { day }: RateState,
  at: number,
  retry: RetryLimits,
): Exchange<void> {
  if (day.remaining === null || day.remaining >= 1 || day.limit === 0) return;
  const reset = day.sure && day.resetAt !== null && day.resetAt > at ? { retryAt: day.resetAt } : {};
  const error = createOwnFault(session, endpoint, 'daily', 'caller', { ...reset, retryable: true });
  applyEvent(session, { type: 'failed', endpoint, error, at });
  if (retry.onFault) yield* retry.onFault(error);
}

/** Time in which a second attempt of a slow request may succeed, milliseconds. */
const minRetryMs = 4_000;

/** Retryable faults, and the time that a retry needs before the deadline, milliseconds. */
const retryNeedsMs: Readonly<Partial<Record<FaultKind, number>>> = {
  server: 0,
  transport: 0,
  burst: 0,
  timeout: minRetryMs,
};

/** Records a fault and what its answer shows about the Form. */
function* recordFault(
  session: Session,
  endpoint: Endpoint,
  error: ApiError,
  outcome: HttpOutcome,
  { at, waitMs, retry }: { readonly at: number; readonly waitMs: number; readonly retry: RetryLimits },
): Exchange<void> {
  applyEvent(session, { type: 'failed', endpoint, error, at });
  if (error.kind === 'burst') applyEvent(session, { type: 'paused', until: at + waitMs });
  if (retry.onFault) yield* retry.onFault(error);
  if (outcome.ok) learnEvidence(session, recogniseHeaders(outcome.headers, at));
  if (!error.code) return;
  learnEvidence(session, recogniseCode(error.code, at));
  if (toFaultKind(error.code) === null)
    reportDrift(session, endpoint, `the error code ${error.code} is in neither Form`);
}

/**
 * Sends a request until it is answered, retries are used up or the deadline would pass. A burst limit is retried after
 * Retry-After, never earlier (specification §7). A slow answer is retried if {@link minRetryMs} is left. A daily limit,
 * refused key or unknown website is never retried.
 * @throws ApiError with the requests spent
 */
export function* sendRequest(
  session: Session,
  question: Query,
  request: HttpRequest,
  retry: RetryLimits,
): Exchange<ServiceAnswer> {
  const { endpoint } = question;
  const subject = { endpoint, website: toWebsiteId(question), baseUrl: session.baseUrl };
  let spent = 0;
  for (let tries = 1; ; tries++) {
    const before = { tries: tries - 1, spent };
    const { outcome, parsed, rate } = yield* sendPaced(session, question, request, retry.deadline, before);
    if (outcome.ok || outcome.sent !== false) spent++;
    const at = session.host.now();
    const error = classifyFault(outcome, subject, at, parsed, rate);
    if (error === null || !/^(auth|forbidden|daily)/.test(error.kind))
      yield* applyDailyLimit(session, endpoint, rate, at, retry);
    if (error === null && outcome.ok && parsed.ok) {
      const { status, headers, text } = outcome;
      const serviceMs = readInstant(headers.date || '');
      return { status, rate, serviceMs, text, body: parsed.body, fetchedAt: at, spent };
    }
    if (error === null) throw new Error('An outcome was neither an answer nor a fault.');
    const pause = backoffMs(tries - 1, session.host.random());
    const waitMs = error.retryAt === null ? pause : Math.max(error.retryAt - at, Math.min(pause, 1_000));
    yield* recordFault(session, endpoint, error, outcome, { at, waitMs, retry });
    const neededMs = retryNeedsMs[error.kind];
    if (neededMs === undefined || tries > retry.retries || at + waitMs + neededMs >= retry.deadline) {
      applyEvent(session, { type: 'deferred', question: toBreakerKey(question), error, at });
      throw withSpent(error, spent);
    }
    session.host.emit?.({ type: 'retry', endpoint, reason: error.kind, waitMs });
    yield* wait(waitMs);
    if (error.kind === 'burst') applyEvent(session, { type: 'resumed', at: at + waitMs });
  }
}

export interface WindowedAnswer extends ServiceAnswer {
  readonly window: WindowPlan | null;
}

/**
 * Sends a query encoded in one Form or both.
 * @throws ApiError of kind `window`, at no cost, if the Form cannot express the window
 */
export function* askInForms(
  session: Session,
  question: Query,
  { website, window }: RequestForms,
  retry: RetryLimits,
): Exchange<WindowedAnswer> {
  const encoded = encodeQuery(question, toDialect(website), toDialect(window), session.host.now());
  const request = buildRequest(session, question, encoded.query);
  const answer = yield* sendRequest(session, question, request, retry);
  return { ...answer, window: encoded.window };
}
