import { isParameterMixed, otherForm, toDialect } from '../dialects/profile.ts';
import { recogniseParameter } from '../dialects/recognise-form.ts';
import { isApiError } from '../errors/api-error.ts';
import type { Exchange } from '../exchange/effect.ts';
import { selectDays } from '../query/cut-to-window.ts';
import { readAndLearn } from '../request/learn-recipes.ts';
import type { RequestForms, WebsiteQuery } from '../request/request.ts';
import { askInForms, learnEvidence, type RetryLimits, type WindowedAnswer } from '../request/send-request.ts';
import { applyEvent, type Session } from '../request/session.ts';

/** Records that an endpoint honours the first name. */
export function learnFirst(
  session: Session,
  { endpoint }: WebsiteQuery,
  form: 1 | 2,
  { status, fetchedAt }: WindowedAnswer,
): void {
  if (session.profile.parameterOf?.[endpoint] === form) return;
  if (session.profile.websiteParameter.form === null)
    learnEvidence(session, recogniseParameter(form, status, null, fetchedAt));
  applyEvent(session, { type: 'honored', endpoint, form });
}

/**
 * Records that an endpoint honours the other Form's name. If other endpoints confirm the believed name, only this endpoint
 * differs. Otherwise the service has changed, and earlier evidence is dropped.
 */
export function settleParameter(
  session: Session,
  { endpoint }: WebsiteQuery,
  form: 1 | 2,
  { before, status, at }: { readonly before: number | null; readonly status: number; readonly at: number },
): void {
  const { profile } = session;
  // Another query may have found out meanwhile.
  if (profile.parameterOf?.[endpoint] === form) return;
  const [other, own] = [otherForm(form), form].map((one) => toDialect(one).websiteParameter);
  const seen = `${other} answered ${before}, ${own} ${status}`;
  if (isParameterMixed(profile, endpoint)) {
    applyEvent(session, { type: 'honored', endpoint, form });
    const value = `Form ${form} for ${endpoint}`;
    session.host.emit?.({ type: 'dialect', axis: 'websiteParameter', value, because: seen });
    return;
  }
  applyEvent(session, { type: 'form', endpoint, evidence: { form, seen, at } });
  session.host.emit?.({ type: 'dialect', axis: 'websiteParameter', value: `Form ${form}`, because: seen });
}

/** Days of the requested window in an answer; null if it is not readable as daily figures. */
function* countServedDays(session: Session, answer: WindowedAnswer): Exchange<number | null> {
  const reading = yield* readAndLearn(session, 'analytics', answer.body);
  return reading.ok && answer.window ? selectDays(reading.value, answer.window.range).length : null;
}

/**
 * While the Form of the window is unknown, an answer without most of the requested days may ignore the window. Then the
 * other Form is tried once, and the better answer decides. Equal answers decide nothing, because a young website has few
 * days.
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
      const days = (yield* countServedDays(session, second)) || 0;
      if (days > served) best = { answer: second, form: otherForm(window), days };
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      spent += thrown.spent;
    }
  }
  if (best.answer === first && served < asked - 1) return { ...first, spent };
  const seen = `asked for ${asked} days, got ${best.days}`;
  learnEvidence(session, ['window', { form: best.form, seen, at: best.answer.fetchedAt }]);
  return { ...best.answer, spent };
}
