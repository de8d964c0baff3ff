import { DAY_MS, type DayNumber, type DaySpan, lastDays, parseDay, toDay } from '../data/days.ts';
import { TEAM_ZONE_MS } from '../limits/meters.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';
import { type ApiErrorResponse, badRequest, invalidParameter, serverError } from './api-errors.ts';
import type { FormAxes } from './axes.ts';

/** `named` is the window in the body; `days` are the days with rows. */
export interface DayWindow {
  readonly named: DaySpan;
  readonly days: DaySpan;
}

const PERIOD_LENGTHS: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90 };

const LOOK_BACK_DAYS = 30;

/** Undecided item 5; null: an error. */
const PERIOD_DEFAULT: QuirkTable<'periodDefault', number | null> = {
  '30d': 30,
  '7d': 7,
  '90d': 90,
  'bad-request': null,
};

/** Undecided item 6; null: an error. */
const RANGE_DEFAULT: QuirkTable<'rangeDefault', ((today: DayNumber) => DaySpan) | null> = {
  '30-days': (today) => lastDays(LOOK_BACK_DAYS, today),
  all: (today) => ({ first: 0, last: today }),
  'bad-request': null,
};

/** Undecided item 7: the days that a range or period includes. */
const WINDOW_BOUNDS: QuirkTable<'bounds', Record<'range' | 'period', (named: DaySpan) => DaySpan>> = {
  inclusive: { range: (named) => named, period: (named) => named },
  'exclusive-end': {
    range: ({ first, last }) => ({ first, last: last - 1 }),
    period: ({ first, last }) => ({ first: first - 1, last: last - 1 }),
  },
};

interface WindowRequest {
  readonly axes: FormAxes;
  readonly quirks: Quirks;
  readonly query: URLSearchParams;
  readonly today: DayNumber;
}

/** Undecided item 8: the result of an invalid window. `clamp` gives the window of a lenient service. */
const INVALID_WINDOW: QuirkTable<
  'invalid',
  (
    error: ApiErrorResponse,
    request: WindowRequest,
    clamp: () => DayWindow | ApiErrorResponse,
  ) => DayWindow | ApiErrorResponse
> = {
  form: (error) => error,
  'bad-request': ({ message }) => badRequest(message),
  empty: (_, { today }) => ({
    named: lastDays(LOOK_BACK_DAYS, today),
    days: { first: today + 1, last: today },
  }),
  clamped: (_, __, clamp) => clamp(),
  'server-error': () => serverError(500),
};

/** Parses the analytics window (specification §4): from and to in Form 1, period in Form 2. */
export function parseAnalyticsWindow(
  axes: FormAxes,
  quirks: Quirks,
  query: URLSearchParams,
  today: DayNumber,
): DayWindow | ApiErrorResponse {
  const request = { axes, quirks, query, today };
  const hasBounds = query.has('from') || query.has('to');
  const kind = axes.windows === 'either' ? selectWindowKind(axes, query, hasBounds) : axes.windows;
  if (kind === 'range') return parseRange(request);
  if (hasBounds && query.has('period') && quirks.bothWindows === 'bad-request') {
    return badRequest('The parameters period and from or to were sent together: send period alone.');
  }
  return parsePeriod(request);
}

function selectWindowKind(axes: FormAxes, query: URLSearchParams, hasBounds: boolean): 'range' | 'period' {
  if (query.has('period')) return 'period';
  return hasBounds || axes.names === 1 ? 'range' : 'period';
}

function parsePeriod(request: WindowRequest): DayWindow | ApiErrorResponse {
  const sent = request.query.get('period');
  if (sent === null) return createDefaultPeriod(request);
  const length = Object.hasOwn(PERIOD_LENGTHS, sent) ? PERIOD_LENGTHS[sent] : undefined;
  if (length !== undefined) return toWindow(request, 'period', lastDays(length, request.today));
  const error = invalidParameter(request.axes.codes, 'The parameter period is invalid: send 7d, 30d or 90d.');
  return INVALID_WINDOW[request.quirks.invalid](error, request, () => createDefaultPeriod(request));
}

