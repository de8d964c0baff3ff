import { readAnalytics } from '../analytics/read-analytics.ts';
import { type AxisName, dialectOf, otherForm, unlearn } from '../dialects/profile.ts';
import { recogniseParameter } from '../dialects/recognise.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { type ApiError, isApiError, withSpent } from '../faults/api-error.ts';
import { ownFault } from '../faults/own-fault.ts';
import { daysIn } from '../windows/fit.ts';
import type { WindowPlan } from '../windows/resolve.ts';
import { widest } from '../windows/widen.ts';
import { type Answer, attempt, learnInto, type Patience } from './attempt.ts';
import { isHeeded } from './heeded.ts';
import type { Question, WebsiteQuestion } from './question.ts';
import { readAnswer } from './read-answer.ts';
import { requestFor, wordQuestion } from './request.ts';
import type { Session } from './session.ts';

export interface WindowedAnswer extends Answer {
  readonly window: WindowPlan | null;
}

/** True where the Form of an axis was given by configuration and is not to be doubted. */
function isFixed(session: Session, axis: AxisName): boolean {
  return session.profile[axis].configured === true;
}

function* askIn(
  session: Session,
  question: Question,
  website: 1 | 2,
  window: 1 | 2,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const wording = wordQuestion(question, dialectOf(website), dialectOf(window), yield* now());
  const request = requestFor(session, question, wording.query);
  const answer = yield* attempt(session, question, request, patience);
  return { ...answer, window: wording.window };
}

/** Days of the asked window that an answer has; null where the answer cannot be read as daily figures. */
function* daysGiven(session: Session, answer: WindowedAnswer): Exchange<number | null> {
  const reading = yield* readAnswer(session, 'analytics', answer, readAnalytics);
  return reading.ok && answer.window ? daysIn(reading.value, answer.window.range).length : null;
}

/**
 * While the window axis is unknown, an analytics answer that lacks many of the asked days may be the answer to a window that
 * the service did not understand. Then the other Form's words are tried once, and the better answer settles the axis. Two
 * that are alike settle nothing: a young website has no more days to give.
 */
function* settleWindow(
  session: Session,
  question: Question,
  first: WindowedAnswer,
  website: 1 | 2,
  patience: Patience,
): Exchange<WindowedAnswer> {
  if (question.endpoint !== 'analytics' || first.window === null || session.profile.window.form !== null)
    return first;
  const asked = first.window.days;
  const given = yield* daysGiven(session, first);
  if (given === null || given === 0) return first;
  let best = { answer: first, form: website, days: given };
  let spent = first.spent;
  if (given < asked - 1) {
    try {
      const second = yield* askIn(session, question, website, otherForm(website), patience);
      spent += second.spent;
      const days = (yield* daysGiven(session, second)) ?? 0;
      if (days > given) best = { answer: second, form: otherForm(website), days };
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      spent += thrown.spent;
    }
  }
  if (best.answer === first && given < asked - 1) return { ...first, spent };
  const seen = `asked for ${asked} days, got ${best.days}`;
  yield* learnInto(session, ['window', { form: best.form, seen, at: best.answer.fetchedAt }]);
  return { ...best.answer, spent };
}

/**
 * Asks in the Form that is known. While the website parameter is unknown, `websiteId` goes first, since both answers to it
 * are specified: Form 1 serves it and Form 2 answers 400 bad_request (specification §4). A 400 to a parameter that was learnt
 * and not configured has the other name tried once, so that a service that changes its Form is learnt anew. Never both names
 * at once: an ignored parameter would hide an error.
 */
export function* negotiate(
  session: Session,
  question: Question,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const known = session.profile.websiteParameter.form;
  const form = known ?? 1;
  const windowOf = (website: 1 | 2): 1 | 2 => session.profile.window.form ?? website;
  if (question.endpoint === 'websites') return yield* askIn(session, question, form, form, patience);
  let refused: ApiError;
  try {
    const answer = yield* askIn(session, question, form, windowOf(form), patience);
    if (known !== null) return yield* settleWindow(session, question, answer, form, patience);
    const heeded = yield* isHeeded(session, question, form, answer, patience);
    if (heeded.yes) {
      yield* learnInto(session, recogniseParameter(form, answer.status, null, answer.fetchedAt));
      const settled = yield* settleWindow(session, question, answer, form, patience);
      return { ...settled, spent: settled.spent + heeded.spent };
    }
    refused = ignoredName(session, question, form, answer.spent + heeded.spent);
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.status === null || isFixed(session, 'websiteParameter')) throw thrown;
    const sign = recogniseParameter(form, thrown.status, thrown.code, 0);
    // A body that breaks off says nothing of the parameter's name.
    if (sign === null || sign[1].form === form) throw thrown;
    refused = thrown;
  }
  const answer = yield* askOther(session, question, otherForm(form), refused, patience);
  return yield* settleWindow(session, question, answer, otherForm(form), patience);
}

function ignoredName(session: Session, question: WebsiteQuestion, form: 1 | 2, spent: number): ApiError {
  const said = `it does not heed ${dialectOf(form).websiteParameter} and answered for no website or for all`;
  return ownFault(session, question.endpoint, 'shape', 'service', { said, status: 200, spent });
}

/**
 * The other name, once. An answer to it that heeds the website settles the axis; while nothing was known, so does an error
 * that shows that the website was understood. Where the other name is refused too or is not heeded, the first refusal stands
 * and nothing is learnt. Where it cannot word the window, the widest window that it has is asked for, once: then every such
 * window is refused at no cost and with its reason.
 */
function* askOther(
  session: Session,
  question: WebsiteQuestion,
  form: 1 | 2,
  refused: ApiError,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const settle = (status: number, at: number): Exchange<void> => {
    const names = [otherForm(form), form].map((one) => dialectOf(one).websiteParameter);
    const seen = `${names[0]} answered ${refused.status}, ${names[1]} ${status}`;
    // A service that changed the one name has hardly kept the other Form's windows.
    if (!isFixed(session, 'window')) session.profile = unlearn(session.profile, 'window');
    session.profile = unlearn(session.profile, 'websiteParameter');
    return learnInto(session, ['websiteParameter', { form, seen, at }]);
  };
  try {
    const answer = yield* askIn(session, question, form, form, patience);
    const heeded = yield* isHeeded(session, question, form, answer, patience);
    if (!heeded.yes) throw ignoredName(session, question, form, answer.spent + heeded.spent);
    yield* settle(answer.status, answer.fetchedAt);
    return { ...answer, spent: answer.spent + heeded.spent + refused.spent };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    const known = session.profile.websiteParameter.form !== null;
    if (thrown.kind === 'window' && !known && question.endpoint === 'analytics') {
      const { spent } = yield* askOther(session, { ...question, window: widest }, form, refused, patience);
      throw withSpent(thrown, spent);
    }
    if (thrown.kind === 'not_found' && !known) yield* settle(404, yield* now());
    const first =
      thrown.kind === 'bad_request' || thrown.kind === 'window' || (thrown.kind === 'not_found' && known);
    throw withSpent(first ? refused : thrown, thrown.spent + refused.spent);
  }
}
