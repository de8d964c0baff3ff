import { learnInto } from '../asking/attempt.ts';
import type { Question } from '../asking/question.ts';
import { queryText, requestFor, wordQuestion } from '../asking/request.ts';
import { addDays, dateOf } from '../calendar/calendar.ts';
import { recogniseWindow } from '../dialects/asked.ts';
import { bothWindows } from '../dialects/both-windows.ts';
import { dialectOf } from '../dialects/profile.ts';
import { isMisunderstood } from '../dialects/recognise.ts';
import { isApiError } from '../errors/api-error.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import type { Reading } from '../recipes/reading.ts';
import type { Analytics } from '../resources/analytics.ts';
import { inspect, record, type Visit } from './visit.ts';

function datesOf(reading: Reading<unknown> | null): readonly string[] {
  return reading?.ok ? (reading.value as Analytics).days.map(({ date }) => date) : [];
}

/** One request with the window of one Form alone: three past dates in Form 1, the ninety days in Form 2. */
function* askPlainly(visit: Visit, website: string, form: 1 | 2): Exchange<void> {
  const { session } = visit;
  const at = yield* now();
  const today = dateOf(at);
  const window = form === 1 ? { from: addDays(today, -9), to: addDays(today, -7) } : { last: 90 };
  const question: Question = { endpoint: 'analytics', website, window };
  const { query } = wordQuestion(question, dialectOf(form), dialectOf(form), at);
  const outcome = yield* inspect(visit, question, query);
  const dates = datesOf(yield* record(visit, 'analytics', outcome));
  yield* learnInto(session, recogniseWindow(requestFor(session, question, query).url, dates, at));
}

/**
 * One request that carries both a past three-day range and a window of ninety days. Those three dates in the answer speak for Form 1,
 * other days for Form 2, which states that it has no range (specification §4); a day more at either end may be another zone's.
 * The only request that ever sends both. A 400 tells nothing of the Form, since no rule allows both: then one request more,
 * worded as the website parameter is.
 */
export function* probeWindow(visit: Visit, website: string): Exchange<void> {
  const { session } = visit;
  const today = dateOf(yield* now());
  const [from, to] = [addDays(today, -9), addDays(today, -7)];
  const form = session.profile.websiteParameter.form ?? 1;
  const site = queryText([[dialectOf(form).websiteParameter, website]]);
  const query = `${site}&${bothWindows(from, to)}`;
  const question: Question = { endpoint: 'analytics', website, window: { last: 90 } };
  const outcome = yield* inspect(visit, question, query);
  if (isApiError(outcome) && isMisunderstood(outcome.status, outcome.kind))
    return yield* askPlainly(visit, website, form);
  const dates = datesOf(yield* record(visit, 'analytics', outcome));
  const count = dates.length;
  const outside = dates.some((date) => date < addDays(from, -1) || date > addDays(to, 1));
  const seen = `asked for 3 days and for 90 at once, got ${count}${outside && count < 8 ? ', and not those 3' : ''}`;
  const at = yield* now();
  if (!outside && count >= 2 && count <= 4) yield* learnInto(session, ['window', { form: 1, seen, at }]);
  if (outside) yield* learnInto(session, ['window', { form: 2, seen, at }]);
}
