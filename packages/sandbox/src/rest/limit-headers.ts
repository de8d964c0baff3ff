import type { Allotment, Exhausted, Standing } from '../limits/limits.ts';
import type { Quirks } from '../quirks/table.ts';
import type { Axes } from './axes.ts';
import { RESET_UNITS } from './reset-units.ts';

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
export function limitHeaders(
  axes: Axes,
  quirks: Quirks,
  { minute, day }: Allotment,
  answer: { readonly status: number; readonly limit: Exhausted | null },
): Headers {
  if (!CARRIED[quirks.errorHeaders](answer.status)) return {};
  if (DAY_IS_SHOWN[quirks.dailyFamily] || day.limit === Number.POSITIVE_INFINITY) {
    return { ...burst(quirks, minute), ...daily(quirks, day) };
  }
  if (answer.limit !== 'day') return burst(quirks, minute);
  return axes.codes === 2 ? daily(quirks, day) : burst(quirks, day);
}

function burst(quirks: Quirks, standing: Standing): Headers {
  return sent({
    'X-RateLimit-Limit': quirks.limitHeader === 'sent' ? String(standing.limit) : null,
    'X-RateLimit-Remaining': String(standing.remaining),
    'X-RateLimit-Reset': RESET_UNITS[quirks.reset](standing),
  });
}

function daily(quirks: Quirks, standing: Standing): Headers {
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
