import { type Answer, learnInto } from '../asking/attempt.ts';
import { isHeeded, namesWebsite } from '../asking/heeded.ts';
import { queryText } from '../asking/request.ts';
import { dialectOf, otherForm } from '../dialects/profile.ts';
import { isMisunderstood, recogniseParameter } from '../dialects/recognise.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { type ApiError, isApiError } from '../faults/api-error.ts';
import { faultOf, inspect, record, type Visit } from './visit.ts';

type Sampled = 'authority' | 'citations' | 'competitors';

/**
 * What an answer or a refusal says about the website parameter that was asked with; at most one request more. Gives back
 * the fault of that request where it tells nothing.
 */
function* learnParameter(
  visit: Visit,
  endpoint: Sampled,
  website: string,
  asked: 1 | 2,
  outcome: Answer | ApiError,
  quick: boolean,
): Exchange<ApiError | null> {
  const { session } = visit;
  const at = yield* now();
  if (isApiError(outcome)) {
    // A page of a proxy comes with 200 too, whatever was asked.
    const { status, kind, code } = outcome;
    if (status !== null && isMisunderstood(status, kind))
      yield* learnInto(session, recogniseParameter(asked, status, code, at));
    return null;
  }
  const sign = recogniseParameter(asked, outcome.status, null, at);
  if (namesWebsite(outcome)) {
    yield* learnInto(session, sign);
    return null;
  }
  if (quick) return null;
  const patience = { deadline: at + session.timeoutMs, retries: 0 };
  try {
    const heeded = yield* isHeeded(session, { endpoint, website }, asked, outcome, patience);
    visit.spent += heeded.spent;
    const seen = `${dialectOf(asked).websiteParameter} is not heeded`;
    yield* learnInto(session, heeded.yes ? sign : ['websiteParameter', { form: otherForm(asked), seen, at }]);
    return null;
  } catch (thrown) {
    // What was spent on the answer before is counted with it, and by the visit already.
    return faultOf(visit, thrown, outcome.spent);
  }
}

/**
 * Reads one endpoint. While the website parameter is unknown `websiteId` goes first, because both Forms' answers to it are
 * specified (§4); where it turns out to be the other name, the endpoint is asked again, unless in a hurry.
 */
export function* sample(visit: Visit, endpoint: Sampled, website: string, quick: boolean): Exchange<void> {
  const { session } = visit;
  const ask = (form: 1 | 2): Exchange<Answer | ApiError> =>
    inspect(visit, { endpoint, website }, queryText([[dialectOf(form).websiteParameter, website]]));
  const known = session.profile.websiteParameter.form;
  const asked = known ?? 1;
  const outcome = yield* ask(asked);
  const fault =
    known === null ? yield* learnParameter(visit, endpoint, website, asked, outcome, quick) : null;
  if (fault !== null) {
    yield* record(visit, endpoint, fault);
    return;
  }
  const learnt = session.profile.websiteParameter.form ?? asked;
  if (learnt === asked) yield* record(visit, endpoint, outcome);
  else if (!quick) yield* record(visit, endpoint, yield* ask(learnt));
}
