import { type Analytics, addDays, type Result, toCalendarDate } from '@answershare/core';
import { Refusal } from './refusal.ts';

/** The spans that the service can give, counted back from today (specification §4). */
const spans = [7, 30, 90];

/**
 * The days of an answer. Missing days are never filled in: a young website has fewer days than were asked. An answer that
 * holds less than half of them and starts just where one of the service's shorter spans starts is the answer to another
 * window. Whether a span counts today is not shown, so it may start a day earlier.
 * @throws Refusal
 */
export function answeredDays({ value, meta }: Result<Analytics>): Analytics['days'] {
  const { days } = value;
  const [first] = days;
  const asked = meta.window;
  if (first === undefined || asked === undefined || asked.given * 2 >= asked.asked) return days;
  const today = toCalendarDate(meta.fetchedAt);
  const span = spans.find(
    (length) => first.date === addDays(today, 1 - length) || first.date === addDays(today, -length),
  );
  if (span === undefined || first.date <= asked.from) return days;
  throw new Refusal(
    'bad_answer',
    `The service gave ${asked.given} of the ${asked.asked} days asked, from ${first.date} on, as for ${span}d. Ask for ${span}d, or tell the add-on's administrator.`,
  );
}
