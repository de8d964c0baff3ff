import { dialectOf } from '../dialects/profile.ts';
import { recogniseParameter } from '../dialects/recognise.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { isApiError } from '../faults/api-error.ts';
import type { WindowPlan } from '../windows/resolve.ts';
import { type Answer, attempt, learnInto } from './attempt.ts';
import type { Question } from './question.ts';
import { requestFor, wordQuestion } from './request.ts';
import type { Session } from './session.ts';

export interface WindowedAnswer extends Answer {
  readonly window: WindowPlan | null;
}

function* askIn(
  session: Session,
  question: Question,
  form: 1 | 2,
  deadline: number,
): Exchange<WindowedAnswer> {
  const at = yield* now();
  const window = session.profile.window.form ?? form;
  const wording = wordQuestion(question, dialectOf(form), dialectOf(window), at);
  const timeout = Math.max(1_000, Math.min(session.timeoutMs, deadline - at));
  const answer = yield* attempt(session, question, requestFor(session, question, wording, timeout), deadline);
  return { ...answer, window: wording.window };
}

/**
 * Asks in the Form that is known. While the website parameter is unknown, `websiteId` goes first, since both answers to it
 * are specified: Form 1 serves it and Form 2 answers 400 bad_request (specification §4). Never both names at once: an
 * ignored parameter would hide an error.
 */
export function* negotiate(session: Session, question: Question, deadline: number): Exchange<WindowedAnswer> {
  const known = session.profile.websiteParameter.form;
  if (question.endpoint === 'websites' || known !== null)
    return yield* askIn(session, question, known ?? 1, deadline);
  try {
    const answer = yield* askIn(session, question, 1, deadline);
    yield* learnInto(session, recogniseParameter(1, answer.status, null, answer.fetchedAt));
    return answer;
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.status === null) throw thrown;
    const sign = recogniseParameter(1, thrown.status, thrown.code, yield* now());
    yield* learnInto(session, sign);
    if (sign === null) throw thrown;
    const answer = yield* askIn(session, question, 2, deadline);
    return { ...answer, spent: answer.spent + thrown.spent };
  }
}
