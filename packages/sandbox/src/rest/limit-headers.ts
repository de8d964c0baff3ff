import type { ExhaustedLimit, LimitStatus, LimitStatuses } from '../limits/limits.ts';
import type { FormAxes } from '../query/axes.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';

/** The value of a Reset header (undecided item 12); null: not sent. */
const RESET_UNITS: QuirkTable<'reset', (status: LimitStatus) => string | null> = {
  seconds: ({ resetSeconds }) => String(resetSeconds),
  epoch: ({ resetAt }) => String(Math.ceil(resetAt / 1000)),
  'epoch-ms': ({ resetAt }) => String(Math.ceil(resetAt)),
  iso: ({ resetAt }) => new Date(Math.ceil(resetAt)).toISOString(),
  'http-date': ({ resetAt }) => toHttpDate(resetAt),
  duration: ({ resetSeconds }) => formatDuration(resetSeconds),
  absent: () => null,
};

/** RFC 9110 §5.6.7, rounded up to the second. */
function toHttpDate(instant: number): string {
  return new Date(Math.ceil(instant / 1000) * 1000).toUTCString();
}

/** `1h2m3s`, without zero parts. */
function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : `${count}${unit}`)).join('');
}

type LimitHeaders = Record<string, string>;

/** Whether a response carries the limit headers (undecided item 15). */
const CARRIES_LIMITS: QuirkTable<'errorHeaders', (status: number) => boolean> = {
  sent: () => true,
  'absent-on-401': (status) => status !== 401,
  'absent-on-errors': (status) => status < 400 || status === 429,
};

/** Whether a response shows the daily headers while the day is not exhausted (undecided item 14). */
const SHOWS_DAY: QuirkTable<'dailyFamily', boolean> = { instead: false, together: true };

/** The unit of X-DailyQuota-Reset; null: same as X-RateLimit-Reset. */
const DAILY_RESET_UNITS: QuirkTable<'dailyResetUnit', Quirks['reset'] | null> = {
  same: null,
  iso: 'iso',
};

/**
 * The limit headers (specification §8; undecided items 12 to 15). They show the minute. If the day is exhausted,
 * X-DailyQuota-* in Form 2 and X-RateLimit-* in Form 1 show the day.
 */
export function createLimitHeaders(
  axes: FormAxes,
  quirks: Quirks,
  { minute, day }: LimitStatuses,
  answer: { readonly status: number; readonly limit: ExhaustedLimit | null },
): LimitHeaders {
  if (!CARRIES_LIMITS[quirks.errorHeaders](answer.status)) return {};
  if (SHOWS_DAY[quirks.dailyFamily] || day.limit === Number.POSITIVE_INFINITY) {
    return { ...createMinuteHeaders(quirks, minute), ...createDailyHeaders(quirks, day) };
  }
  if (answer.limit !== 'day') return createMinuteHeaders(quirks, minute);
  return axes.codes === 2 ? createDailyHeaders(quirks, day) : createMinuteHeaders(quirks, day);
}

function createMinuteHeaders(quirks: Quirks, status: LimitStatus): LimitHeaders {
  return omitNulls({
    'X-RateLimit-Limit': quirks.limitHeader === 'sent' ? String(status.limit) : null,
    'X-RateLimit-Remaining': String(status.remaining),
    'X-RateLimit-Reset': RESET_UNITS[quirks.reset](status),
  });
}

function createDailyHeaders(quirks: Quirks, status: LimitStatus): LimitHeaders {
  const isUsed = quirks.dailyUsed === 'sent';
  return omitNulls({
    'X-DailyQuota-Limit': isUsed ? null : formatLimit(status.limit),
    'X-DailyQuota-Used': isUsed ? String(status.used) : null,
    'X-DailyQuota-Remaining': formatLimit(status.remaining),
    'X-DailyQuota-Reset': RESET_UNITS[DAILY_RESET_UNITS[quirks.dailyResetUnit] ?? quirks.reset](status),
  });
}

function formatLimit(count: number): string {
  return count === Number.POSITIVE_INFINITY ? 'unlimited' : String(count);
}

function omitNulls(headers: Readonly<Record<string, string | null>>): LimitHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

const SECOND_WAIT_EXTRA = 3;

/** Retry-After: seconds in specification §7, else undecided item 21. One header line per text. */
export const RETRY_AFTER: QuirkTable<'retryAfter', (status: LimitStatus) => readonly string[]> = {
  seconds: ({ resetSeconds }) => [String(resetSeconds)],
  zero: () => ['0'],
  half: () => ['0.5'],
  'http-date': ({ resetAt }) => [toHttpDate(resetAt)],
  absent: () => [],
  twice: ({ resetSeconds }) => [String(resetSeconds), String(resetSeconds + SECOND_WAIT_EXTRA)],
};
