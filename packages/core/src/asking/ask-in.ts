import { dialectOf } from '../dialects/profile.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import type { WindowPlan } from '../windows/resolve.ts';
import { type Answer, attempt, type Patience } from './attempt.ts';
import type { Query } from './question.ts';
import { requestFor, wordQuestion } from './request.ts';
import type { Session } from './session.ts';
import type { Words } from './steps.ts';

export interface WindowedAnswer extends Answer {
  readonly window: WindowPlan | null;
}

/**
 * Asks a question in the words of a Form, or of both.
 * @throws ApiError of kind `window` at no cost where the Form has no words for the window
 */
export function* askIn(
  session: Session,
  question: Query,
  { website, window }: Words,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const wording = wordQuestion(question, dialectOf(website), dialectOf(window), yield* now());
  const request = requestFor(session, question, wording.query);
  const answer = yield* attempt(session, question, request, patience);
  return { ...answer, window: wording.window };
}
