import { readAnalytics } from '../analytics/read-analytics.ts';
import { learnInto } from '../asking/attempt.ts';
import type { Question } from '../asking/question.ts';
import { readingOf } from '../asking/session.ts';
import { bothWindows } from '../dialects/both-windows.ts';
import { dialectOf } from '../dialects/profile.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { addDays, dateOf } from '../windows/calendar.ts';
import { inspect, record, type Visit } from './visit.ts';

/**
 * One request that carries both a past three-day range and a window of ninety days. Three dates in the answer speak for Form 1, about
 * ninety for Form 2, which states that it has no range (specification §4). The only request that ever sends both.
 */
export function* probeWindow(visit: Visit, website: string): Exchange<void> {
  const { session } = visit;
  const today = dateOf(yield* now());
  const name = dialectOf(session.profile.websiteParameter.form ?? 1).websiteParameter;
  const query = `?${name}=${encodeURIComponent(website)}&${bothWindows(addDays(today, -9), addDays(today, -7))}`;
  const question: Question = { endpoint: 'analytics', website, window: { last: 90 } };
  const outcome = yield* inspect(visit, question, query);
  const reading = readAnalytics(record(visit, 'analytics', outcome), readingOf(session, 'analytics'));
  const count = reading.ok ? reading.value.days.length : 0;
  const seen = `asked for 3 days and for 90 at once, got ${count}`;
  const at = yield* now();
  if (count >= 2 && count <= 4) yield* learnInto(session, ['window', { form: 1, seen, at }]);
  if (count >= 8) yield* learnInto(session, ['window', { form: 2, seen, at }]);
}
