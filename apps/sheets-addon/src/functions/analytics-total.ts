import {
  type AnalyticsWindow,
  addDays,
  countWindowDays,
  type DateSpan,
  foldName,
  toCalendarDate,
} from '@answershare/core';
import { choiceError } from '../cells/choice-error.ts';
import {
  type Comparison,
  comparisonOption,
  computeChangeRatio,
  computeDifference,
  toComparedCells,
  toComparedHeadings,
  toComparedWindows,
  toPastWindow,
} from '../cells/comparison.ts';
import {
  averageMetric,
  extremeMetric,
  type KnownFigures,
  lastMetric,
  selectFinishedDays,
  sumMetric,
  sumWholeDays,
} from '../cells/day-totals.ts';
import {
  chooseMetrics,
  type DailyMetric,
  expandMetrics,
  joinMetricDates,
  orderArguments,
} from '../cells/metrics.ts';
import {
  errorOption,
  parseNames,
  readOptions,
  readTextArgument,
  totalOption,
} from '../cells/option-arguments.ts';
import { alignWithRange } from '../cells/website-argument.ts';
import { assertOneLine, toGrid } from '../cells/website-grid.ts';
import { isPeriod, readServicePeriod, toServiceDates } from '../cells/window-argument.ts';
import { type Cell, CellError, isBlank, toFigureCell } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { ServicePeriod } from '../ports/query.ts';
import { analyticsWindowParameter, optionsText, type SheetFunction, websiteOrRange } from './parameters.ts';

const aggregates = ['sum', 'average', 'max', 'min', 'last', 'change', 'change%'] as const;

type Aggregate = (typeof aggregates)[number];

/** The aggregate of an argument; null for a blank. @throws CellError that lists them */
function parseAggregate(argument: unknown, { words }: FunctionContext): Aggregate | null {
  const text = foldName(readTextArgument(argument, 'aggregate') ?? '');
  if (text === '') return null;
  const find = (wanted: string | null) => aggregates.find((one) => one === wanted);
  const found = find(text) ?? find(words().translateWord('aggregate', text));
  if (found) return found;
  throw choiceError('bad_request', text, aggregates, (quoted) => `There is no aggregate ${quoted}.`);
}

/** Several days have a mean of rates and scores, and a sum of counts. */
const defaultAggregate = ({ isMean }: DailyMetric): Aggregate => (isMean ? 'average' : 'sum');

/** One figure of days that are over. */
function aggregateWholeDays(aggregate: Aggregate, known: KnownFigures, dates: DateSpan): number | null {
  if (aggregate === 'average') return averageMetric(known, dates);
  if (aggregate === 'max' || aggregate === 'min') return extremeMetric(known, dates, Math[aggregate]);
  if (aggregate === 'last') return lastMetric(known, dates);
  return sumWholeDays(known, dates);
}

/** The cells of one metric in a comparison of whole days. */
function toComparison(
  aggregate: Aggregate,
  [now, earlier]: readonly [KnownFigures, KnownFigures],
  dates: DateSpan,
  comparison: Comparison,
): readonly Cell[] {
  const isChange = aggregate === 'change' || aggregate === 'change%';
  const own = isChange ? defaultAggregate(now.metric) : aggregate;
  const finished = selectFinishedDays(dates, now);
  const isOver = countWindowDays(finished) > 0;
  const figure = isOver ? aggregateWholeDays(own, now, finished) : null;
  const past = isOver ? aggregateWholeDays(own, earlier, toPastWindow(finished, comparison)) : null;
  if (aggregate === 'change') return [toFigureCell(computeDifference(figure, past))];
  if (aggregate === 'change%') return [toFigureCell(computeChangeRatio(figure, past))];
  return toComparedCells(figure, past);
}

/** The window of figures without a comparison. */
function toPlainWindow(servicePeriod: ServicePeriod) {
  const dates = toServiceDates(servicePeriod);
  const { period, today, serviceToday } = servicePeriod;
  const isCounted = period.last !== null && today === serviceToday;
  const window: AnalyticsWindow = isCounted ? { last: period.last } : dates;
  return { dates, terms: { windows: [window] } };
}

/** A figure without a comparison. A relative window of an older answer ends with that answer's day, as its days do. */
function toPlainFigure(
  aggregate: Aggregate,
  now: KnownFigures,
  window: AnalyticsWindow | undefined,
  { dates, finished }: Pick<ServicePeriod, 'dates' | 'finished'>,
): number | null {
  const span =
    window !== undefined && 'last' in window
      ? { from: addDays(now.answeredOn, 1 - window.last), to: now.answeredOn }
      : null;
  if (aggregate === 'last') return lastMetric(now, span ?? dates);
  if (aggregate === 'average') return averageMetric(now, span ?? finished);
  if (aggregate === 'max' || aggregate === 'min') return extremeMetric(now, span ?? dates, Math[aggregate]);
  return sumMetric(now, span ?? dates);
}

