import { type AxisName, type Evidence, learn } from '../dialects/profile.ts';
import { recogniseCode, recogniseHeaders } from '../dialects/recognise.ts';
import { type Exchange, emit, type HttpRequest, now, random, send, wait } from '../exchange/effect.ts';
import { type ApiError, withSpent } from '../faults/api-error.ts';
import { classify } from '../faults/classify.ts';
import { type Question, websiteOf } from './question.ts';
import type { Session } from './session.ts';

/** An answer of 2xx with a JSON body. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly fetchedAt: number;
  /** Requests spent on it. */
  readonly spent: number;
}

/** Takes a sign of the Form into the session and says so. */
export function* learnInto(session: Session, sign: readonly [AxisName, Evidence] | null): Exchange<void> {
  if (sign === null) return;
  const [axis, evidence] = sign;
  const before = session.profile[axis].form;
  session.profile = learn(session.profile, axis, evidence);
  if (before !== evidence.form)
    yield* emit({ type: 'dialect', axis, value: `Form ${evidence.form}`, because: evidence.seen });
}

const backoffMs = (attempt: number, chance: number): number =>
  Math.round(500 * 2 ** attempt * (1 + chance / 2));

/** How often a request may be tried, until when, and who hears of a failure before it is tried again. */
export interface Patience {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly retries: number;
  readonly beforeRetry?: (error: ApiError, waitMs: number) => Exchange<void>;
}

/**
 * Sends one request until it is answered, the retries are used or the deadline would pass. A burst limit is waited out
 * for the Retry-After and no shorter (specification §7); a daily limit, a key refused or a website unknown is never retried.
 * @throws ApiError with the number of requests spent
 */
export function* attempt(
  session: Session,
  question: Question,
  request: HttpRequest,
  patience: Patience,
): Exchange<Answer> {
  const endpoint = question.endpoint;
  const subject = { endpoint, website: websiteOf(question), baseUrl: session.baseUrl };
  for (let tried = 0; ; tried++) {
    yield* emit({ type: 'request', endpoint, attempt: tried + 1 });
    const left = patience.deadline - (yield* now());
    const timeoutMs = Math.max(1_000, Math.min(request.timeoutMs, left));
    const [outcome] = yield* send([{ ...request, timeoutMs }]);
    const at = yield* now();
    if (!outcome) throw new Error('The host gave no outcome for a request.');
    if (outcome.ok) yield* emit({ type: 'response', endpoint, status: outcome.status });
    const error = classify(outcome, subject, at);
    if (error === null && outcome.ok) {
      return {
        status: outcome.status,
        headers: outcome.headers,
        text: outcome.text,
        fetchedAt: at,
        spent: tried + 1,
      };
    }
    if (error === null) throw new Error('An outcome was neither an answer nor a fault.');
    if (outcome.ok) yield* learnInto(session, recogniseHeaders(outcome.headers, at));
    if (error.code) yield* learnInto(session, recogniseCode(error.code, at));
    const again = error.kind === 'server' || error.kind === 'transport' || error.kind === 'burst';
    const waitMs = error.retryAt === null ? backoffMs(tried, yield* random()) : error.retryAt - at;
    if (!again || tried >= patience.retries || at + waitMs >= patience.deadline)
      throw withSpent(error, tried + 1);
    if (patience.beforeRetry) yield* patience.beforeRetry(error, waitMs);
    yield* emit({ type: 'retry', endpoint, reason: error.kind, waitMs });
    yield* wait(waitMs);
  }
}
