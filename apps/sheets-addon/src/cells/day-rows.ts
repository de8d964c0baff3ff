import {
  type AnalyticsDay,
  addDays,
  type CalendarDate,
  countWindowDays,
  type DateSpan,
} from '@answershare/core';
import type { DailyMetric } from './metrics.ts';

/** The choices of the option `by`. */
export const unitOption = { by: ['day', 'week', 'month'] as ['day', 'week', 'month'] };

export type RowUnit = 'day' | 'week' | 'month';

/** The days of a table's row. */
export interface DayRow extends DateSpan {
  /** The first day of the week or month, though the window may begin later. */
  readonly date: CalendarDate;
  /** True if the window holds a part of the week or month alone. */
  readonly isCut: boolean;
}

/** A week begins on Monday. */
function toUnitStart(date: CalendarDate, unit: RowUnit): CalendarDate {
  if (unit === 'month') return `${date.slice(0, 7)}-01`;
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return unit === 'day' ? date : addDays(date, -((weekday + 6) % 7));
}

/** The days, weeks or months of a window, oldest first. */
export function listDayRows({ from, to }: DateSpan, unit: RowUnit): readonly DayRow[] {
  const rows: DayRow[] = [];
  for (let first = from; first <= to; ) {
    const date = toUnitStart(first, unit);
    const isInside = (day: CalendarDate): boolean => toUnitStart(day, unit) === date;
    let last = first;
    while (last < to && isInside(addDays(last, 1))) last = addDays(last, 1);
    rows.push({ date, from: first, to: last, isCut: first !== date || isInside(addDays(last, 1)) });
    first = addDays(last, 1);
  }
  return rows;
}

export type DaysByDate = ReadonlyMap<CalendarDate, AnalyticsDay>;

export const indexDays = (days: readonly AnalyticsDay[]): DaysByDate =>
  new Map(days.map((day): [CalendarDate, AnalyticsDay] => [day.date, day]));

/** The days of a window that are there, oldest first. */
export function lookUpDays(days: DaysByDate, { from, to }: DateSpan): readonly AnalyticsDay[] {
  const found: AnalyticsDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const day = days.get(date);
    if (day !== undefined) found.push(day);
  }
  return found;
}

/**
 * The sum of a metric over days, or its mean. Null without a figure, and if a day that is over has none, as the sum would
 * be too small.
 * @param openFrom the first day that was not over when the answer came
 */
export function aggregateDays(
  days: DaysByDate,
  metric: DailyMetric,
  span: DateSpan,
  { openFrom, allowsGaps }: { readonly openFrom: CalendarDate; readonly allowsGaps: boolean },
): number | null {
  const known = lookUpDays(days, span).flatMap((day) => {
    const figure = metric.of(day);
    return figure === null ? [] : [{ date: day.date, figure }];
  });
  const over = span.to < openFrom ? span.to : addDays(openFrom, -1);
  const expected = Math.max(0, countWindowDays({ from: span.from, to: over }));
  if (known.length === 0) return null;
  if (!allowsGaps && known.filter(({ date }) => date < openFrom).length < expected) return null;
  const sum = known.reduce((total, { figure }) => total + figure, 0);
  return metric.isMean ? sum / known.length : sum;
}
