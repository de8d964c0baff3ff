import { addDays, type DateSpan, daysBetween, toCalendarDate, toStartMs } from '../calendar/calendar.ts';
import type { Dialect } from '../dialects/forms.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Analytics } from '../resources/resources.ts';
import { maxPeriodDays } from './period-fault.ts';

/** A requested analytics window: the last n days including today, or two inclusive dates. */
export type AnalyticsWindow = { readonly last: number } | DateSpan;

/** How a window was served: by its own parameters, as equivalent dates, or cut out of a longer one. */
export type WindowFit = 'native' | 'emulated' | 'sliced';

/** A range and its number of days. */
export interface WindowDates {
  readonly range: DateSpan;
  readonly days: number;
}

/** The parameters of a window and how the answer serves it. */
export interface WindowPlan extends WindowDates {
  readonly parameters: readonly (readonly [string, string])[];
  readonly how: WindowFit;
}

function throwInvalidWindow(message: string, hint: string): never {
  throw new ApiError({ kind: 'window', owner: 'caller', message, hint });
}

/** The inclusive UTC dates of a window at `nowMs`. */
function resolveDates(window: AnalyticsWindow, nowMs: number): DateSpan {
  const today = toCalendarDate(nowMs);
  // Untyped callers may omit it.
  if (typeof window !== 'object' || window === null)
    throwInvalidWindow('No window is given. Give { last: 30 } or { from, to }.', 'Give a window.');
  if ('last' in window) {
    if (!(Number.isInteger(window.last) && window.last >= 1 && window.last <= maxPeriodDays)) {
      throwInvalidWindow(
        `A window of ${window.last} days is not possible: give a whole number from 1 to ${maxPeriodDays}.`,
        'Use 7d, 30d or 90d.',
      );
    }
    return { from: addDays(today, 1 - window.last), to: today };
  }
  for (const name of ['from', 'to'] as const) {
    const date = window[name];
    if (typeof date !== 'string')
      throwInvalidWindow(
        `The window has no date "${name}". Give both dates, or { last: 30 }.`,
        'Give both dates.',
      );
    if (toStartMs(date) === null)
      throwInvalidWindow(`"${date}" is not a date: write it as YYYY-MM-DD.`, 'For example 2026-11-21.');
  }
  if (window.from > window.to) {
    throwInvalidWindow(
      `The window starts on ${window.from}, after its end ${window.to}.`,
      'Exchange the two dates.',
    );
  }
  return { from: window.from, to: window.to };
}

export function toDateRange(window: AnalyticsWindow, nowMs: number): WindowDates {
  const range = resolveDates(window, nowMs);
  return { range, days: daysBetween(range.from, range.to) + 1 };
}

/**
 * Plans the parameters of a window (specification §4). Form 1 has two dates. Form 2 has 7, 30 and 90 days: other windows are
 * cut out of the smallest period that covers them, and days before that are an error.
 */
export function planWindow(window: AnalyticsWindow, dialect: Dialect, nowMs: number): WindowPlan {
  const { range, days } = toDateRange(window, nowMs);
  if (dialect.range) {
    const parameters = [
      [dialect.range.from, range.from],
      [dialect.range.to, range.to],
    ] as const;
    return { range, days, parameters, how: 'last' in window ? 'emulated' : 'native' };
  }
  const period = dialect.period;
  if (!period)
    return throwInvalidWindow('This dialect has no analytics window.', 'Run `answershare doctor`.');
  const today = toCalendarDate(nowMs);
  const sizes = Object.keys(period.choices)
    .map(Number)
    .sort((a, b) => a - b);
  if ('last' in window && period.choices[window.last] !== undefined) {
    const parameters = [[period.parameter, period.choices[window.last] || '']] as const;
    return { range, days, parameters, how: 'native' };
  }
  const needed = daysBetween(range.from, today) + 1;
  if (needed < 1) {
    throwInvalidWindow(
      `The window starts on ${range.from}, after today (${today}, UTC).`,
      'Choose an earlier start.',
    );
  }
  const size = sizes.find((candidate) => candidate >= needed);
  if (size === undefined) {
    const longestPeriod = sizes[sizes.length - 1] || 0;
    return throwInvalidWindow(
      `The service gives the last ${longestPeriod} days only: ${addDays(today, 1 - longestPeriod)} to ${today}, not ${range.from}.`,
      'Choose a later start.',
    );
  }
  return { range, days, parameters: [[period.parameter, period.choices[size] || '']], how: 'sliced' };
}

/** The longest window that both Forms support (specification §4, `period`). */
export const widestWindow: AnalyticsWindow = { last: 90 };

/** The window to request so that one answer serves every narrower one: the last 90 days, or a longer own window. */
export function widenWindow(window: AnalyticsWindow, nowMs: number): AnalyticsWindow {
  const { from, to } = resolveDates(window, nowMs);
  const today = toCalendarDate(nowMs);
  return from >= addDays(today, -89) && to <= today ? widestWindow : window;
}

/** True if narrower windows can be cut out of an answer: its rows are days, or it is empty. */
export function isDaily({ days, period }: Analytics): boolean {
  const [first, last] = [days[0], days[days.length - 1]];
  return first && last ? days.length * 3 > daysBetween(first.date, last.date) : period === null;
}
