import { type AnalyticsWindow, addDays, type CalendarDate } from '@answershare/core';
import type { Figures } from '../asks/ask.ts';
import type { Metric } from './metrics-argument.ts';
import { Refusal } from './refusal.ts';

type Served = Figures['analytics'];

/** The dates of a window, both ends included. */
export interface Dates {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export function datesOf(window: AnalyticsWindow, today: CalendarDate): Dates {
  return 'last' in window ? { from: addDays(today, 1 - window.last), to: today } : window;
}

export function lengthOf({ from, to }: Dates): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The window of equal length that ends where another begins. */
export function before(dates: Dates): Dates {
  return { from: addDays(dates.from, -lengthOf(dates)), to: addDays(dates.from, -1) };
}

/** The same number of days up to yesterday: a day that is not over would make a window look smaller than the one before. */
export function wholeDays({ from, to }: Dates, today: CalendarDate): Dates {
  return to < today ? { from, to } : { from: addDays(from, -1), to: addDays(to, -1) };
}

/** The known figures of a window. @throws Refusal where days are missing or blank and `take` is false */
function figuresOf(served: Served, metric: Metric, dates: Dates, today: CalendarDate, take: boolean) {
  const known = served.days.filter(({ date }) => date >= dates.from && date <= dates.to);
  const figures = known.map((day) => metric.of(day)).filter((figure): figure is number => figure !== null);
  // A day that is not over may have no figure yet.
  const open = dates.to >= today && !known.some((day) => day.date >= today && metric.of(day) !== null);
  const asked = lengthOf(dates);
  const missing = asked - figures.length - (open ? 1 : 0);
  if (missing > 0 && !take) {
    throw new Refusal(
      'incomplete',
      `${missing} of ${asked} days from ${dates.from} have no ${metric.label.toLowerCase()}. The option incomplete=take counts what is there.`,
    );
  }
  return figures;
}

/** The total that the body states of exactly these dates; null where it states none. */
function stated({ period }: Served, metric: Metric, { from, to }: Dates): number | null {
  return period !== null && period.from === from && period.to === to ? metric.of(period) : null;
}

/**
 * The sum over a window: the service's own where it states one of exactly this window, else of its days; null where there
 * is no figure at all. @throws Refusal where a day is missing
 */
export function sumOf(
  served: Served,
  metric: Metric,
  dates: Dates,
  today: CalendarDate,
  take: boolean,
): number | null {
  const own = stated(served, metric, dates);
  if (own !== null) return own;
  const figures = figuresOf(served, metric, dates, today, take);
  return figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0);
}

/** The mean of the days. @throws Refusal where a day is missing */
export function averageOf(
  served: Served,
  metric: Metric,
  dates: Dates,
  today: CalendarDate,
  take: boolean,
): number | null {
  const figures = figuresOf(served, metric, dates, today, take);
  return figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

/** The newest figure of a window; null where it has none. */
export function lastOf({ days }: Served, metric: Metric): number | null {
  return days.reduce<number | null>((last, day) => metric.of(day) ?? last, null);
}
