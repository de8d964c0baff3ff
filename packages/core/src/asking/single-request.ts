import { dialectOf } from '../dialects/profile.ts';
import type { HttpRequest } from '../exchange/effect.ts';
import type { Question } from './question.ts';
import { requestFor, wordQuestion } from './request.ts';
import { type ClientOptions, openSession } from './session.ts';

/**
 * The one request that a question is, for whoever sends it himself: nothing is learnt, tried again or kept. What is not
 * known of the dialect is worded as Form 1.
 * @throws ApiError for an address or a key of wrong format, and for a window that the Form cannot say
 */
export function singleRequest(options: ClientOptions, question: Question, nowMs: number): HttpRequest {
  const session = openSession(options);
  const { websiteParameter, window } = session.profile;
  const website = dialectOf(websiteParameter.form ?? 1);
  return requestFor(
    session,
    question,
    wordQuestion(question, website, dialectOf(window.form ?? websiteParameter.form ?? 1), nowMs).query,
  );
}
