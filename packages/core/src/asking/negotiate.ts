import {
  type AxisName,
  dialectOf,
  isParameterMixed,
  learnParameterOf,
  learnRefusedBoth,
  otherForm,
  parameterFormOf,
  unlearn,
} from '../dialects/profile.ts';
import { namesOtherParameter, recogniseParameter, refusesWords } from '../dialects/recognise.ts';
import { type ApiError, isApiError, withSpent } from '../errors/api-error.ts';
import { ownFault } from '../errors/own-fault.ts';
import { type Exchange, emit, now } from '../exchange/effect.ts';
import { redact } from '../keys/redact.ts';
import { statedWebsite } from '../recipes/reading.ts';
import { daysIn } from '../windows/fit.ts';
import type { WindowPlan } from '../windows/resolve.ts';
import { widest } from '../windows/widen.ts';
import { type Answer, attempt, learnInto, type Patience } from './attempt.ts';
import { alone, isHeeded, isKnownToHeed, namesWebsite } from './heeded.ts';
import { windowOfOther } from './plan.ts';
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

/** The Forms in whose words a question is asked. */
interface Words {
  readonly website: 1 | 2;
  readonly window: 1 | 2;
}

function* askIn(
  session: Session,
  question: Question,
  { website, window }: Words,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const wording = wordQuestion(question, dialectOf(website), dialectOf(window), yield* now());
  const request = requestFor(session, question, wording.query);
  const answer = yield* attempt(session, question, request, patience);
  return { ...answer, window: wording.window };
}

