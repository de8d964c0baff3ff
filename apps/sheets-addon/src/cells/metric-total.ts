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

/**
 * So many days up to yesterday: a day that is not over would make a window look smaller than the one before.
 * @param today the earlier of the spreadsheet's date and the service's: only what is before both is over
 */
export function wholeDays(days: number, today: CalendarDate): Dates {
  return { from: addDays(today, -days), to: addDays(today, -1) };
}

/**
 * The days of a window that were over when the answer came. One that ends later stays as it is, so that it is refused as
 * incomplete, unless `take` has it cut.
 */
export function daysOver({ from, to }: Dates, answeredOn: CalendarDate, take: boolean): Dates {
  return to === answeredOn || (take && to > answeredOn)
    ? { from, to: addDays(answeredOn, -1) }
    : { from, to };
}

/** An answer's figures of one metric. */
export interface Told {
  readonly served: Served;
  readonly metric: Metric;
  /** The service's date (UTC) when it answered: that day was not over. */
  readonly answeredOn: CalendarDate;
  /** True where a window may have days without a figure. */
  readonly take: boolean;
}

/** The known figures of a window; none later than `through`. @throws Refusal where days are missing or blank */
function figuresOf({ served, metric, answeredOn, take }: Told, dates: Dates, through: CalendarDate) {
  const known = served.days.filter(
    ({ date }) => date >= dates.from && date <= dates.to && (take || date <= through),
  );
  const figures = known.map((day) => metric.of(day)).filter((figure): figure is number => figure !== null);
  // A day that is not over may have no figure yet.
  const open =
    through === answeredOn &&
    dates.from <= answeredOn &&
    dates.to >= answeredOn &&
    !known.some((day) => day.date === answeredOn && metric.of(day) !== null);
  const asked = Math.max(0, lengthOf(dates));
  const missing = asked - figures.length - (open ? 1 : 0);
  if (missing > 0 && !take) {
    throw new Refusal(
      'incomplete',
      `${missing} of ${asked} days from ${dates.from} have no ${metric.label.toLowerCase()}. The option incomplete=take counts what is there.`,
    );
  }
  return figures;
}

const added = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);

/** The total that the body states of exactly these dates; null where it states none. */
function stated({ served: { period }, metric, answeredOn, take }: Told, { from, to }: Dates): number | null {
  const same = period !== null && period.from === from && period.to === to;
  return same && (take || to <= answeredOn) ? metric.of(period) : null;
}

/**
 * The sum over a window: the service's own where it states one of exactly this window, else of its days; null where there
 * is no figure at all. The day of the answer may be missing. @throws Refusal where another day is
 */
export function sumOf(told: Told, dates: Dates): number | null {
  const own = stated(told, dates);
  if (own !== null) return own;
  const figures = figuresOf(told, dates, told.answeredOn);
  return figures.length === 0 ? null : added(figures);
}

/** The mean of the days that were over. @throws Refusal where one is missing */
export function averageOf(told: Told, dates: Dates): number | null {
  const over = daysOver(dates, told.answeredOn, told.take);
  const figures = figuresOf(told, over, addDays(told.answeredOn, -1));
  return figures.length === 0 ? null : added(figures) / figures.length;
}

/**
 * What the days of a window that were over have more than as many days before it; null where either has no figure.
 * @throws Refusal where a day is missing
 */
export function changeOf(told: Told, earlier: Told, dates: Dates): number | null {
  const over = daysOver(dates, told.answeredOn, told.take);
  if (lengthOf(over) < 1) return null;
  const closedSum = (one: Told, days: Dates): number | null => {
    const own = days.to < one.answeredOn ? stated(one, days) : null;
    const figures = own === null ? figuresOf(one, days, addDays(one.answeredOn, -1)) : [own];
    return figures.length === 0 ? null : added(figures);
  };
  const sum = closedSum(told, over);
  const past = closedSum(earlier, before(over));
  return sum === null || past === null ? null : sum - past;
}

/** The newest figure of a window; null where it has none. */
export function lastOf({ days }: Served, metric: Metric): number | null {
  return days.reduce<number | null>((last, day) => metric.of(day) ?? last, null);
}
