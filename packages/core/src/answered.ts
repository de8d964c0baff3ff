import type { Question } from './asking/question.ts';
import { readAnswer } from './asking/read-answer.ts';
import { deadlineFrom, type Session } from './asking/session.ts';
import { parseBody } from './bodies/parse-body.ts';
import { ownFault } from './errors/own-fault.ts';
import { type Exchange, now } from './exchange/effect.ts';
import { keepBriefly, type SharedAnswer, sharedAnswer } from './freshness/shared-answer.ts';
import { redact } from './keys/redact.ts';
import { type Reading, type ReadingTrace, statedWebsite } from './recipes/reading.ts';
import type { ResourceValues } from './recipes/values.ts';
import type { Endpoint } from './resources/endpoint.ts';
import type { Result } from './result.ts';

/** The next step for each reason why a body could not be read. */
const hints: Readonly<Record<Exclude<Reading<unknown>, { ok: true }>['problem'], string>> = {
  unknown: 'Open the sidebar, or run "answershare doctor", so that it is inspected once.',
  unclear: 'Confirm its figures in the sidebar or by "answershare doctor --confirm".',
  drift: 'Inspect it again in the sidebar or by "answershare doctor --confirm".',
};

/** Refuses an answer, which is asked for again before long. */
export function* refuse(
  session: Session,
  question: Question,
  answer: SharedAnswer,
  { reason, hint }: { readonly reason: string; readonly hint?: string },
  spent = answer.spent,
): Exchange<never> {
  const error = ownFault(session, question.endpoint, 'shape', 'service', {
    said: redact(session.hidden.inText(reason)),
    status: answer.status,
    spent,
    raw: answer.text,
    ...(hint === undefined ? {} : { hint }),
  });
  yield* keepBriefly(session, question, answer, error);
  throw error;
}

/** When a call that begins now has to be over, milliseconds since the epoch. */
export function* deadlineOf(session: Session): Exchange<number> {
  return deadlineFrom(session, yield* now());
}

/** Asks a question and reads its answer. `until` is when the call has to be over, milliseconds since the epoch. */
export function* answered<K extends Endpoint>(
  session: Session,
  question: Question & { readonly endpoint: K },
  until: number | undefined,
): Exchange<Result<ResourceValues[K]> & { answer: SharedAnswer }> {
  const given = yield* answerWithBody(session, question, until);
  const before = session.recipes[question.endpoint];
  const reading = yield* readAnswer(session, question.endpoint, given.body);
  if (!reading.ok) {
    const { reason, problem } = reading;
    return yield* refuse(session, question, given, { reason, hint: hints[problem] });
  }
  if (session.recipes[question.endpoint] !== before) yield* checkWebsite(session, question, given);
  return { ...resultOf(session, given, reading.value, reading.trace), answer: given };
}

/** A result as it is given, whoever read it. */
export function resultOf<T>(
  session: Session,
  answer: SharedAnswer,
  value: T,
  trace: ReadingTrace,
): Result<T> {
  const { text, source, fetchedAt, spent, status, rate, fault } = answer;
  const meta = { source, fetchedAt, spent, status, dialect: session.profile, rate, fault, trace };
  return { value, text, meta };
}

/** Refuses an answer that says that it is about another website. */
function* checkWebsite(session: Session, question: Question, answer: SharedAnswer): Exchange<void> {
  if (question.endpoint === 'websites') return;
  const about = statedWebsite(session.recipes[question.endpoint] ?? [], answer.body);
  if (about === null || about === question.website) return;
  const reason = `it is about the website "${about}", not "${question.website}"`;
  yield* refuse(session, question, answer, { reason });
}

/** The answer to a question with its parsed body, about the website that was asked for. */
export function* answerWithBody(
  session: Session,
  question: Question,
  until: number | undefined,
): Exchange<SharedAnswer> {
  const deadline = until ?? (yield* deadlineOf(session));
  const answer = yield* sharedAnswer(session, question, deadline);
  const parsed =
    answer.body === undefined
      ? parseBody(answer.text, session.limits)
      : { ok: true as const, body: answer.body };
  if (!parsed.ok) return yield* refuse(session, question, answer, { reason: `it is ${parsed.what}` });
  yield* checkWebsite(session, question, { ...answer, body: parsed.body });
  return { ...answer, body: parsed.body };
}
