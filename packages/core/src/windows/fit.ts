import { daysBetween } from '../calendar/calendar.ts';
import type { Analytics, AnalyticsDay } from '../resources/analytics.ts';
import type { DateRange, WindowDates } from './resolve.ts';
import type { WindowFit } from './window.ts';

/** A window as it was served. */
export interface ServedWindow {
  readonly from: string;
  readonly to: string;
  readonly how: WindowFit;
  /** Days asked for, and days of them that came with a row. A day without a row is unknown, never zero. */
  readonly asked: number;
  readonly given: number;
}

/** What an answer gives of asked dates, or why it is another window's. */
export type Fitted =
  | {
      readonly ok: true;
      readonly value: Analytics;
      readonly window: ServedWindow;
      readonly note: string | null;
    }
  | { readonly ok: false; readonly reason: string };

/** The days of an answer that lie in a range. */
export function daysIn(analytics: Analytics, { from, to }: DateRange): readonly AnalyticsDay[] {
  return analytics.days.filter((day) => day.date >= from && day.date <= to);
}

/**
 * Cuts an answer to the asked dates. Whether ends are inclusive and which zone a day follows is not shown (specification
 * §4), so one day too many is cut off; an answer wholly outside the window is refused, because it is another window's; days
 * that are missing are told.
 */
export function fitWindow(analytics: Analytics, plan: WindowDates & { readonly how: WindowFit }): Fitted {
  const { range, days: asked } = plan;
  const days = daysIn(analytics, range);
  const [first, last] = [analytics.days[0], analytics.days[analytics.days.length - 1]];
  if (first && last && days.length === 0) {
    const reason = `its days ${first.date} to ${last.date} lie outside the window ${range.from} to ${range.to}`;
    return { ok: false, reason };
  }
  const cut =
    first && last && (daysBetween(first.date, range.from) > 1 || daysBetween(range.to, last.date) > 1);
  const how = cut ? ('sliced' as const) : plan.how;
  const window = { ...range, how, asked, given: days.length };
  const note = days.length < asked - 1 ? `${days.length} of the ${asked} asked days came` : null;
  return { ok: true, value: { days, period: how === 'sliced' ? null : analytics.period }, window, note };
}
