import { addDays, daysBetween, toCalendarDate } from '../calendar/calendar.ts';
import type { Analytics } from '../resources/analytics.ts';
import { resolveDates } from './resolve.ts';
import type { AnalyticsWindow } from './window.ts';

/** The longest window that both Forms can word (specification §4, `period`). */
export const widestWindow: AnalyticsWindow = { last: 90 };

/** The window to ask for, so that one answer serves every window within it: the last 90 days, or the own one where it reaches further back. */
export function widenWindow(window: AnalyticsWindow, nowMs: number): AnalyticsWindow {
  const { from, to } = resolveDates(window, nowMs);
  const today = toCalendarDate(nowMs);
  return from >= addDays(today, -89) && to <= today ? widestWindow : window;
}

/** True where narrower windows can be cut out of an answer: its rows are days, or it says that there is nothing. */
export function isDaily({ days, period }: Analytics): boolean {
  const [first, last] = [days[0], days[days.length - 1]];
  return first && last ? days.length * 3 > daysBetween(first.date, last.date) : period === null;
}
