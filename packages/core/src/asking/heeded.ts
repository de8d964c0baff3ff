import { dialectOf } from '../dialects/profile.ts';
import { isApiError, withSpent } from '../errors/api-error.ts';
import { pending } from '../errors/own-fault.ts';
import { type Exchange, now, wait } from '../exchange/effect.ts';
import { statedWebsite } from '../recipes/reading.ts';
import { type Answer, attempt, type Patience } from './attempt.ts';
import type { WebsiteQuestion } from './question.ts';
import { readAnswer } from './read-answer.ts';
import { requestFor, wordQuestion } from './request.ts';
import type { Session } from './session.ts';

/** An identifier that no website has: it is answered with 404 not_found wherever the parameter is honoured (specification §4). */
export const nobody = 'answershare-asks-who-is-there';

/** Objects in objects, down to here, are searched for the id. */
const deepest = 4;

/** True where a field of a body, outside lists, holds the id of the website that was asked for. */
export function namesWebsite(body: unknown, id: string, depth = 0): boolean {
  if (typeof body !== 'object' || body === null) return depth > 0 && body !== '' && String(body) === id;
  if (Array.isArray(body) || depth > deepest) return false;
  return Object.values(body as object).some((value: unknown) => namesWebsite(value, id, depth + 1));
}

/** True where an endpoint was seen to honour the website parameter of a Form. */
export function isKnownToHeed(session: Session, { endpoint }: WebsiteQuestion, form: 1 | 2): boolean {
  return session.profile.parameterOf?.[endpoint] === form;
}

export interface Heeded {
  readonly yes: boolean;
  readonly spent: number;
  /** True where the same body came for the website that does not exist. */
  readonly isSteady?: boolean;
}

/**
 * Whether the website parameter of an answered request was honoured, and what it cost to find out. An answer that names the
 * website shows it; otherwise one request for a website that does not exist: where it is answered too, the parameter is
 * ignored, and the answer was about something else.
 * @throws ApiError where that request tells neither
 */
export function* isHeeded(
  session: Session,
  question: WebsiteQuestion,
  form: 1 | 2,
  answer: Answer,
  patience: Patience,
): Exchange<Heeded> {
  const { endpoint, website } = question;
  if (namesWebsite(answer.body, website)) return { yes: true, spent: 0 };
  yield* readAnswer(session, endpoint, answer.body);
  if (statedWebsite(session.recipes[endpoint] ?? [], answer.body) !== null) return { yes: false, spent: 0 };
  if (isKnownToHeed(session, question, form)) return { yes: true, spent: 0 };
  const asked = { ...question, website: nobody };
  const dialect = dialectOf(form);
  const { query } = wordQuestion(asked, dialect, dialect, yield* now());
  try {
    const once = { ...patience, retries: 0 };
    const { spent, text } = yield* attempt(session, asked, requestFor(session, asked, query), once);
    return { yes: false, spent, isSteady: text === answer.text };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    const { kind, spent } = thrown;
    if (kind === 'not_found' || kind === 'bad_request' || kind === 'forbidden') return { yes: true, spent };
    throw withSpent(thrown, spent + answer.spent);
  }
}

const pollMs = 100;

/**
 * Lets one question at a time find out what an endpoint honours: many that are asked at once need one check together.
 * @throws ApiError of kind `pending` where the others do not come to an end before the deadline
 */
export function* alone<T>(
  session: Session,
  { endpoint }: WebsiteQuestion,
  { deadline }: Patience,
  check: () => Exchange<T>,
): Exchange<T> {
  while (session.checking.has(endpoint)) {
    if ((yield* now()) + pollMs >= deadline) throw pending(session, endpoint);
    yield* wait(pollMs);
  }
  session.checking.add(endpoint);
  try {
    return yield* check();
  } finally {
    session.checking.delete(endpoint);
  }
}
