import { type Answer, learnInto } from '../asking/attempt.ts';
import { isHeeded, namesWebsite } from '../asking/heeded.ts';
import type { WebsiteQuestion } from '../asking/question.ts';
import { queryText } from '../asking/request.ts';
import { dialectOf, learnParameterOf, otherForm, parameterFormOf } from '../dialects/profile.ts';
import { isMisunderstood, recogniseParameter } from '../dialects/recognise.ts';
import { type ApiError, isApiError } from '../errors/api-error.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { faultOf, inspect, record, type Visit } from './visit.ts';

type Sampled = 'authority' | 'citations' | 'competitors';

/** What a first request told of an endpoint. */
interface Learnt {
  /** Of the request that was to tell. */
  readonly fault: ApiError | null;
  /** The name to ask with instead; null where the first one is right, or nobody can tell. */
  readonly instead: 1 | 2 | null;
}

/** What an answer or a refusal says about the website parameter that was asked with; at most one request more. */
function* learnParameter(
  visit: Visit,
  question: WebsiteQuestion,
  asked: 1 | 2,
  outcome: Answer | ApiError,
  quick: boolean,
): Exchange<Learnt> {
  const { session } = visit;
  const at = yield* now();
  const isFirst = session.profile.websiteParameter.form === null;
  const other: Learnt = { fault: null, instead: otherForm(asked) };
  if (isApiError(outcome)) {
    // A page of a proxy comes with 200 too, whatever was asked.
    const { status, kind, code } = outcome;
    if (status === null || !isMisunderstood(status, kind)) return { fault: null, instead: null };
    if (isFirst) yield* learnInto(session, recogniseParameter(asked, status, code, at));
    return other;
  }
  if (quick && !namesWebsite(outcome.body, question.website)) return { fault: null, instead: null };
  const patience = { deadline: at + session.timeoutMs, retries: 0 };
  try {
    const heeded = yield* isHeeded(session, question, asked, outcome, patience);
    visit.spent += heeded.spent;
    if (heeded.yes) {
      if (isFirst) yield* learnInto(session, recogniseParameter(asked, outcome.status, null, at));
      session.profile = learnParameterOf(session.profile, question.endpoint, asked);
      return { fault: null, instead: null };
    }
    const seen = `${dialectOf(asked).websiteParameter} is not heeded`;
    if (isFirst) yield* learnInto(session, ['websiteParameter', { form: otherForm(asked), seen, at }]);
    return other;
  } catch (thrown) {
    // What was spent on the answer before is counted with it, and by the visit already.
    return { fault: faultOf(visit, thrown, outcome.spent), instead: null };
  }
}

/**
 * Reads one endpoint. While the website parameter is unknown `websiteId` goes first, because both Forms' answers to it are
 * specified (§4); where the endpoint takes the other name, it is asked again, unless in a hurry.
 */
export function* sample(visit: Visit, endpoint: Sampled, website: string, quick: boolean): Exchange<void> {
  const { session } = visit;
  const question: WebsiteQuestion = { endpoint, website };
  const ask = (form: 1 | 2): Exchange<Answer | ApiError> =>
    inspect(visit, question, queryText([[dialectOf(form).websiteParameter, website]]));
  const asked = parameterFormOf(session.profile, endpoint) ?? 1;
  const outcome = yield* ask(asked);
  const { fault, instead } = yield* learnParameter(visit, question, asked, outcome, quick);
  if (fault !== null || instead === null) {
    yield* record(visit, endpoint, fault ?? outcome);
    return;
  }
  if (quick) return;
  const second = yield* ask(instead);
  if (!isApiError(second) && namesWebsite(second.body, website))
    session.profile = learnParameterOf(session.profile, endpoint, instead);
  yield* record(visit, endpoint, second);
}