export const analyticsTotalFunction: SheetFunction = {
  name: 'ANALYTICS_TOTAL',
  spreads: 'period',
  description:
    "A figure of a website's traffic or AI citations over a window of days, or several with a comparison.",
  parameters: [
    websiteOrRange,
    {
      ...analyticsWindowParameter,
      text: `${analyticsWindowParameter.text.replace(/^Optional\. /, '')} A row of periods and a column of websites give a grid.`,
    },
    {
      name: 'metric',
      text: 'What to count: "visitors", "pageviews", "citations" or another metric that the service gives; several, such as "visitors, citations", give a column each. It may come before the window.',
    },
    {
      name: 'aggregate',
      text: 'Optional. "sum" or "total", "average", "avg" or "mean" of the days that are over (blank is the sum, and the average of a rate, a share or a score), "max" or "min" of one day, "last" for the newest day that has a figure, "change" of the sum against as many days before, "change%" the same as a fraction of the sum before. A change leaves out days that are not over, in the zone of the spreadsheet or at the service: 7d is then the seven days before, and of dates up to today the days before today count.',
    },
    optionsText(
      '"compare=previous" gives the figure, that of as many days before, the change and the change % in one row, "compare=year" compares with a year before',
      '"headers=yes" adds a row with the names of the columns',
      '"incomplete=take" counts what is there although days have no figure; without it they are refused (today may be missing)',
      '"total=yes" gives one sum of a range, exact or an error',
      '"on_error=text", "blank" or "throw" for rows that fail',
    ),
  ],
  returns:
    'A number; several metrics or a comparison give a row of numbers per website, or a column if the websites are in one row. A heading over the websites becomes the headings of these columns. Blank where "last", incomplete=take or a window of today alone finds no figure. A sum is the total that the service itself states of exactly this window, else the sum of its days (people who come on two days count twice). A day without a figure, but for the day of the answer, which is not over, makes it [incomplete], as the sum would be too small, also where no day has one, but [not_measured] where the service marks them all; so does an older answer that came before two dates ended. An older answer shows a window such as 7d up to its own day.',
  examples: [
    { formula: '=ANALYTICS_TOTAL("example.com"; "30d"; "visitors")', shows: 'The visitors of 30 days.' },
    {
      formula: '=ANALYTICS_TOTAL(A2:A50; "7d"; "citations"; "change")',
      shows: 'A column: citations of the last seven whole days less those of the seven before.',
    },
    {
      formula: '=ANALYTICS_TOTAL(A2; "90d"; "visitors"; "average"; "incomplete=take")',
      shows: 'The mean of the days that have a figure.',
    },
    {
      formula: '=ANALYTICS_TOTAL(A1:A50; "last month"; "visitors, citations")',
      shows: 'A grid: a row per website, a column per metric; headings where A1 has one.',
    },
    {
      formula: '=ANALYTICS_TOTAL(A2; "last 7 days"; "visitors"; ; "compare=previous")',
      shows: 'Visitors of seven days, of the seven before, the change, and the change as a fraction.',
    },
  ],
  answer(args, cellContext) {
    const [website, first, second, aggregate, options] = [1, 2].reduce(
      (joined, at) => joinMetricDates(joined, at, cellContext),
      args,
    );
    const { incomplete, on_error, compare, headers, total } = readOptions(
      options,
      {
        ...totalOption,
        incomplete: ['refuse', 'take'],
        ...comparisonOption,
        headers: ['no', 'yes'],
        ...errorOption,
      },
      cellContext,
    );
    const wanted = parseAggregate(aggregate, cellContext);
    const ordered = orderArguments(first, second, cellContext);
    const isMetricAlone = isBlank(ordered.metrics) && !isPeriod(ordered.window, cellContext, true);
    const window = isMetricAlone ? '' : ordered.window;
    const names = expandMetrics(parseNames(isMetricAlone ? ordered.window : ordered.metrics));
    if (website === undefined || names.length === 0) {
      throw new CellError(
        'bad_request',
        `ANALYTICS_TOTAL needs ${website === undefined ? 'a website and ' : ''}a metric: =ANALYTICS_TOTAL(A2; "30d"; "visitors"), or "pageviews", "citations".`,
      );
    }
    const isChange = wanted === 'change' || wanted === 'change%';
    const comparison = compare === 'none' ? 'previous' : (compare as Comparison);
    const labels = chooseMetrics(names.join(','), [], cellContext).map(({ label }) => label);
    const headings = compare === 'none' || isChange ? labels : labels.flatMap(toComparedHeadings);
    if (headings.length > 1) assertOneLine(website);
    const servicePeriod = readServicePeriod(window, cellContext);
    const isCompared = compare !== 'none' || isChange;
    const { dates, terms } = isCompared
      ? toComparedWindows(servicePeriod, comparison)
      : toPlainWindow(servicePeriod);
    const allowsGaps = incomplete === 'take';
    const shown = alignWithRange(
      website,
      cellContext,
      'analytics',
      (served, _, answers): readonly Cell[] =>
        chooseMetrics(names.join(','), served.days, cellContext).flatMap((metric) => {
          const own = wanted ?? defaultAggregate(metric);
          if (total === 'yes' && (compare !== 'none' || (own !== 'sum' && own !== 'change')))
            throw new CellError('bad_request', `total=yes adds sums, and ${metric.label} is none here.`);
          const [now, past] = answers.map(
            ({ value, fetchedAt }): KnownFigures => ({
              analytics: value,
              metric,
              answeredOn: toCalendarDate(fetchedAt),
              allowsGaps,
            }),
          );
          if (now !== undefined && past !== undefined)
            return toComparison(own, [now, past], dates, comparison);
          return now === undefined
            ? ['']
            : [toFigureCell(toPlainFigure(own, now, terms.windows?.[0], servicePeriod))];
        }),
      { usage: 'ANALYTICS_TOTAL(A2; "30d"; "visitors")', onError: on_error, total, ...terms },
    );
    return toGrid(total === 'yes' ? '' : website, shown, headings, headers === 'yes', cellContext);
  },
};
