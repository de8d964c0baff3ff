import { DAY_MS, type DayNumber, type DaySpan, lastDays, parseDay, toDay } from '../data/days.ts';
import { TEAM_ZONE_MS } from '../limits/meters.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { type ApiErrorResponse, badRequest, serverError } from './api-errors.ts';
import type { FormAxes } from './axes.ts';

/** The window of an analytics answer: what the body names, and the days it holds. */
export interface DayWindow {
  readonly named: DaySpan;
  readonly days: DaySpan;
}

const PERIODS: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90 };

const LOOK_BACK = 30;

/** Undecided item 5; null refuses. */
const PERIOD_DEFAULT: Readonly<Record<Quirks['periodDefault'], number | null>> = {
  '30d': 30,
  '7d': 7,
  '90d': 90,
  'bad-request': null,
};

/** Undecided item 6; null refuses. */
const RANGE_DEFAULT: Readonly<Record<Quirks['rangeDefault'], ((today: DayNumber) => DaySpan) | null>> = {
  '30-days': (today) => lastDays(LOOK_BACK, today),
  all: (today) => ({ first: 0, last: today }),
  'bad-request': null,
};

/** Undecided item 7: the days that belong to a range or a period as it was named. */
const BOUNDS: Readonly<Record<Quirks['bounds'], Record<'range' | 'period', (named: DaySpan) => DaySpan>>> = {
  inclusive: { range: (named) => named, period: (named) => named },
  'exclusive-end': {
    range: ({ first, last }) => ({ first, last: last - 1 }),
    period: ({ first, last }) => ({ first: first - 1, last: last - 1 }),
  },
};

interface Asked {
  readonly quirks: Quirks;
  readonly query: URLSearchParams;
  readonly today: DayNumber;
}

/** Undecided item 8: what an invalid window gives; `instead` is the window a lenient service would take. */
const INVALID: Readonly<
  Record<
    Quirks['invalid'],
    (
      refusal: ApiErrorResponse,
      asked: Asked,
      instead: () => DayWindow | ApiErrorResponse,
    ) => DayWindow | ApiErrorResponse
  >
> = {
  'bad-request': (refusal) => refusal,
  empty: (_, { today }) => ({ named: lastDays(LOOK_BACK, today), days: { first: today + 1, last: today } }),
  clamped: (_, __, instead) => instead(),
  'server-error': () => serverError(500),
};

/** The analytics window that a query asks for (specification §4): by from and to in Form 1, by period in Form 2. */
export function parseAnalyticsWindow(
  axes: FormAxes,
  quirks: Quirks,
  query: URLSearchParams,
  today: DayNumber,
): DayWindow | ApiErrorResponse {
  const asked = { quirks, query, today };
  const bounded = query.has('from') || query.has('to');
  const way = axes.windows === 'either' ? parseEither(axes, query, bounded) : axes.windows;
  if (way === 'range') return range(asked);
  if (bounded && query.has('period') && quirks.bothWindows === 'bad-request') {
    return badRequest('The parameters period and from or to were sent together: send period alone.');
  }
  return period(asked);
}

function parseEither(axes: FormAxes, query: URLSearchParams, bounded: boolean): 'range' | 'period' {
  if (query.has('period')) return 'period';
  return bounded || axes.names === 1 ? 'range' : 'period';
}

function period(asked: Asked): DayWindow | ApiErrorResponse {
  const sent = asked.query.get('period');
  if (sent === null) return periodDefault(asked);
  const length = Object.hasOwn(PERIODS, sent) ? PERIODS[sent] : undefined;
  if (length !== undefined) return windowOf(asked, 'period', lastDays(length, asked.today));
  const refusal = badRequest('The parameter period is invalid: send 7d, 30d or 90d.');
  return INVALID[asked.quirks.invalid](refusal, asked, () => periodDefault(asked));
}

function periodDefault(asked: Asked): DayWindow | ApiErrorResponse {
  const length = PERIOD_DEFAULT[asked.quirks.periodDefault];
  if (length === null) return badRequest('The parameter period is missing: send 7d, 30d or 90d.');
  return windowOf(asked, 'period', lastDays(length, asked.today));
}

function range(asked: Asked): DayWindow | ApiErrorResponse {
  const { quirks, query, today } = asked;
  const [from, to] = [bound('from', query), bound('to', query)];
  for (const invalid of [from, to]) {
    if (isErrorResponse(invalid)) return INVALID[quirks.invalid](invalid, asked, () => rangeDefault(asked));
  }
  if (isErrorResponse(from) || isErrorResponse(to)) return rangeDefault(asked);
  if (from === null && to === null) return rangeDefault(asked);
  if ((from === null || to === null) && quirks.oneBound === 'bad-request') {
    const missing = from === null ? 'from' : 'to';
    return badRequest(`The parameter ${missing} is missing: send from and to.`);
  }
  const last = to ?? today;
  const first = from ?? last - LOOK_BACK + 1;
  if (first <= last) return windowOf(asked, 'range', { first, last });
  const refusal = badRequest('The parameter from is later than to: send a from that is not after to.');
  return INVALID[quirks.invalid](refusal, asked, () =>
    windowOf(asked, 'range', { first: last, last: first }),
  );
}

function rangeDefault(asked: Asked): DayWindow | ApiErrorResponse {
  const span = RANGE_DEFAULT[asked.quirks.rangeDefault];
  if (span === null) return badRequest('The parameters from and to are missing: send both.');
  return windowOf(asked, 'range', span(asked.today));
}

function windowOf({ quirks }: Asked, way: 'range' | 'period', named: DaySpan): DayWindow {
  return { named, days: BOUNDS[quirks.bounds][way](named) };
}

/** One bound as a day: an ISO-8601 date, or a unix time in seconds and then the UTC day that holds it. */
function bound(name: 'from' | 'to', query: URLSearchParams): DayNumber | ApiErrorResponse | null {
  const sent = query.get(name);
  if (sent === null) return null;
  const day = /^\d{1,11}$/.test(sent) ? toDay(Number(sent) * 1000) : parseDay(sent);
  if (day !== null) return day;
  return badRequest(`The parameter ${name} is invalid: send a date (YYYY-MM-DD) or a unix time in seconds.`);
}

function isErrorResponse(bound_: DayNumber | ApiErrorResponse | null): bound_ is ApiErrorResponse {
  return typeof bound_ === 'object' && bound_ !== null;
}

/** The present day and how much of it the data has. */
export interface ServiceDay {
  readonly day: DayNumber;
  /** 1: the whole day; 0: nothing of it, not even a row. */
  readonly part: number;
}

const AHEAD: Readonly<Record<Quirks['dayZone'], number>> = { utc: 0, team: TEAM_ZONE_MS };

const PART: Readonly<Record<Quirks['today'], (passed: number) => number>> = {
  whole: () => 1,
  partial: (passed) => passed,
  absent: () => 0,
};

/** Today at an instant (undecided item 7). */
export function readServiceDay(quirks: Quirks, now: number): ServiceDay {
  const local = now + AHEAD[quirks.dayZone];
  const day = toDay(local);
  return { day, part: PART[quirks.today]((local - day * DAY_MS) / DAY_MS) };
}

/** How much of a day the data has: all of a past day, none of a coming one. */
export function dayPart(today: ServiceDay, day: DayNumber): number {
  if (day < today.day) return 1;
  return day === today.day ? today.part : 0;
}
