import type { ExhaustedLimit, LimitStatus, LimitStatuses } from '../limits/limits.ts';
import type { FormAxes } from '../query/axes.ts';
import type { Quirks } from '../quirks/quirks.ts';

/** The value of a Reset header (undecided item 12); null: the header is not sent. */
export const RESET_UNITS: Readonly<Record<Quirks['reset'], (standing: LimitStatus) => string | null>> = {
  seconds: ({ resetSeconds }) => String(resetSeconds),
  epoch: ({ resetAt }) => String(Math.ceil(resetAt / 1000)),
  'epoch-ms': ({ resetAt }) => String(Math.ceil(resetAt)),
  iso: ({ resetAt }) => new Date(Math.ceil(resetAt)).toISOString(),
  'http-date': ({ resetAt }) => toHttpDate(resetAt),
  duration: ({ resetSeconds }) => duration(resetSeconds),
  absent: () => null,
};

/** RFC 9110 §5.6.7, rounded up to the second. */
export function toHttpDate(instant: number): string {
  return new Date(Math.ceil(instant / 1000) * 1000).toUTCString();
}

/** `1h2m3s` without its zero parts. */
function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : `${count}${unit}`)).join('');
}

type Headers = Record<string, string>;

/** Whether an answer with a status carries the limit headers (undecided item 15). */
const CARRIED: Readonly<Record<Quirks['errorHeaders'], (status: number) => boolean>> = {
  sent: () => true,
  'absent-on-401': (status) => status !== 401,
  'absent-on-errors': (status) => status < 400 || status === 429,
};

/** Which families an answer shows when the day is not exhausted (undecided item 14). */
const DAY_IS_SHOWN: Readonly<Record<Quirks['dailyFamily'], boolean>> = { instead: false, together: true };

/** The unit of X-DailyQuota-Reset; null: that of X-RateLimit-Reset. */
const DAILY_RESET: Readonly<Record<Quirks['dailyResetUnit'], Quirks['reset'] | null>> = {
  same: null,
  iso: 'iso',
};

/**
 * The limit headers of an answer (specification §8, names and units: undecided items 12 to 15): the minute's standing.
 * When the day is exhausted, Form 2 shows the day in X-DailyQuota-* instead, and Form 1 shows it in X-RateLimit-*.
 */
export function createLimitHeaders(
  axes: FormAxes,
  quirks: Quirks,
  { minute, day }: LimitStatuses,
  answer: { readonly status: number; readonly limit: ExhaustedLimit | null },
): Headers {
  if (!CARRIED[quirks.errorHeaders](answer.status)) return {};
  if (DAY_IS_SHOWN[quirks.dailyFamily] || day.limit === Number.POSITIVE_INFINITY) {
    return { ...burst(quirks, minute), ...daily(quirks, day) };
  }
  if (answer.limit !== 'day') return burst(quirks, minute);
  return axes.codes === 2 ? daily(quirks, day) : burst(quirks, day);
}

function burst(quirks: Quirks, standing: LimitStatus): Headers {
  return sent({
    'X-RateLimit-Limit': quirks.limitHeader === 'sent' ? String(standing.limit) : null,
    'X-RateLimit-Remaining': String(standing.remaining),
    'X-RateLimit-Reset': RESET_UNITS[quirks.reset](standing),
  });
}

function daily(quirks: Quirks, standing: LimitStatus): Headers {
  const isUsed = quirks.dailyUsed === 'sent';
  return sent({
    'X-DailyQuota-Limit': isUsed ? null : figure(standing.limit),
    'X-DailyQuota-Used': isUsed ? String(standing.used) : null,
    'X-DailyQuota-Remaining': figure(standing.remaining),
    'X-DailyQuota-Reset': RESET_UNITS[DAILY_RESET[quirks.dailyResetUnit] ?? quirks.reset](standing),
  });
}

function figure(count: number): string {
  return count === Number.POSITIVE_INFINITY ? 'unlimited' : String(count);
}

function sent(headers: Readonly<Record<string, string | null>>): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

const LATER_SECONDS = 3;

/** Retry-After (specification §7: a number of seconds; the rest is undecided item 21). One header line for each text. */
export const RETRY_AFTER: Readonly<
  Record<Quirks['retryAfter'], (standing: LimitStatus) => readonly string[]>
> = {
  seconds: ({ resetSeconds }) => [String(resetSeconds)],
  zero: () => ['0'],
  half: () => ['0.5'],
  'http-date': ({ resetAt }) => [toHttpDate(resetAt)],
  absent: () => [],
  twice: ({ resetSeconds }) => [String(resetSeconds), String(resetSeconds + LATER_SECONDS)],
};
