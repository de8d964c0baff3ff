import type { AnalyticsWindow, Endpoint, Website } from '@answershare/core';
import { type Answer, type Ask, askAbout, askWebsites, type Figures, type Given } from '../asks/ask.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from './refusal.ts';
import { textArgument } from './text-argument.ts';

function theAnswer<E extends Endpoint>(desk: Desk, ask: Ask<E>): Given<Figures[E]> {
  const [answer]: readonly Answer<Figures[E]>[] = desk.ask([ask]);
  if (answer === undefined) throw new Error('A question was left without an answer.');
  if (!answer.ok) throw new Refusal(answer.code, answer.sentence);
  return answer;
}

/** The key's websites. @throws Refusal */
export function theWebsites(desk: Desk): readonly Website[] {
  return theAnswer(desk, askWebsites).value;
}

/** An answer about a website, which it names. */
export type AnswerAbout<E extends Endpoint> = Given<Figures[E]> & { readonly website: Website };

/**
 * The answer about the one website of a table.
 * @throws Refusal where the cell is blank, a range, no website of the team, or has no answer
 */
export function aboutOne<E extends Endpoint>(
  desk: Desk,
  functionName: string,
  endpoint: E,
  argument: unknown,
  window: AnalyticsWindow | null = null,
): AnswerAbout<E> {
  const answer = theAnswer(desk, askAbout(endpoint, requireWebsite(functionName, argument), window));
  if (answer.website === null) throw new Error('An answer about a website named none.');
  return { ...answer, website: answer.website };
}

/** @throws Refusal where the cell is blank or a range of several */
export function requireWebsite(functionName: string, argument: unknown): string {
  const text = textArgument(argument, 'website');
  if (text === null) {
    throw new Refusal('bad_request', `${functionName} needs a website: an id, a domain or a name.`);
  }
  return text;
}
