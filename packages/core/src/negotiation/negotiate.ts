import { toDialect } from '../dialects/profile.ts';
import { rejectsParameter } from '../dialects/recognise-form.ts';
import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { createOwnFault } from '../errors/sentences.ts';
import type { Exchange } from '../exchange/effect.ts';
import { redact } from '../keys/redact.ts';
import { findStatedWebsite } from '../recipes/read-by-recipe.ts';
import type { Query, RequestForms, WebsiteQuery } from '../request/request.ts';
import { askInForms, type RetryLimits, type WindowedAnswer } from '../request/send-request.ts';
import { applyEvent, type Session } from '../request/session.ts';
import { acquireTurn, findAnswerSign, releaseTurn } from './parameter-evidence.ts';
import { learnFirst, settleParameter, settleWindow } from './settle-parameter.ts';
import {
  type Facts,
  firstForm,
  isCheck,
  isStep,
  nextStep,
  type Sign,
  type Step,
  toFacts,
  toFaultSign,
  toRequestForms,
  unknownWebsiteId,
  withWidestWindow,
} from './steps.ts';

/** The fault for an answer about no website, another one, or all. */
function parameterIgnoredError(
  session: Session,
  { endpoint, website }: WebsiteQuery,
  form: 1 | 2,
  answer: WindowedAnswer | null,
): ApiError {
  const stated = findStatedWebsite(session.recipes[endpoint] || [], answer?.body);
  const detail =
    stated === null || stated === website
      ? `it does not heed ${toDialect(form).websiteParameter} and answered for no website or for all`
      : `it is about the website "${stated}", not "${website}"`;
  return createOwnFault(session, endpoint, 'shape', 'service', {
    detail: redact(session.hidden.inText(detail)),
    status: 200,
  });
}

/** The outcome of a step and its sign. */
interface Outcome {
  readonly sign: Sign;
  readonly spent: number;
  readonly answer: WindowedAnswer | null;
  readonly fault: ApiError | null;
}

/** A query whose parameter names are looked for. */
interface Negotiation {
  readonly session: Session;
  readonly question: WebsiteQuery;
  readonly retry: RetryLimits;
  /** The Form of the first name. */
  readonly form: 1 | 2;
  /** The endpoint's turn is to be released. */
  hasTurn: boolean;
}

function* takeStep(
  { session, question, retry }: Negotiation,
  step: Step,
  asked: WebsiteQuery,
  forms: RequestForms,
): Exchange<Outcome> {
  try {
    if (isCheck(step)) {
      const unknown = { ...question, website: unknownWebsiteId };
      const { spent } = yield* askInForms(session, unknown, forms, { ...retry, retries: 0 });
      return { sign: 'own', spent, answer: null, fault: null };
    }
    const answer = yield* askInForms(session, asked, forms, retry);
    const sign = yield* findAnswerSign(session, asked, forms.website, answer);
    return { sign, spent: answer.spent, answer, fault: null };
  } catch (fault) {
    if (!isApiError(fault)) throw fault;
    return { sign: toFaultSign(forms.website, fault), spent: fault.spent, answer: null, fault };
  }
}

/** A query between two steps. */
interface Progress {
  /** The query with the window of the current step. */
  readonly asked: WebsiteQuery;
  readonly spent: number;
  /** The last answer. */
  readonly answer: WindowedAnswer | null;
  /** The outcome of the first name, kept while the other is tried. */
  readonly first: { readonly sign: Sign; readonly fault: ApiError } | null;
  /** The other name's Form cannot express the window. */
  readonly windowFault: ApiError | null;
}

/** Records the name that was honoured, and returns the answer. */
function* endWithAnswer(
  { session, form, retry }: Negotiation,
  { asked, spent, first, windowFault }: Progress,
  forms: RequestForms,
  answer: WindowedAnswer,
): Exchange<WindowedAnswer> {
  const { status, fetchedAt: at } = answer;
  if (forms.website === form) learnFirst(session, asked, form, answer);
  else settleParameter(session, asked, forms.website, { before: first?.fault.status ?? null, status, at });
  if (windowFault !== null) throw withSpent(windowFault, spent);
  return yield* settleWindow(session, asked, { ...answer, spent }, forms, retry);
}

