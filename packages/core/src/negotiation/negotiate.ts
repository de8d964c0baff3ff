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
  isAnswered,
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
  const stated = findStatedWebsite(session.recipes[endpoint] ?? [], answer?.body);
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

function* takeStep(
  session: Session,
  step: Step,
  question: WebsiteQuery,
  forms: RequestForms,
  retry: RetryLimits,
): Exchange<Outcome> {
  try {
    if (isCheck(step)) {
      const unknown = { ...question, website: unknownWebsiteId };
      const { spent } = yield* askInForms(session, unknown, forms, { ...retry, retries: 0 });
      return { sign: 'own', spent, answer: null, fault: null };
    }
    const answer = yield* askInForms(session, question, forms, retry);
    const sign = yield* findAnswerSign(session, question, forms.website, answer);
    return { sign, spent: answer.spent, answer, fault: null };
  } catch (fault) {
    if (!isApiError(fault)) throw fault;
    return { sign: toFaultSign(forms.website, fault), spent: fault.spent, answer: null, fault };
  }
}

/** The outcome of the first name, kept while the other is tried. */
interface FirstOutcome {
  readonly sign: Sign;
  readonly fault: ApiError;
}

/** A query between two steps. */
interface Progress {
  /** The query with the window of the current step. */
  readonly asked: WebsiteQuery;
  readonly spent: number;
  /** The last answer. */
  readonly answer: WindowedAnswer | null;
  readonly first: FirstOutcome | null;
  /** The other name's Form cannot express the window. */
  readonly windowFault: ApiError | null;
}

/** Records the name that was honoured, and returns the answer. */
function* endWithAnswer(
  session: Session,
  { asked, spent, first, windowFault }: Progress,
  answer: WindowedAnswer,
  forms: RequestForms,
  isFirst: boolean,
  retry: RetryLimits,
): Exchange<WindowedAnswer> {
  const { website: form } = forms;
  const refusal = first?.fault.status ?? null;
  if (isFirst) learnFirst(session, asked, form, answer);
  else settleParameter(session, asked, form, refusal, answer.status, answer.fetchedAt);
  if (windowFault !== null) throw withSpent(windowFault, spent);
  return yield* settleWindow(session, asked, { ...answer, spent }, forms, retry);
}

/**
 * Records what a refusal shows, and throws its fault. An unknown website shows that the name is honoured, unless the first
 * name shows the same.
 * @param other the other name's Form, if it was tried and no Form is known
 */
function endWithFault(
  session: Session,
  { asked, first, spent }: Progress,
  sign: Sign,
  other: 1 | 2 | null,
  fault: ApiError,
): never {
  if (sign === 'not found' && other !== null && first?.fault.kind !== 'not_found')
    settleParameter(session, asked, other, first?.fault.status ?? null, 404, session.host.now());
  const isFirstRefused = first?.sign === 'not found' || first?.sign === 'bad request';
  if (isFirstRefused && rejectsParameter(fault.status))
    applyEvent(session, { type: 'refusedBoth', endpoint: asked.endpoint });
  throw withSpent(fault, spent);
}

/** True if the first step leads to another that finds the endpoint's name. One query at a time does so. */
const mayFindName = (step: Step, sign: Sign, facts: Facts): boolean =>
  step === 'first' && !facts.isHonored && !facts.isOtherHonored && isStep(nextStep(step, sign, facts));

/** The sign after the wait for a turn, in which another query may have found the name. */
const toSettledSign = (sign: Sign, { isHonored }: Facts): Sign =>
  sign === 'unnamed' && isHonored ? 'own' : sign;

/** @param onTurn called with the turn of the endpoint's negotiation acquired */
function* runSteps(
  session: Session,
  question: WebsiteQuery,
  retry: RetryLimits,
  onTurn: (hasTurn: boolean) => void,
): Exchange<WindowedAnswer> {
  const form = firstForm(session.profile, question);
  const readFacts = (): Facts =>
    toFacts(session.profile, question, form, session.listed.includes(question.website));
  let step: Step = 'first';
  let progress: Progress = { asked: question, spent: 0, answer: null, first: null, windowFault: null };
  for (;;) {
    const { asked, first } = progress;
    const wasAnswered = first !== null && isAnswered(first.sign);
    const forms = toRequestForms(step, session.profile, question, form, wasAnswered);
    const isFirst = forms.website === form;
    const before = readFacts();
    const outcome = yield* takeStep(session, step, asked, forms, retry);
    const answer = outcome.answer ?? progress.answer;
    progress = { ...progress, spent: progress.spent + outcome.spent, answer };
    const needsTurn = mayFindName(step, outcome.sign, before);
    if (needsTurn) onTurn(yield* acquireTurn(session, question.endpoint, retry.deadline, progress.spent));
    const facts = needsTurn ? readFacts() : before;
    const sign = needsTurn ? toSettledSign(outcome.sign, facts) : outcome.sign;
    const next = nextStep(step, sign, facts);
    if (next === 'answer' && answer !== null)
      return yield* endWithAnswer(session, progress, answer, forms, isFirst, retry);
    const fault = outcome.fault ?? parameterIgnoredError(session, asked, forms.website, answer);
    if (!isStep(next)) {
      const last = next === 'first fault' && first !== null ? first.fault : fault;
      const other = isFirst || facts.isKnown ? null : forms.website;
      return endWithFault(session, progress, sign, other, last);
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
  if (question.endpoint === 'websites')
    return yield* askInForms(session, question, { website: 1, window: 1 }, retry);
  let hasTurn = false;
  try {
    return yield* runSteps(session, question, retry, (acquired) => {
      hasTurn = acquired;
    });
  } finally {
    if (hasTurn) releaseTurn(session, question.endpoint);
  }
}
