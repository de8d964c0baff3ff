import { addDays, countWindowDays, type DateSpan, toCalendarDate, toPreviousWindow } from '@answershare/core';
import { type Cell, CellError, toFigureCell } from '../ports/cell.ts';
import type { ServicePeriod } from '../ports/query.ts';
import type { QueryTerms } from './website-argument.ts';

/** The choices of the option `compare`. */
export const comparisonOption = { compare: ['none', 'previous', 'year'] as ['none', 'previous', 'year'] };

/** As many days before, or as many from the same date a year before. */
export type Comparison = 'previous' | 'year';

/** The window of equal length that a window is compared with. */
export function toPastWindow(dates: DateSpan, comparison: Comparison): DateSpan {
  if (comparison === 'previous') return toPreviousWindow(dates);
  const [year = 0, month = 1, day = 1] = dates.from.split('-').map(Number);
  const from = toCalendarDate(Date.UTC(year - 1, month - 1, day));
  return { from, to: addDays(from, countWindowDays(dates) - 1) };
}

/** The days of a period that are over, in the spreadsheet's zone and at the service; n days as the last n of them. */
export function toWholeDays({ period, dates, lastWhole }: ServicePeriod): DateSpan {
  if (period.last !== null) return { from: addDays(lastWhole, 1 - period.last), to: lastWhole };
  return { from: dates.from, to: dates.to < lastWhole ? dates.to : lastWhole };
}

export interface ComparedWindows {
  readonly dates: DateSpan;
  readonly past: DateSpan;
  readonly terms: QueryTerms;
}

/**
 * The two windows of a comparison, of whole days alone: a day that is not over would make a change too small.
 * @throws CellError if no day of the period is over
 */
export function toComparedWindows(servicePeriod: ServicePeriod, comparison: Comparison): ComparedWindows {
  const dates = toWholeDays(servicePeriod);
  if (countWindowDays(dates) < 1) {
    throw new CellError(
      'bad_window',
      `No day of the period is over on ${servicePeriod.today}, so there is nothing to compare. Write yesterday or last 7 days.`,
    );
  }
  const past = toPastWindow(dates, comparison);
  const step = comparison === 'year' ? 'Use compare=previous.' : 'Choose a shorter or later period.';
  const windowFault = new CellError(
    'bad_window',
    `The comparison needs ${past.from} to ${past.to}, but the service gives the last 90 days only. ${step}`,
  );
  return { dates, past, terms: { windows: [dates, past], windowFault } };
}

export const toComparedHeadings = (label: string): readonly string[] => [
  label,
  `${label} before`,
  `${label} change`,
  `${label} change %`,
];

/** The difference; null if one figure is unknown. */
export function computeDifference(now: number | null, past: number | null): number | null {
  return now === null || past === null ? null : now - past;
}

/** The difference as a fraction of the earlier figure; null if that is zero or one is unknown. */
export function computeChangeRatio(now: number | null, past: number | null): number | null {
  const difference = computeDifference(now, past);
  return difference === null || past === null || past === 0 ? null : difference / Math.abs(past);
}

/** Figure, earlier figure, change and change as a fraction. */
export function toComparedCells(now: number | null, past: number | null): readonly Cell[] {
  return [now, past, computeDifference(now, past), computeChangeRatio(now, past)].map(toFigureCell);
}
