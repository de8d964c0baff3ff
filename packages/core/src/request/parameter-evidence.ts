import { withSpent } from '../errors/api-error.ts';
import { pendingFault } from '../errors/sentences.ts';
import { type Exchange, now, wait } from '../exchange/effect.ts';
import { findStatedWebsite } from '../recipes/read-by-recipe.ts';
import type { Endpoint } from '../resources/resources.ts';
import { readAndLearn } from './learn-recipes.ts';
import type { WebsiteQuery } from './request.ts';
import type { ServiceAnswer } from './send-request.ts';
import { applyEvent, type Session } from './session.ts';
import type { Sign } from './steps.ts';

/** Objects in objects, down to here, are searched for the id. */
const maxDepth = 4;

/** A shorter id, such as `7`, may be any figure of a body. */
const minIdLength = 4;

/** True where a field of a body, outside lists, holds the id of the website that was asked for. */
export function namesWebsite(body: unknown, id: string, depth = 0): boolean {
  if (id.length < minIdLength) return false;
  if (typeof body !== 'object' || body === null) return depth > 0 && String(body) === id;
  if (Array.isArray(body) || depth > maxDepth) return false;
  return Object.values(body as object).some((value: unknown) => namesWebsite(value, id, depth + 1));
}

/** What an answer to the name of a Form shows of the website that it is about. */
export function* findAnswerSign(
  session: Session,
  { endpoint, website }: WebsiteQuery,
  form: 1 | 2,
  answer: ServiceAnswer,
): Exchange<Sign> {
  if (session.profile.parameterOf?.[endpoint] === form || namesWebsite(answer.body, website)) return 'own';
  yield* readAndLearn(session, endpoint, answer.body);
  const stated = findStatedWebsite(session.recipes[endpoint] ?? [], answer.body);
  if (stated === null) return 'unnamed';
  return stated === website ? 'own' : 'foreign';
}

const pollMs = 100;

/**
 * Lets one question at a time find out what an endpoint heeds, so that many need one check together.
 * @returns false where another has found out meanwhile; true: give the turn back by {@link releaseTurn}
 * @throws ApiError of kind `pending` where the others do not come to an end before the deadline, with the requests `spent`
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
    if ((yield* now()) + pollMs >= deadline) throw withSpent(pendingFault(session, endpoint), spent);
    yield* wait(pollMs);
  }
  return false;
}

export function releaseTurn(session: Session, endpoint: Endpoint): void {
  applyEvent(session, { type: 'turn', endpoint, isOver: true });
}
