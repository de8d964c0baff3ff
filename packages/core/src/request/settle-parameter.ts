import { isParameterMixed, otherForm, toDialect } from '../dialects/profile.ts';
import { recogniseParameter } from '../dialects/recognise-form.ts';
import { isApiError } from '../errors/api-error.ts';
import { type Exchange, emit } from '../exchange/effect.ts';
import { selectDays } from '../query/fit-window.ts';
import { readAndLearn } from './learn-recipes.ts';
import type { WebsiteQuery } from './request.ts';
import { askInForms, learnEvidence, type RetryLimits, type WindowedAnswer } from './send-request.ts';
import { applyEvent, type Session } from './session.ts';
import type { RequestForms } from './steps.ts';

/** Learns that an endpoint heeds the name that went first. */
export function* learnFirst(
  session: Session,
  { endpoint }: WebsiteQuery,
  form: 1 | 2,
  { status, fetchedAt }: WindowedAnswer,
): Exchange<void> {
  if (session.profile.parameterOf?.[endpoint] === form) return;
  if (session.profile.websiteParameter.form === null)
    yield* learnEvidence(session, recogniseParameter(form, status, null, fetchedAt));
  applyEvent(session, { type: 'honored', endpoint, form });
}

/**
 * Learns that an endpoint takes the other Form's name. Where other endpoints are seen to take the one that was believed, it is
 * a thing of this endpoint; else the service has changed, and whatever was seen before is forgotten.
 */
export function* settleParameter(
  session: Session,
  { endpoint }: WebsiteQuery,
  form: 1 | 2,
  seenBefore: number | null,
  status: number,
  at: number,
): Exchange<void> {
  const { profile } = session;
  // Another question may have found out meanwhile.
  if (profile.parameterOf?.[endpoint] === form) return;
  const [other, own] = [otherForm(form), form].map((one) => toDialect(one).websiteParameter);
  const seen = `${other} answered ${seenBefore}, ${own} ${status}`;
  if (isParameterMixed(profile, endpoint)) {
    applyEvent(session, { type: 'honored', endpoint, form });
    const value = `Form ${form} for ${endpoint}`;
    yield* emit({ type: 'dialect', axis: 'websiteParameter', value, because: seen });
    return;
  }
  applyEvent(session, { type: 'form', endpoint, evidence: { form, seen, at } });
  yield* emit({ type: 'dialect', axis: 'websiteParameter', value: `Form ${form}`, because: seen });
}

/** Days of the asked window that an answer has; null where the answer cannot be read as daily figures. */
function* countServedDays(session: Session, answer: WindowedAnswer): Exchange<number | null> {
  const reading = yield* readAndLearn(session, 'analytics', answer.body);
  return reading.ok && answer.window ? selectDays(reading.value, answer.window.range).length : null;
}

/**
 * While the window axis is unknown, an analytics answer that lacks many of the asked days may be the answer to a window that
 * the service did not understand. Then the other Form's words are tried once, and the better answer settles the axis. Two
 * that are alike settle nothing: a young website has no more days to give.
 */
export function* settleWindow(
  session: Session,
  question: WebsiteQuery,
  first: WindowedAnswer,
  { website, window }: RequestForms,
  retry: RetryLimits,
): Exchange<WindowedAnswer> {
  if (question.endpoint !== 'analytics' || first.window === null || session.profile.window.form !== null)
    return first;
  const asked = first.window.days;
  const served = yield* countServedDays(session, first);
  if (served === null || served === 0) return first;
  let best = { answer: first, form: window, days: served };
  let spent = first.spent;
  if (served < asked - 1) {
    try {
      const second = yield* askInForms(session, question, { website, window: otherForm(window) }, retry);
      spent += second.spent;
      const days = (yield* countServedDays(session, second)) ?? 0;
      if (days > served) best = { answer: second, form: otherForm(window), days };
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      spent += thrown.spent;
    }
  }
  if (best.answer === first && served < asked - 1) return { ...first, spent };
  const seen = `asked for ${asked} days, got ${best.days}`;
  yield* learnEvidence(session, ['window', { form: best.form, seen, at: best.answer.fetchedAt }]);
  return { ...best.answer, spent };
}
