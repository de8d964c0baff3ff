import type { Question } from './asking/question.ts';
import { deadlineFrom, readingOf, type Session } from './asking/session.ts';
import { parseBody } from './bodies/parse-body.ts';
import { type Exchange, now } from './exchange/effect.ts';
import { ownFault } from './faults/own-fault.ts';
import { keepBriefly, type SharedAnswer, sharedAnswer } from './freshness/shared-answer.ts';
import { redact } from './keys/redact.ts';
import type { ReadingOptions } from './reading/reader.ts';
import { echoedWebsite } from './reading/site.ts';
import type { Reading } from './reading/trace.ts';
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
  const reading = read(parsed.body, readingOf(session, question.endpoint));
  if (!reading.ok) return yield* refuse(session, question, answer, reading.reason);
  return {
    value: reading.value,
    text: answer.text,
    meta: {
      source: answer.source,
      fetchedAt: answer.fetchedAt,
      spent: answer.spent,
      status: answer.status,
      dialect: session.profile,
      rate: answer.rate,
      fault: answer.fault,
      trace: reading.trace,
    },
    answer,
  };
}
