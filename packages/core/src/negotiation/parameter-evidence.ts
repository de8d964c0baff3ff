import { withSpent } from '../errors/api-error.ts';
import { pendingFault } from '../errors/sentences.ts';
import { type Exchange, wait } from '../exchange/effect.ts';
import { toText } from '../json/json.ts';
import { findStatedWebsite } from '../recipes/read-by-recipe.ts';
import { readAndLearn } from '../request/learn-recipes.ts';
import type { WebsiteQuery } from '../request/request.ts';
import type { ServiceAnswer } from '../request/send-request.ts';
import { applyEvent, type Session } from '../request/session.ts';
import type { Endpoint } from '../resources/resources.ts';
import type { Sign } from './steps.ts';

/** Most nesting levels searched for the id. */
const maxDepth = 4;

/** A shorter id, such as `7`, may equal any figure. */
const minIdLength = 4;

/** True if a field outside lists contains the requested website's id. */
export function namesWebsite(body: unknown, id: string, depth = 0): boolean {
  if (id.length < minIdLength) return false;
  if (typeof body !== 'object' || body === null) return depth > 0 && toText(body) === id;
  if (Array.isArray(body) || depth > maxDepth) return false;
  return Object.values(body as object).some((value: unknown) => namesWebsite(value, id, depth + 1));
}

/** Infers from an answer which website it is about. */
export function* findAnswerSign(
  session: Session,
  { endpoint, website }: WebsiteQuery,
  form: 1 | 2,
  answer: ServiceAnswer,
): Exchange<Sign> {
  if (session.profile.parameterOf?.[endpoint] === form || namesWebsite(answer.body, website)) return 'own';
  yield* readAndLearn(session, endpoint, answer.body);
  const stated = findStatedWebsite(session.recipes[endpoint] || [], answer.body);
  if (stated === null) return 'unnamed';
  return stated === website ? 'own' : 'foreign';
}

const pollMs = 100;

/**
 * Lets one query at a time check what an endpoint honours, so that concurrent queries need one check.
 * @returns false if another query has found out; after true, call {@link releaseTurn}
 * @throws ApiError of kind `pending`, with `spent`, if the deadline passes
 */
export function* acquireTurn(
  session: Session,
  endpoint: Endpoint,
  deadline: number,
  spent: number,
): Exchange<boolean> {
  while (session.profile.parameterOf?.[endpoint] === undefined) {
    if (!session.checking.includes(endpoint)) {
      applyEvent(session, { type: 'turn', endpoint, isOver: false });
      return true;
    }
    if (session.host.now() + pollMs >= deadline) throw withSpent(pendingFault(session, endpoint), spent);
    yield* wait(pollMs);
  }
  return false;
}

export function releaseTurn(session: Session, endpoint: Endpoint): void {
  applyEvent(session, { type: 'turn', endpoint, isOver: true });
}
