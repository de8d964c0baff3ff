import {
  type AnalyticsWindow,
  addDays,
  type CalendarDate,
  type DateSpan,
  isValidDate,
  toCalendarDate,
} from '@answershare/core';

/** A request that the specification's table of errors refuses (section 7). */
export class ApiRefusal extends Error {
  readonly status: 400 | 401 | 404 | 405 | 429 | 500;
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number | null;

  constructor(status: ApiRefusal['status'], code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export type Parameters = Readonly<Record<string, string>>;

/** Form 1 has `websiteId`, `from` and `to`; all else is read as Form 2. */
export const readForm = (parameters: Parameters): 1 | 2 => ('websiteId' in parameters ? 1 : 2);

/** The website that a request names, in either Form. */
export function readWebsiteParameter(parameters: Parameters): string {
  const { website_id: snake, websiteId: camel } = parameters;
  if (snake !== undefined && camel !== undefined && snake !== camel)
    throw new ApiRefusal(400, 'bad_request', 'website_id and websiteId name two websites. Send one of them.');
  const reference = (snake ?? camel ?? '').trim();
  if (reference === '')
    throw new ApiRefusal(
      400,
      'bad_request',
      'The parameter website_id is missing. GET /api/v1/websites has the ids.',
    );
  return reference;
}

const maxDays = 400;

/** A date of Form 1: `2026-11-01`, or Unix seconds. */
function parseDate(name: string, text: string): CalendarDate {
  const date = /^\d{1,11}$/.test(text) ? toCalendarDate(Number(text) * 1_000) : text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(date) && isValidDate(date)) return date;
  throw new ApiRefusal(
    400,
    'bad_request',
    `The parameter ${name} is no date such as 2026-11-01, and no Unix time in seconds.`,
  );
}

/** The days of `from` and `to`; null without both. */
export function readSpan({ from: first, to: last }: Parameters, today: CalendarDate): DateSpan | null {
  if (first === undefined && last === undefined) return null;
  const to = last === undefined ? today : parseDate('to', last);
  const from = first === undefined ? addDays(to, -29) : parseDate('from', first);
  if (from > to) throw new ApiRefusal(400, 'bad_request', 'The parameter from is after to.');
  if (addDays(from, maxDays) <= to)
    throw new ApiRefusal(400, 'bad_request', `The window has more than ${maxDays} days.`);
  return { from, to };
}

/** The window of analytics: `period` of Form 2, `from` and `to` of Form 1, else 30 days. */
export function readWindow(parameters: Parameters, today: CalendarDate): AnalyticsWindow {
  const span = readSpan(parameters, today);
  const { period } = parameters;
  if (period === undefined) return span ?? { last: 30 };
  const days = /^(7|30|90)d$/.exec(period)?.[1];
  if (days === undefined)
    throw new ApiRefusal(400, 'bad_request', 'The parameter period must be 7d, 30d or 90d.');
  if (span !== null) throw new ApiRefusal(400, 'bad_request', 'Send period, or from and to, not both.');
  return { last: Number(days) };
}
