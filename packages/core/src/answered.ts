import type { Question } from './asking/question.ts';
import { readAnswer } from './asking/read-answer.ts';
import { deadlineFrom, type Session } from './asking/session.ts';
import { parseBody } from './bodies/parse-body.ts';
import { type Exchange, now } from './exchange/effect.ts';
import { ownFault } from './faults/own-fault.ts';
import { keepBriefly, type SharedAnswer, sharedAnswer } from './freshness/shared-answer.ts';
import { redact } from './keys/redact.ts';
import type { ReadingOptions } from './reading/reader.ts';
import { echoedWebsite } from './reading/site.ts';
import type { Reading, ReadingTrace } from './reading/trace.ts';
import type { Result } from './result.ts';

/** Refuses an answer, which is asked for again before long. */
export function* refuse(
  session: Session,
  question: Question,
  answer: SharedAnswer,
  reason: string,
  spent = answer.spent,
): Exchange<never> {
  const error = ownFault(session, question.endpoint, 'shape', 'service', {
    said: redact(session.hidden.inText(reason)),
    status: answer.status,
    spent,
    raw: answer.text.slice(0, 4_000),
  });
  yield* keepBriefly(session, question, answer, error);
  throw error;
}

/** When a call that begins now has to be over, milliseconds since the epoch. */
export function* deadlineOf(session: Session): Exchange<number> {
  return deadlineFrom(session, yield* now());
}

/** Asks a question and reads its answer. `until` is when the call has to be over, milliseconds since the epoch. */
export function* answered<T>(
  session: Session,
  question: Question,
  read: (body: unknown, options: ReadingOptions) => Reading<T>,
  until: number | undefined,
): Exchange<Result<T> & { answer: SharedAnswer }> {
  const given = yield* answerWithBody(session, question, until);
  const reading = yield* readAnswer(session, question.endpoint, given, read);
  if (!reading.ok) return yield* refuse(session, question, given, reading.reason);
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
  if (!parsed.ok) return yield* refuse(session, question, answer, `it is ${parsed.what}`);
  if (question.endpoint !== 'websites') {
    const about = echoedWebsite(parsed.body);
    if (about !== null && about !== question.website) {
      return yield* refuse(
        session,
        question,
        answer,
        `it is about the website "${about}", not "${question.website}"`,
      );
    }
  }
  return { ...answer, body: parsed.body };
}