/** Days of the asked window that an answer has; null where the answer cannot be read as daily figures. */
function* daysGiven(session: Session, answer: WindowedAnswer): Exchange<number | null> {
  const reading = yield* readAnswer(session, 'analytics', answer.body);
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
  { website, window }: Words,
  patience: Patience,
): Exchange<WindowedAnswer> {
  if (question.endpoint !== 'analytics' || first.window === null || session.profile.window.form !== null)
    return first;
  const asked = first.window.days;
  const given = yield* daysGiven(session, first);
  if (given === null || given === 0) return first;
  let best = { answer: first, form: window, days: given };
  let spent = first.spent;
  if (given < asked - 1) {
    try {
      const second = yield* askIn(session, question, { website, window: otherForm(window) }, patience);
      spent += second.spent;
      const days = (yield* daysGiven(session, second)) ?? 0;
      if (days > given) best = { answer: second, form: otherForm(window), days };
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
 * Asks in the Form that is known for the endpoint. While the website parameter is unknown, `websiteId` goes first, since both
 * answers to it are specified: Form 1 serves it and Form 2 answers 400 bad_request (specification §4). An answer that does
 * not name its website is checked once for each endpoint, and a 400 to a parameter that was learnt and not configured has the
 * other name tried once, so that a service that changes its Form is learnt anew. Never both names at once: an ignored
 * parameter would hide an error.
 */
export function* negotiate(
  session: Session,
  question: Question,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const form = parameterFormOf(session.profile, question.endpoint) ?? 1;
  const words = { website: form, window: session.profile.window.form ?? form };
  if (question.endpoint === 'websites') return yield* askIn(session, question, words, patience);
  let answer: WindowedAnswer;
  try {
    answer = yield* askIn(session, question, words, patience);
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    if (isMisworded(session, form, thrown)) return yield* tryOther(session, question, form, thrown, patience);
    if (!mayTakeOtherName(session, question, form, thrown)) throw thrown;
    return yield* alone(session, question, patience, () =>
      tryOtherOnce(session, question, form, thrown, patience),
    );
  }
  if (isKnownToHeed(session, question, form))
    return yield* settleWindow(session, question, answer, words, patience);
  if (namesWebsite(answer.body, question.website))
    return yield* checked(session, question, words, answer, patience);
  return yield* alone(session, question, patience, () => checked(session, question, words, answer, patience));
}

/** True for a refusal that speaks against the name of the parameter: a body that breaks off does not. */
function isMisworded(session: Session, form: 1 | 2, { status, code, raw }: ApiError): boolean {
  if (status === null || isFixed(session, 'websiteParameter')) return false;
  if (refusesWords(status) && namesOtherParameter(form, raw)) return true;
  const sign = recogniseParameter(form, status, code, 0);
  return sign !== null && sign[1].form !== form;
}

/**
 * True for a refusal that may mean the name: of a website that the list has, or in words of no Form, by an endpoint that was
 * not seen to honour this name.
 */
function mayTakeOtherName(
  session: Session,
  question: WebsiteQuestion,
  form: 1 | 2,
  { status, kind }: ApiError,
): boolean {
  const { profile, listed } = session;
  if (isFixed(session, 'websiteParameter') || !refusesWords(status) || kind === 'bad_body') return false;
  if (isKnownToHeed(session, question, form) || profile.refusedBoth?.includes(question.endpoint))
    return false;
  return kind === 'not_found' ? listed.includes(question.website) : kind === 'bad_request';
}

/** The other name, unless another question has found out meanwhile. */
function* tryOtherOnce(
  session: Session,
  question: WebsiteQuestion,
  form: 1 | 2,
  refused: ApiError,
  patience: Patience,
): Exchange<WindowedAnswer> {
  if (!mayTakeOtherName(session, question, form, refused)) throw refused;
  try {
    return yield* tryOther(session, question, form, refused, patience);
  } catch (thrown) {
    if (isApiError(thrown) && refusesWords(thrown.status))
      session.profile = learnRefusedBoth(session.profile, question.endpoint);
    throw thrown;
  }
}

/** An answer about the website that was asked for, in the other Form's name of the parameter where this one's is ignored. */
function* checked(
  session: Session,
  question: WebsiteQuestion,
  words: Words,
  answer: WindowedAnswer,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const form = words.website;
  // Another question may have found out meanwhile.
  const isOther = isKnownToHeed(session, question, otherForm(form));
  const heeded = isOther
    ? { yes: false, spent: 0 }
    : yield* isHeeded(session, question, form, answer, patience);
  if (!heeded.yes) {
    const refused = ignoredName(session, question, form, answer, heeded.spent);
    if (isFixed(session, 'websiteParameter')) throw refused;
    return yield* tryOther(session, question, form, refused, patience);
  }
  if (session.profile.websiteParameter.form === null)
    yield* learnInto(session, recogniseParameter(form, answer.status, null, answer.fetchedAt));
  session.profile = learnParameterOf(session.profile, question.endpoint, form);
  const settled = yield* settleWindow(session, question, answer, words, patience);
  return { ...settled, spent: settled.spent + heeded.spent };
}

function* tryOther(
  session: Session,
  question: WebsiteQuestion,
  form: 1 | 2,
  refused: ApiError,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const window = windowOfOther(session.profile, question.endpoint, form, refused.status === 200);
  const words = { website: otherForm(form), window };
  const answer = yield* askOther(session, question, words, refused, patience);
  return yield* settleWindow(session, question, answer, words, patience);
}

function ignoredName(
  session: Session,
  { endpoint, website }: WebsiteQuestion,
  form: 1 | 2,
  answer: WindowedAnswer,
  spent: number,
): ApiError {
  const about = statedWebsite(session.recipes[endpoint] ?? [], answer.body);
  const said =
    about === null
      ? `it does not heed ${dialectOf(form).websiteParameter} and answered for no website or for all`
      : `it is about the website "${about}", not "${website}"`;
  return ownFault(session, endpoint, 'shape', 'service', {
    said: redact(session.hidden.inText(said)),
    status: 200,
    spent: answer.spent + spent,
  });
}

/**
 * The other name, once. An answer to it that is about the website settles the axis; while nothing was known, so does an error
 * that shows that the website was understood. Where the other name is refused too or is not heeded, the first refusal stands
 * and nothing is learnt. Where it cannot word the window, the widest window that it has is asked for, once: then every such
 * window is refused at no cost and with its reason.
 */
function* askOther(
  session: Session,
  question: WebsiteQuestion,
  words: Words,
  refused: ApiError,
  patience: Patience,
): Exchange<WindowedAnswer> {
  const form = words.website;
  const known = session.profile.websiteParameter.form !== null;
  try {
    const answer = yield* askIn(session, question, words, patience);
    const heeded = yield* isHeeded(session, question, form, answer, patience);
    if (!heeded.yes) throw ignoredName(session, question, form, answer, heeded.spent);
    yield* settleParameter(session, question, form, refused, answer.status, answer.fetchedAt);
    return { ...answer, spent: answer.spent + heeded.spent + refused.spent };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    if (thrown.kind === 'window' && !known && question.endpoint === 'analytics') {
      const { spent } = yield* askOther(session, { ...question, window: widest }, words, refused, patience);
      throw withSpent(thrown, spent);
    }
    if (thrown.kind === 'not_found' && !known && refused.kind !== 'not_found')
      yield* settleParameter(session, question, form, refused, 404, yield* now());
    const first =
      thrown.kind === 'bad_request' || thrown.kind === 'window' || (thrown.kind === 'not_found' && known);
    throw withSpent(first ? refused : thrown, thrown.spent + refused.spent);
  }
}

/**
 * Learns that an endpoint takes the other Form's name. Where other endpoints are seen to take the one that was believed, it is
 * a thing of this endpoint; else the service has changed, and whatever was seen before is forgotten.
 */
function* settleParameter(
  session: Session,
  { endpoint }: WebsiteQuestion,
  form: 1 | 2,
  refused: ApiError,
  status: number,
  at: number,
): Exchange<void> {
  // Another question may have found out meanwhile.
  if (session.profile.parameterOf?.[endpoint] === form) return;
  const names = [otherForm(form), form].map((one) => dialectOf(one).websiteParameter);
  const seen = `${names[0]} answered ${refused.status}, ${names[1]} ${status}`;
  if (isParameterMixed(session.profile, endpoint)) {
    session.profile = learnParameterOf(session.profile, endpoint, form);
    const value = `Form ${form} for ${endpoint}`;
    yield* emit({ type: 'dialect', axis: 'websiteParameter', value, because: seen });
    return;
  }
  if (!isFixed(session, 'window')) session.profile = unlearn(session.profile, 'window');
  const { parameterOf: _, ...profile } = unlearn(session.profile, 'websiteParameter');
  session.profile = learnParameterOf(profile, endpoint, form);
  yield* learnInto(session, ['websiteParameter', { form, seen, at }]);
}