/**
 * Records what a refusal shows, and throws its fault. An unknown website shows that the name is honoured, unless the first
 * name shows the same.
 * @param other the other name's Form, if it was tried and no Form is known
 */
function endWithFault(
  { session }: Negotiation,
  { asked, first, spent }: Progress,
  sign: Sign,
  other: 1 | 2 | null,
  fault: ApiError,
): never {
  const before = first?.fault.status ?? null;
  if (sign === 'not found' && other !== null && first?.fault.kind !== 'not_found')
    settleParameter(session, asked, other, { before, status: 404, at: session.host.now() });
  const isFirstRefused = first?.sign === 'not found' || first?.sign === 'bad request';
  if (isFirstRefused && rejectsParameter(fault.status))
    applyEvent(session, { type: 'refusedBoth', endpoint: asked.endpoint });
  throw withSpent(fault, spent);
}

/** True if the first step leads to another that finds the endpoint's name. One query at a time does so. */
const mayFindName = (step: Step, sign: Sign, facts: Facts): boolean =>
  step === 'first' && !facts.isHonored && !facts.isOtherHonored && isStep(nextStep(step, sign, facts));

function* runSteps(negotiation: Negotiation): Exchange<WindowedAnswer> {
  const { session, question, retry, form } = negotiation;
  const { endpoint, website } = question;
  const readFacts = (): Facts => toFacts(session.profile, question, form, session.listed.includes(website));
  let step: Step = 'first';
  let progress: Progress = { asked: question, spent: 0, answer: null, first: null, windowFault: null };
  for (;;) {
    const { asked, first } = progress;
    const forms = toRequestForms(step, session.profile, question, form, first?.sign ?? null);
    let facts = readFacts();
    const outcome = yield* takeStep(negotiation, step, asked, forms);
    const answer = outcome.answer ?? progress.answer;
    progress = { ...progress, spent: progress.spent + outcome.spent, answer };
    let { sign } = outcome;
    if (mayFindName(step, sign, facts)) {
      negotiation.hasTurn = yield* acquireTurn(session, endpoint, retry.deadline, progress.spent);
      facts = readFacts();
      // Another query may have found the name meanwhile.
      if (sign === 'unnamed' && facts.isHonored) sign = 'own';
    }
    const next = nextStep(step, sign, facts);
    if (next === 'answer' && answer !== null)
      return yield* endWithAnswer(negotiation, progress, forms, answer);
    const fault = outcome.fault ?? parameterIgnoredError(session, asked, forms.website, answer);
    if (!isStep(next)) {
      const last = (next === 'first fault' ? first?.fault : null) ?? fault;
      const other = forms.website === form || facts.isKnown ? null : forms.website;
      return endWithFault(negotiation, progress, sign, other, last);
    }
    if (next === 'other')
      progress = { ...progress, first: { sign: step === 'check' ? 'unnamed' : sign, fault } };
    if (next === 'widest') progress = { ...progress, windowFault: fault, asked: withWidestWindow(question) };
    step = next;
  }
}

/**
 * Sends a query by the steps of {@link Step} and records what the endpoint honours.
 * @throws ApiError with all requests spent
 */
export function* negotiate(session: Session, question: Query, retry: RetryLimits): Exchange<WindowedAnswer> {
  const { endpoint } = question;
  if (endpoint === 'websites') return yield* askInForms(session, question, { website: 1, window: 1 }, retry);
  const form = firstForm(session.profile, question);
  const negotiation = { session, question, retry, form, hasTurn: false };
  try {
    return yield* runSteps(negotiation);
  } finally {
    if (negotiation.hasTurn) releaseTurn(session, endpoint);
  }
}