function createDefaultPeriod(request: WindowRequest): DayWindow | ApiErrorResponse {
  const length = PERIOD_DEFAULT[request.quirks.periodDefault];
  if (length === null) return badRequest('The parameter period is missing: send 7d, 30d or 90d.');
  return toWindow(request, 'period', lastDays(length, request.today));
}

function parseRange(request: WindowRequest): DayWindow | ApiErrorResponse {
  const { axes, quirks, today } = request;
  const [from, to] = [parseBound('from', request), parseBound('to', request)];
  for (const invalid of [from, to]) {
    if (isErrorResponse(invalid))
      return INVALID_WINDOW[quirks.invalid](invalid, request, () => createDefaultRange(request));
  }
  if (isErrorResponse(from) || isErrorResponse(to)) return createDefaultRange(request);
  if (from === null && to === null) return createDefaultRange(request);
  if ((from === null || to === null) && quirks.oneBound === 'bad-request') {
    const missing = from === null ? 'from' : 'to';
    return badRequest(`The parameter ${missing} is missing: send from and to.`);
  }
  const last = to ?? today;
  const first = from ?? last - LOOK_BACK_DAYS + 1;
  if (first <= last) return toWindow(request, 'range', { first, last });
  const error = invalidParameter(
    axes.codes,
    'The parameter from is later than to: send a from that is not after to.',
  );
  return INVALID_WINDOW[quirks.invalid](error, request, () =>
    toWindow(request, 'range', { first: last, last: first }),
  );
}

function createDefaultRange(request: WindowRequest): DayWindow | ApiErrorResponse {
  const span = RANGE_DEFAULT[request.quirks.rangeDefault];
  if (span === null) return badRequest('The parameters from and to are missing: send both.');
  return toWindow(request, 'range', span(request.today));
}

function toWindow({ quirks }: WindowRequest, kind: 'range' | 'period', named: DaySpan): DayWindow {
  return { named, days: WINDOW_BOUNDS[quirks.bounds][kind](named) };
}

/** A bound is an ISO-8601 date or a unix time in seconds. */
function parseBound(
  name: 'from' | 'to',
  { axes, query }: WindowRequest,
): DayNumber | ApiErrorResponse | null {
  const sent = query.get(name);
  if (sent === null) return null;
  const day = /^\d{1,11}$/.test(sent) ? toDay(Number(sent) * 1000) : parseDay(sent);
  if (day !== null) return day;
  return invalidParameter(
    axes.codes,
    `The parameter ${name} is invalid: send a date (YYYY-MM-DD) or a unix time in seconds.`,
  );
}

function isErrorResponse(value: DayNumber | ApiErrorResponse | null): value is ApiErrorResponse {
  return typeof value === 'object' && value !== null;
}

/** The current day and the part of it that has data. */
export interface ServiceDay {
  readonly day: DayNumber;
  /** 1: the whole day; 0: no row at all. */
  readonly part: number;
}

const ZONE_OFFSETS_MS: QuirkTable<'dayZone', number> = { utc: 0, team: TEAM_ZONE_MS };

const TODAY_PARTS: QuirkTable<'today', (passed: number) => number> = {
  whole: () => 1,
  partial: (passed) => passed,
  absent: () => 0,
};

/** Today at an instant (undecided item 7). */
export function readServiceDay(quirks: Quirks, now: number): ServiceDay {
  const local = now + ZONE_OFFSETS_MS[quirks.dayZone];
  const day = toDay(local);
  return { day, part: TODAY_PARTS[quirks.today]((local - day * DAY_MS) / DAY_MS) };
}

/** The part of a day that has data: 1 in the past, 0 in the future. */
export function dayPart(today: ServiceDay, day: DayNumber): number {
  if (day < today.day) return 1;
  return day === today.day ? today.part : 0;
}
