import { otherForm, toDialect, toParameterForm } from '../dialects/profile.ts';
import { isMisunderstood, recogniseParameter, rejectsParameter } from '../dialects/recognise-form.ts';
import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { createOwnFault } from '../errors/sentences.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { findAnswerSign, namesWebsite } from '../request/parameter-evidence.ts';
import { buildRequest, encodeQuery, formatQueryString, type WebsiteQuery } from '../request/request.ts';
import { learnEvidence, type RetryLimits, type ServiceAnswer, sendRequest } from '../request/send-request.ts';
import { applyEvent } from '../request/session.ts';
import { toFaultSign, unknownWebsiteId } from '../request/steps.ts';
import { type Inspection, recordFault, recordFinding, sendProbe } from './probe.ts';

type Sampled = 'authority' | 'citations' | 'competitors';

/** What a first request told of an endpoint. */
interface Learnt {
  /** Of the request that was to tell. */
  readonly fault: ApiError | null;
  /** The name to ask with instead; null where the first one is right, or nobody can tell. */
  readonly instead: 1 | 2 | null;
  /** The body that the endpoint gives for every website; null where it is not known. */
  readonly ignoring?: string | null;
}

interface Honored {
  readonly yes: boolean;
  readonly spent: number;
  /** True where the same body came for the website that does not exist. */
  readonly isSteady?: boolean;
}

/**
 * Whether the website parameter of an answered request was heeded: by the website that the answer names, else by one request
 * for a website that does not exist.
 * @throws ApiError where that request shows neither
 */
function* isHonored(
  { session }: Inspection,
  question: WebsiteQuery,
  form: 1 | 2,
  answer: ServiceAnswer,
  patience: RetryLimits,
): Exchange<Honored> {
  const sign = yield* findAnswerSign(session, question, form, answer);
  if (sign !== 'unnamed') return { yes: sign === 'own', spent: 0 };
  const asked = { ...question, website: unknownWebsiteId };
  const { query } = encodeQuery(asked, toDialect(form), toDialect(form), yield* now());
  try {
    const { spent, text } = yield* sendRequest(session, asked, buildRequest(session, asked, query), patience);
    return { yes: false, spent, isSteady: text === answer.text };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    if (toFaultSign(form, thrown) !== 'fault') return { yes: true, spent: thrown.spent };
    throw withSpent(thrown, thrown.spent + answer.spent);
  }
}

/** A listed website other than this one, whose figures differ. */
export const findOtherWebsite = ({ session }: Inspection, website: string): string =>
  session.listed.find((id) => id !== website) ?? website;

/**
 * Learns from the answer to the other name, after the first was refused or ignored. A refusal shows that the name is needed;
 * so does another body, where the ignored name gave the same one twice.
 */
export function* learnInstead(
  visit: Inspection,
  question: WebsiteQuery,
  form: 1 | 2,
  first: ServiceAnswer | ApiError,
  second: ServiceAnswer,
  { ignoring = null }: Learnt,
): Exchange<Learnt> {
  const { session } = visit;
  if (!isApiError(first) && (ignoring === null || second.text === ignoring))
    return yield* learnParameter(visit, question, form, second, false);
  if (session.profile.websiteParameter.form === null)
    yield* learnEvidence(session, recogniseParameter(form, second.status, null, second.fetchedAt));
  applyEvent(session, { type: 'heeded', endpoint: question.endpoint, form });
  return { fault: null, instead: null };
}

/** What an answer or a refusal says about the website parameter that was asked with; at most one request more. */
export function* learnParameter(
  visit: Inspection,
  question: WebsiteQuery,
  asked: 1 | 2,
  outcome: ServiceAnswer | ApiError,
  quick: boolean,
): Exchange<Learnt> {
  const { session } = visit;
  const at = yield* now();
  const isFirst = session.profile.websiteParameter.form === null;
  const other: Learnt = { fault: null, instead: otherForm(asked) };
  if (isApiError(outcome)) {
    // A page of a proxy comes with 200 too, whatever was asked.
    const { status, kind, code } = outcome;
    const isRefused = rejectsParameter(status) && kind !== 'bad_body';
    if (status === null || (!isRefused && !isMisunderstood(status, kind)))
      return { fault: null, instead: null };
    if (isFirst) yield* learnEvidence(session, recogniseParameter(asked, status, code, at));
    return other;
  }
  if (quick && !namesWebsite(outcome.body, question.website)) return { fault: null, instead: null };
  const patience = { deadline: at + session.timeoutMs, retries: 0 };
  try {
    const heeded = yield* isHonored(visit, question, asked, outcome, patience);
    visit.spent += heeded.spent;
    if (heeded.yes) {
      if (isFirst) yield* learnEvidence(session, recogniseParameter(asked, outcome.status, null, at));
      applyEvent(session, { type: 'heeded', endpoint: question.endpoint, form: asked });
      return { fault: null, instead: null };
    }
    const seen = `${toDialect(asked).websiteParameter} is not heeded`;
    if (isFirst) yield* learnEvidence(session, ['websiteParameter', { form: otherForm(asked), seen, at }]);
    return { ...other, ignoring: heeded.isSteady ? outcome.text : null };
  } catch (thrown) {
    // What was spent on the answer before is counted with it, and by the visit already.
    return { fault: recordFault(visit, thrown, outcome.spent), instead: null };
  }
}

/**
 * Reads one endpoint. While the website parameter is unknown `websiteId` goes first, because both Forms' answers to it are
 * specified (§4); where the endpoint takes the other name, it is asked again, unless in a hurry.
 */
export function* sampleBodies(
  visit: Inspection,
  endpoint: Sampled,
  website: string,
  quick: boolean,
): Exchange<void> {
  const { session } = visit;
  const question: WebsiteQuery = { endpoint, website };
  const ask = (about: WebsiteQuery, form: 1 | 2): Exchange<ServiceAnswer | ApiError> =>
    sendProbe(visit, about, formatQueryString([[toDialect(form).websiteParameter, about.website]]));
  const asked = toParameterForm(session.profile, endpoint) ?? 1;
  const outcome = yield* ask(question, asked);
  const learnt = yield* learnParameter(visit, question, asked, outcome, quick);
  const { fault, instead } = learnt;
  if (fault !== null || instead === null) {
    yield* recordFinding(visit, endpoint, fault ?? outcome);
    return;
  }
  if (quick) return;
  const other = isApiError(outcome) ? question : { endpoint, website: findOtherWebsite(visit, website) };
  const second = yield* ask(other, instead);
  if (isApiError(second)) {
    if (rejectsParameter(second.status)) applyEvent(session, { type: 'refusedBoth', endpoint });
    yield* recordFinding(
      visit,
      endpoint,
      isApiError(outcome) && rejectsParameter(second.status) ? outcome : second,
    );
    return;
  }
  const verdict = yield* learnInstead(visit, other, instead, outcome, second, learnt);
  const isIgnored = verdict.fault === null && verdict.instead !== null;
  if (!isIgnored) yield* recordFinding(visit, endpoint, verdict.fault ?? second);
  else {
    const both = createOwnFault(session, endpoint, 'shape', 'service', {
      said: 'it heeds neither website parameter and answered for no website or for all',
      status: second.status,
    });
    yield* recordFinding(visit, endpoint, both);
  }
}
