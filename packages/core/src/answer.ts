import type { Judgement } from './cache/fetch-claimed.ts';
import { cacheBriefly, fetchShared, type ResultSource, type SharedAnswer } from './cache/shared-answer.ts';
import type { DialectProfile } from './dialects/profile.ts';
import { type ApiError, withSpent } from './errors/api-error.ts';
import { createOwnFault } from './errors/sentences.ts';
import type { Exchange } from './exchange/effect.ts';
import { parseBody } from './json/parse-json.ts';
import { redact } from './keys/redact.ts';
import type { ServedWindow } from './query/cut-to-window.ts';
import type { RateState } from './quota/limits-recipe.ts';
import { findStatedWebsite, type Reading, type ReadingTrace } from './recipes/read-by-recipe.ts';
import { readAndLearn } from './request/learn-recipes.ts';
import { type Query, toWebsiteId } from './request/request.ts';
import type { WindowedAnswer } from './request/send-request.ts';
import { computeDeadline, type Session } from './request/session.ts';
import type { Endpoint, ResourceValues } from './resources/resources.ts';

export interface ResultMeta {
  readonly source: ResultSource;
  /** When the service answered, milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Requests that this call cost, retries included. */
  readonly spent: number;
  readonly status: number;
  readonly dialect: DialectProfile;
  /** Limits that the answer's headers state; unknown for a cached answer. */
  readonly rate: RateState;
  /** The fault that made the client return a stale answer (`source` is `stale`); else null. */
  readonly fault: ApiError | null;
  readonly trace: ReadingTrace;
  readonly window?: ServedWindow;
}

/** A value read from the service, with the body it was read from. */
export interface Result<T> {
  readonly value: T;
  /** The body as received, byte for byte. */
  readonly text: string;
  readonly meta: ResultMeta;
}

/** The next step for each reason why a body is unreadable. The add-on replaces it (`cells/fault-text.ts`). */
const nextSteps: Readonly<Record<Exclude<Reading<unknown>, { ok: true }>['problem'], string>> = {
  unknown: 'Inspect it once by "answershare doctor".',
  unclear: 'Confirm its figures by "answershare doctor --confirm".',
  drift: 'Inspect it again by "answershare doctor --confirm".',
};

function createShapeFault(
  session: Session,
  { endpoint }: Query,
  { status, text }: WindowedAnswer,
  reason: string,
  hint?: string,
): ApiError {
  return createOwnFault(session, endpoint, 'shape', 'service', {
    detail: redact(session.hidden.inText(reason)),
    status,
    raw: text,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Throws for an answer that lacks the requested data, and keeps the answer in the cache only briefly. */
export function* throwUnreadable(
  session: Session,
  question: Query,
  answer: SharedAnswer,
  reason: string,
  spent: number,
): Exchange<never> {
  const error = withSpent(createShapeFault(session, question, answer, reason), spent);
  yield* cacheBriefly(session, question, answer, error);
  throw error;
}

interface ReadAnswer<K extends Endpoint> {
  readonly answer: SharedAnswer;
  readonly reading: Reading<ResourceValues[K]> | null;
}

/**
 * Fetches the answer to a query and checks that it is about the right website. With `isRead`, an unreadable body is a fault.
 * @param until deadline of the call, milliseconds since the epoch
 */
function* fetchAnswer<K extends Endpoint>(
  session: Session,
  question: Query & { readonly endpoint: K },
  until: number | undefined,
  isRead: boolean,
): Exchange<ReadAnswer<K>> {
  const { endpoint } = question;
  let body: unknown;
  let reading: Reading<ResourceValues[K]> | null = null;
  function* judge(answer: WindowedAnswer, isNew: boolean): Exchange<Judgement> {
    const reject = (reason: string, hint?: string): Judgement => ({
      fault: createShapeFault(session, question, answer, reason, hint),
      isReadable: false,
    });
    const parsed =
      answer.body === undefined
        ? parseBody(answer.text, session.limits)
        : { ok: true as const, body: answer.body };
    if (!parsed.ok) return reject(`it is ${parsed.what}`);
    body = parsed.body;
    reading = isRead || isNew ? yield* readAndLearn(session, endpoint, body) : null;
    const stated = findStatedWebsite(session.recipes[endpoint] ?? [], body);
    if (stated !== null && endpoint !== 'websites' && stated !== toWebsiteId(question))
      return reject(`it is about the website "${stated}", not "${toWebsiteId(question)}"`);
    if (reading === null || reading.ok) return { fault: null, isReadable: reading !== null };
    const { fault } = reject(reading.reason, nextSteps[reading.problem]);
    return { fault: isRead ? fault : null, isReadable: false };
  }
  const answer = yield* fetchShared(session, question, until ?? computeDeadline(session), judge);
  return { answer: { ...answer, body }, reading };
}

/** Fetches and reads the answer to a query. */
export function* fetchResult<K extends Endpoint>(
  session: Session,
  question: Query & { readonly endpoint: K },
  until: number | undefined,
): Exchange<Result<ResourceValues[K]> & { answer: SharedAnswer }> {
  const { answer, reading } = yield* fetchAnswer<K>(session, question, until, true);
  if (!reading?.ok) throw new Error('An answer was given that could not be read.');
  return { ...toResult(session, answer, reading.value, reading.trace), answer };
}

/** The answer to a query with its parsed body, even if no recipe reads it. */
export function* fetchBody(
  session: Session,
  question: Query,
  until: number | undefined,
): Exchange<SharedAnswer> {
  return (yield* fetchAnswer<Endpoint>(session, question, until, false)).answer;
}

export function toResult<T>(
  session: Session,
  answer: SharedAnswer,
  value: T,
  trace: ReadingTrace,
): Result<T> {
  const { text, source, fetchedAt, spent, status, rate, fault } = answer;
  const meta = { source, fetchedAt, spent, status, dialect: session.profile, rate, fault, trace };
  return { value, text, meta };
}
