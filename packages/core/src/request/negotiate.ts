import { toDialect } from '../dialects/profile.ts';
import { rejectsParameter } from '../dialects/recognise-form.ts';
import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { createOwnFault } from '../errors/sentences.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { redact } from '../keys/redact.ts';
import { findStatedWebsite } from '../recipes/read-by-recipe.ts';
import { acquireTurn, findAnswerSign, releaseTurn } from './parameter-evidence.ts';
import type { Query, WebsiteQuery } from './request.ts';
import { askInForms, type RetryLimits, type WindowedAnswer } from './send-request.ts';
import { applyEvent, type Session } from './session.ts';
import { learnFirst, settleParameter, settleWindow } from './settle-parameter.ts';
import {
  firstForm,
  isAnswered,
  isCheck,
  isStep,
  nextStep,
  type RequestForms,
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

/**
 * Sends a query by the steps of {@link Step} and records what the endpoint honours.
 * @throws ApiError with all requests spent
 */
export function* negotiate(session: Session, question: Query, retry: RetryLimits): Exchange<WindowedAnswer> {
  const { endpoint } = question;
  if (endpoint === 'websites') return yield* askInForms(session, question, { website: 1, window: 1 }, retry);
  const form = firstForm(session.profile, question);
  const facts = () => toFacts(session.profile, question, form, session.listed.includes(question.website));
  let asked: WebsiteQuery = question;
  let step: Step = 'first';
  let spent = 0;
  let answer: WindowedAnswer | null = null;
  let first: FirstOutcome | null = null;
  let windowFault: ApiError | null = null;
  let hasTurn = false;
  try {
    for (;;) {
      const forms = toRequestForms(
        step,
        session.profile,
        question,
        form,
        first !== null && isAnswered(first.sign),
      );
      let before = facts();
      const outcome = yield* takeStep(session, step, asked, forms, retry);
      spent += outcome.spent;
      answer = outcome.answer ?? answer;
      let { sign } = outcome;
      let next = nextStep(step, sign, before);
      if (step === 'first' && isStep(next) && !before.isHonored && !before.isOtherHonored) {
        hasTurn = yield* acquireTurn(session, endpoint, retry.deadline, spent);
        before = facts();
        if (sign === 'unnamed' && before.isHonored) sign = 'own';
        next = nextStep(step, sign, before);
      }
      const refusal = first?.fault.status ?? null;
      if (next === 'answer' && answer !== null) {
        if (forms.website === form) yield* learnFirst(session, asked, form, answer);
        else yield* settleParameter(session, asked, forms.website, refusal, answer.status, answer.fetchedAt);
        if (windowFault !== null) throw withSpent(windowFault, spent);
        return yield* settleWindow(session, asked, { ...answer, spent }, forms, retry);
      }
      const fault = outcome.fault ?? parameterIgnoredError(session, asked, forms.website, answer);
      if (next === 'other') first = { sign: step === 'check' ? 'unnamed' : sign, fault };
      if (next === 'widest') {
        windowFault = fault;
        asked = withWidestWindow(question);
      }
      if (isStep(next)) {
        step = next;
        continue;
      }
      if (
        sign === 'not found' &&
        forms.website !== form &&
        !before.isKnown &&
        first?.fault.kind !== 'not_found'
      )
        yield* settleParameter(session, asked, forms.website, refusal, 404, yield* now());
      const error = next === 'first fault' && first !== null ? first.fault : fault;
      if ((first?.sign === 'not found' || first?.sign === 'bad request') && rejectsParameter(error.status))
        applyEvent(session, { type: 'refusedBoth', endpoint });
      throw withSpent(error, spent);
    }
  } finally {
    if (hasTurn) releaseTurn(session, endpoint);
  }
}
