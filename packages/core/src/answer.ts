import {
  cacheBriefly,
  fetchShared,
  type Judgement,
  type ResultSource,
  type SharedAnswer,
} from './cache/shared-answer.ts';
import type { DialectProfile } from './dialects/profile.ts';
import { type ApiError, withSpent } from './errors/api-error.ts';
import { createOwnFault } from './errors/sentences.ts';
import { type Exchange, now } from './exchange/effect.ts';
import { parseBody } from './json/parse-json.ts';
import { redact } from './keys/redact.ts';
import type { ServedWindow } from './query/fit-window.ts';
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
  readonly rate: RateState;
  /** Why an older answer is given (`source` is `stale`); null for any other. */
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

/** The next step for each reason why a body could not be read. */
const nextSteps: Readonly<Record<Exclude<Reading<unknown>, { ok: true }>['problem'], string>> = {
  unknown: 'Open the sidebar, or run "answershare doctor", so that it is inspected once.',
  unclear: 'Confirm its figures in the sidebar or by "answershare doctor --confirm".',
  drift: 'Inspect it again in the sidebar or by "answershare doctor --confirm".',
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

/** Refuses an answer that lacks what was asked, which is asked for again before long. */
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

/** When a call that begins now has to be over, milliseconds since the epoch. */
export function* readDeadline(session: Session): Exchange<number> {
  return computeDeadline(session, yield* now());
}

/** An answer with its parsed body, and how that was read. */
interface ReadAnswer<K extends Endpoint> {
  readonly answer: SharedAnswer;
  readonly reading: Reading<ResourceValues[K]> | null;
}

/**
 * Asks a question. The answer is about the website that was asked for, and with `isRead` it could be read. `until` is when
 * the call has to be over, milliseconds since the epoch.
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
    if (reading === null || reading.ok) return { fault: null, isReadable: true };
    const { fault } = reject(reading.reason, nextSteps[reading.problem]);
    return { fault: isRead ? fault : null, isReadable: false };
  }
  const deadline = until ?? (yield* readDeadline(session));
  const answer = yield* fetchShared(session, question, deadline, judge);
  return { answer: { ...answer, body }, reading };
}

/** Asks a question and reads its answer. */
export function* fetchResult<K extends Endpoint>(
  session: Session,
  question: Query & { readonly endpoint: K },
  until: number | undefined,
): Exchange<Result<ResourceValues[K]> & { answer: SharedAnswer }> {
  const { answer, reading } = yield* fetchAnswer<K>(session, question, until, true);
  if (!reading?.ok) throw new Error('An answer was given that could not be read.');
  return { ...toResult(session, answer, reading.value, reading.trace), answer };
}

/** The answer to a question with its parsed body, about the website that was asked for, also where no recipe reads it. */
export function* fetchBody(
  session: Session,
  question: Query,
  until: number | undefined,
): Exchange<SharedAnswer> {
  return (yield* fetchAnswer<Endpoint>(session, question, until, false)).answer;
}

/** A result as it is given, whoever read it. */
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
