import { type Day, dayOf, dayOfDate, lastDays, type Span } from '../data/days.ts';
import { decisions } from '../decisions.ts';
import type { Form } from '../form.ts';
import { badRequest, type Refusal } from './refusal.ts';

const PERIODS: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90 };

/** The analytics window a query asks for (specification §4): Form 1 by from and to, Form 2 by period. */
export function analyticsSpan(form: Form, query: URLSearchParams, today: Day): Span | Refusal {
  return form === 1 ? fromTo(query, today) : period(query, today);
}

function period(query: URLSearchParams, today: Day): Span | Refusal {
  const sent = query.get('period') ?? decisions.period.value;
  const length = Object.hasOwn(PERIODS, sent) ? PERIODS[sent] : undefined;
  if (length === undefined) return badRequest('The parameter period is invalid: send 7d, 30d or 90d.');
  return lastDays(length, today);
}

function fromTo(query: URLSearchParams, today: Day): Span | Refusal {
  const from = bound('from', query);
  if (typeof from === 'object' && from !== null) return from;
  const to = bound('to', query);
  if (typeof to === 'object' && to !== null) return to;
  const last = to ?? today;
  const first = from ?? last - decisions.fromTo.value + 1;
  if (first > last)
    return badRequest('The parameter from is later than to: send a from that is not after to.');
  return { first, last };
}

/** One bound as a day: an ISO-8601 date, or a unix time in seconds and then the UTC day that holds it. */
function bound(name: 'from' | 'to', query: URLSearchParams): Day | Refusal | null {
  const sent = query.get(name);
  if (sent === null) return null;
  const day = /^\d{1,11}$/.test(sent) ? dayOf(Number(sent) * 1000) : dayOfDate(sent);
  if (day !== null) return day;
  return badRequest(`The parameter ${name} is invalid: send a date (YYYY-MM-DD) or a unix time in seconds.`);
}
