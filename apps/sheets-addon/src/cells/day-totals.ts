import {
  type Analytics,
  addDays,
  type CalendarDate,
  countWindowDays,
  type DateSpan,
  type Result,
  toCalendarDate,
} from '@answershare/core';
import { CellError } from '../ports/cell.ts';
import type { FiguresByEndpoint } from '../ports/query.ts';
import type { DailyMetric } from './metrics.ts';

type AnalyticsFigures = FiguresByEndpoint['analytics'];

/** The finished days of a window. One that ends later is rejected as incomplete, unless `allowsGaps`. */
export function selectFinishedDays(
  { from, to }: DateSpan,
  { answeredOn, allowsGaps }: Pick<KnownFigures, 'answeredOn' | 'allowsGaps'>,
): DateSpan {
  return to === answeredOn || (allowsGaps && to > answeredOn)
    ? { from, to: addDays(answeredOn, -1) }
    : { from, to };
}

/** An answer's figures of one metric. */
export interface KnownFigures {
  readonly analytics: AnalyticsFigures;
  readonly metric: DailyMetric;
  /** The service's date (UTC) of the answer: that day was not over. */
  readonly answeredOn: CalendarDate;
  /** True if a window may have days without a figure. */
  readonly allowsGaps: boolean;
}

/** A CellError for days that may be on another page. @param missing such as `4 of 30 days from 2026-10-28` */
function pageError({ days: [first, ...others] }: AnalyticsFigures, missing: string): CellError {
  const last = others[others.length - 1] ?? first;
  const step = first && last ? ` Choose a period within ${first.date}..${last.date}.` : '';
  return new CellError(
    'incomplete',
    `The answer is one page, and more exist: ${missing} are not on it.${step}`,
  );
}

/** The known figures of a window; none later than `through`. @throws CellError if days are missing or blank */
function listFigures(
  { analytics, metric, answeredOn, allowsGaps }: KnownFigures,
  dates: DateSpan,
  through: CalendarDate,
) {
  const known = analytics.days.filter(
    ({ date }) => date >= dates.from && date <= dates.to && (allowsGaps || date <= through),
  );
  const figures = known.map((day) => metric.of(day)).filter((figure): figure is number => figure !== null);
  // An unfinished day may have no figure yet.
  const isTodayMissing =
    through === answeredOn &&
    dates.from <= answeredOn &&
    dates.to >= answeredOn &&
    !known.some((day) => day.date === answeredOn && metric.of(day) !== null);
  const expected = Math.max(0, countWindowDays(dates));
  const missing = expected - figures.length - (isTodayMissing ? 1 : 0);
  if (missing > 0 && !allowsGaps) {
    const absent = expected - known.length - (isTodayMissing ? 1 : 0);
    if (analytics.isPage && absent > 0)
      throw pageError(analytics, `${absent} of ${expected} days from ${dates.from}`);
    if (analytics.unmeasured !== undefined && figures.length === 0)
      throw new CellError('not_measured', `The service marks these figures: ${analytics.unmeasured}.`);
    const reason = analytics.unmeasured === undefined ? '' : ` (the answer's ${analytics.unmeasured})`;
    throw new CellError(
      'incomplete',
      `${missing} of ${expected} days from ${dates.from} have no ${metric.label.toLowerCase()}${reason}. The option incomplete=take counts what is there.`,
    );
  }
  return figures;
}

const sumFigures = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);

/** The total that the body states for exactly these dates; null for none. */
function findStatedFigure(
  { analytics: { period }, metric, answeredOn, allowsGaps }: KnownFigures,
  { from, to }: DateSpan,
): number | null {
  const same = period !== null && period.from === from && period.to === to;
  return same && (allowsGaps || to <= answeredOn) ? metric.of(period) : null;
}

/**
 * The sum over a window: the service's own total of exactly this window, else the sum of its days. Null without a
 * figure. The day of the answer may be missing.
 * @throws CellError if another day is missing
 */
export function sumMetric(current: KnownFigures, dates: DateSpan): number | null {
  const own = findStatedFigure(current, dates);
  if (own !== null) return own;
  const figures = listFigures(current, dates, current.answeredOn);
  return figures.length === 0 ? null : sumFigures(figures);
}

/** The mean of finished days. @throws CellError if one is missing */
export function averageMetric(current: KnownFigures, dates: DateSpan): number | null {
  const finished = selectFinishedDays(dates, current);
  const figures = listFigures(current, finished, addDays(current.answeredOn, -1));
  return figures.length === 0 ? null : sumFigures(figures) / figures.length;
}

/** The greatest or least figure of a finished day; null without a figure. @throws CellError if a day is missing */
export function extremeMetric(
  current: KnownFigures,
  dates: DateSpan,
  choose: (one: number, other: number) => number,
): number | null {
  const finished = selectFinishedDays(dates, current);
  const figures = listFigures(current, finished, addDays(current.answeredOn, -1));
  return figures.length === 0 ? null : figures.reduce((most, figure) => choose(most, figure));
}

/** The sum over days that are over; null without a figure. @throws CellError if a day is missing */
export function sumWholeDays(current: KnownFigures, dates: DateSpan): number | null {
  const own = dates.to < current.answeredOn ? findStatedFigure(current, dates) : null;
  if (own !== null) return own;
  const figures = listFigures(current, dates, addDays(current.answeredOn, -1));
  return figures.length === 0 ? null : sumFigures(figures);
}

/** The newest figure of a window; null for none. @throws CellError if newer days may be on another page */
export function lastMetric(
  { analytics, metric, answeredOn, allowsGaps }: KnownFigures,
  dates: DateSpan,
): number | null {
  const days = analytics.days.filter(({ date }) => date >= dates.from && date <= dates.to);
  const from = addDays(days[days.length - 1]?.date ?? addDays(dates.from, -1), 1);
  if (analytics.isPage && !allowsGaps && from <= dates.to && from < answeredOn)
    throw pageError(analytics, `the days from ${from}`);
  return days.reduce<number | null>((last, day) => metric.of(day) ?? last, null);
}

/** The spans that the service offers, counted back from today (specification §4). */
const spans = [7, 30, 90];

/**
 * The days of an answer. Missing days are never filled in: a new website has fewer days than requested. An answer with
 * less than half of them that starts exactly at a shorter span answers another window. A span may include today or not,
 * so it may start a day earlier.
 * @throws CellError
 */
export function countAnsweredDays({ value, meta }: Result<Analytics>): Analytics['days'] {
  const { days } = value;
  const [first] = days;
  const asked = meta.window;
  if (first === undefined || asked === undefined || asked.given * 2 >= asked.asked) return days;
  const today = toCalendarDate(meta.fetchedAt);
  const span = spans.find(
    (length) => first.date === addDays(today, 1 - length) || first.date === addDays(today, -length),
  );
  if (span === undefined || first.date <= asked.from) return days;
  throw new CellError(
    'bad_answer',
    `The service gave ${asked.given} of the ${asked.asked} days asked, from ${first.date} on, as for ${span}d. Ask for ${span}d, or inform the add-on's administrator.`,
  );
}
