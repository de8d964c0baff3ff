import { otherForm, toDialect, toParameterForm } from '../dialects/profile.ts';
import { isMisunderstood, recogniseParameter, rejectsParameter } from '../dialects/recognise-form.ts';
import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { createOwnFault } from '../errors/sentences.ts';
import type { Exchange } from '../exchange/effect.ts';
import { findAnswerSign, namesWebsite } from '../negotiation/parameter-evidence.ts';
import { toFaultSign, unknownWebsiteId } from '../negotiation/steps.ts';
import { buildRequest, encodeQuery, formatQueryString, type WebsiteQuery } from '../request/request.ts';
import { learnEvidence, type RetryLimits, type ServiceAnswer, sendRequest } from '../request/send-request.ts';
import { applyEvent } from '../request/session.ts';
import type { CurrentEndpoint } from '../resources/resources.ts';
import { type Inspection, recordFault, recordFinding, sendProbe } from './probe.ts';

/** What a first request shows of an endpoint. */
interface ParameterFinding {
  /** The fault of the check request. */
  readonly fault: ApiError | null;
  /** The Form of the other name, if that should be tried; else null. */
  readonly instead: 1 | 2 | null;
  /** The body that the endpoint returns for every website; null if unknown. */
  readonly ignoring?: string | null;
}

interface Honored {
  readonly yes: boolean;
  readonly spent: number;
  /** True if the unknown website got the same body. */
  readonly isSteady?: boolean;
}

/**
 * Checks whether an endpoint honours the website parameter: by the website in the answer, else by a request for an unknown
 * website.
 * @throws ApiError if that request shows neither
 */
function* checkHonored(
  { session }: Inspection,
  question: WebsiteQuery,
  form: 1 | 2,
  answer: ServiceAnswer,
  retry: RetryLimits,
): Exchange<Honored> {
  const sign = yield* findAnswerSign(session, question, form, answer);
  if (sign !== 'unnamed') return { yes: sign === 'own', spent: 0 };
  const asked = { ...question, website: unknownWebsiteId };
  const { query } = encodeQuery(asked, toDialect(form), toDialect(form), session.host.now());
  try {
    const { spent, text } = yield* sendRequest(session, asked, buildRequest(session, asked, query), retry);
    return { yes: false, spent, isSteady: text === answer.text };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    if (toFaultSign(form, thrown) !== 'fault') return { yes: true, spent: thrown.spent };
    throw withSpent(thrown, thrown.spent + answer.spent);
  }
}

/** Another listed website, with other figures; the same one if there is none. */
export const findOtherWebsite = ({ session }: Inspection, website: string): string =>
  session.listed.find((id) => id !== website) ?? website;

/**
 * Learns from the answer to the other name. The first name being refused proves that the other is needed; so does a
 * different body if the first name gave the same one twice.
 */
export function* learnInstead(
  inspection: Inspection,
  question: WebsiteQuery,
  form: 1 | 2,
  first: ServiceAnswer | ApiError,
  second: ServiceAnswer,
  { ignoring = null }: ParameterFinding,
): Exchange<ParameterFinding> {
  const { session } = inspection;
  if (!isApiError(first) && (ignoring === null || second.text === ignoring))
    return yield* learnParameter(inspection, question, form, second, false);
  if (session.profile.websiteParameter.form === null)
    learnEvidence(session, recogniseParameter(form, second.status, null, second.fetchedAt));
  applyEvent(session, { type: 'honored', endpoint: question.endpoint, form });
  return { fault: null, instead: null };
}

/** Learns from an answer or refusal whether the website parameter is honoured; at most one more request. */
export function* learnParameter(
  inspection: Inspection,
  question: WebsiteQuery,
  asked: 1 | 2,
  outcome: ServiceAnswer | ApiError,
  quick: boolean,
): Exchange<ParameterFinding> {
  const { session } = inspection;
  const at = session.host.now();
  const isFirst = session.profile.websiteParameter.form === null;
  const other: ParameterFinding = { fault: null, instead: otherForm(asked) };
  if (isApiError(outcome)) {
    // A proxy's page may come with 200 for any request.
    const { status, kind, code } = outcome;
    const isRefused = rejectsParameter(status) && kind !== 'bad_body';
    if (status === null || (!isRefused && !isMisunderstood(status, kind)))
      return { fault: null, instead: null };
    if (isFirst) learnEvidence(session, recogniseParameter(asked, status, code, at));
    return other;
  }
  if (quick && !namesWebsite(outcome.body, question.website)) return { fault: null, instead: null };
  const retry = { deadline: at + session.timeoutMs, retries: 0 };
  try {
    const honored = yield* checkHonored(inspection, question, asked, outcome, retry);
    inspection.spent += honored.spent;
    if (honored.yes) {
      if (isFirst) learnEvidence(session, recogniseParameter(asked, outcome.status, null, at));
      applyEvent(session, { type: 'honored', endpoint: question.endpoint, form: asked });
      return { fault: null, instead: null };
    }
    const seen = `${toDialect(asked).websiteParameter} is ignored`;
    if (isFirst) learnEvidence(session, ['websiteParameter', { form: otherForm(asked), seen, at }]);
    return { ...other, ignoring: honored.isSteady ? outcome.text : null };
  } catch (thrown) {
    // `outcome.spent` is included in the fault and already counted.
    return { fault: recordFault(inspection, thrown, outcome.spent), instead: null };
  }
}

/**
 * Samples one endpoint. Without a known Form `websiteId` comes first, because both Forms specify the answers to it (§4). The
 * other name is tried if needed, unless `quick`.
 */
export function* sampleBodies(
  inspection: Inspection,
  endpoint: CurrentEndpoint,
  website: string,
  quick: boolean,
): Exchange<void> {
  const { session } = inspection;
  const question: WebsiteQuery = { endpoint, website };
  const probe = (about: WebsiteQuery, form: 1 | 2): Exchange<ServiceAnswer | ApiError> =>
    sendProbe(inspection, about, formatQueryString([[toDialect(form).websiteParameter, about.website]]));
  const asked = toParameterForm(session.profile, endpoint) ?? 1;
  const outcome = yield* probe(question, asked);
  const learnt = yield* learnParameter(inspection, question, asked, outcome, quick);
  const { fault, instead } = learnt;
  if (fault !== null || instead === null) {
    yield* recordFinding(inspection, question, fault ?? outcome);
    return;
  }
  if (quick) return;
  const other: WebsiteQuery = isApiError(outcome)
    ? question
    : { endpoint, website: findOtherWebsite(inspection, website) };
  const second = yield* probe(other, instead);
  if (isApiError(second)) {
    if (rejectsParameter(second.status)) applyEvent(session, { type: 'refusedBoth', endpoint });
    yield* recordFinding(
      inspection,
      question,
      isApiError(outcome) && rejectsParameter(second.status) ? outcome : second,
    );
    return;
  }
  const verdict = yield* learnInstead(inspection, other, instead, outcome, second, learnt);
  const isIgnored = verdict.fault === null && verdict.instead !== null;
  if (!isIgnored) yield* recordFinding(inspection, other, verdict.fault ?? second);
  else {
    const both = createOwnFault(session, endpoint, 'shape', 'service', {
      detail: 'it heeds neither website parameter and answered for no website or for all',
      status: second.status,
    });
    yield* recordFinding(inspection, question, both);
  }
}
