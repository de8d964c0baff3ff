import { type AnalyticsWindow, toCalendarDate } from '@answershare/core';
import {
  averageMetric,
  changeMetric,
  countWindowDays,
  type DateSpan,
  type KnownFigures,
  lastMetric,
  sumMetric,
  toPreviousWindow,
  toWholeDays,
  toWindowDates,
} from '../cells/day-totals.ts';
import { chooseMetrics, errorOption, readOptions, readTextArgument } from '../cells/option-arguments.ts';
import { alignWithRange, answerAboutOne } from '../cells/website-argument.ts';
import { parseWindow, readWindowArgument } from '../cells/window-argument.ts';
import { type Cell, CellError, toFigureCell, toTable } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import {
  analyticsWindowParameter,
  oneWebsite,
  optionsText,
  type SheetFunction,
  websiteOrRange,
} from './parameters.ts';

export const analyticsFunction: SheetFunction = {
  name: 'ANALYTICS',
  description: 'Daily traffic and AI citations of a website, oldest day first.',
  parameters: [
    oneWebsite,
    analyticsWindowParameter,
    { name: 'metrics', text: 'Optional. Columns to show, such as "visitors, citations"; blank for all.' },
    optionsText('"headers=no" leaves the first row out', '"order=desc" puts the newest day first'),
  ],
  returns: 'A table with a row per day that the service gave; a figure that it did not give is blank.',
  examples: [
    {
      formula: '=ANALYTICS("example.com"; "7d")',
      shows: 'Seven days: Date, Visitors, Pageviews, Citations.',
    },
    {
      formula: '=ANALYTICS(A2; B1:C1; "citations")',
      shows: 'Daily citations between the dates in B1 and C1.',
    },
    { formula: '=ANALYTICS(A2; "90d"; ; "order=desc")', shows: 'Ninety days, newest first.' },
  ],
  answer([website, window, metrics, options], cellContext) {
    const { headers, order } = readOptions(options, { headers: ['yes', 'no'], order: ['asc', 'desc'] });
    const asked = readWindowArgument(window, cellContext);
    const { days } = answerAboutOne(cellContext, 'ANALYTICS', 'analytics', website, asked).value;
    const columns = chooseMetrics(metrics, days);
    const rows = days.map((day): Cell[] =>
      [cellContext.dateCell(day.date) as Cell].concat(columns.map((column) => toFigureCell(column.of(day)))),
    );
    if (order === 'desc') rows.reverse();
    return toTable(['Date'].concat(columns.map(({ label }) => label)), rows, headers);
  },
};

const aggregates = ['sum', 'average', 'last', 'change'] as const;

type Aggregate = (typeof aggregates)[number];

function parseAggregate(argument: unknown): Aggregate {
  const text = (readTextArgument(argument, 'aggregate') ?? 'sum').toLowerCase();
  const found = aggregates.find((one) => one === text);
  if (found) return found;
  throw new CellError('bad_request', `There is no aggregate "${text}". There is ${aggregates.join(', ')}.`);
}

interface TotalQuery {
  readonly dates: DateSpan;
  readonly windows: readonly AnalyticsWindow[];
}

const plainWindow = (asked: AnalyticsWindow, cellContext: FunctionContext): TotalQuery => ({
  dates: toWindowDates(asked, cellContext.today()),
  windows: [asked],
});

/** A change over n days uses the last n finished days at the service. */
function changeWindows(window: unknown, cellContext: FunctionContext): TotalQuery {
  const read = parseWindow(window, cellContext.dateOfCell);
  const here = cellContext.today();
  const [today = here] = [here, toCalendarDate(Date.now())].sort();
  const dates = 'last' in read ? toWholeDays(read.last, today) : read;
  return countWindowDays(dates) > 0
    ? { dates, windows: [dates, toPreviousWindow(dates)] }
    : plainWindow(read, cellContext);
}

export const analyticsTotalFunction: SheetFunction = {
  name: 'ANALYTICS_TOTAL',
  description: "One figure of a website's traffic or AI citations over a window of days.",
  parameters: [
    websiteOrRange,
    { name: 'metric', text: 'What to count, such as "visitors", "pageviews" or "citations".' },
    analyticsWindowParameter,
    {
      name: 'aggregate',
      text: 'Optional. "sum" (also for a blank), "average" of the days that are over, "last" for the newest day that has a figure, "change" of the sum against as many days before. A change leaves out days that are not over, in the zone of the spreadsheet or at the service: 7d is then the seven days before, and of dates up to today the days before today count.',
    },
    optionsText(
      '"incomplete=take" counts what is there although days have no figure; without it they are refused (today may be missing)',
      '"on_error=text", "blank" or "throw" for rows that fail',
    ),
  ],
  returns:
    'A number; blank where there is no figure at all. A sum is the total that the service itself states of exactly this window, else the sum of its days (people who come on two days count twice). A day without a figure, but for the day of the answer, which is not over, makes it [incomplete], as the sum would be too small; so does an older answer that came before the window ended.',
  examples: [
    { formula: '=ANALYTICS_TOTAL("example.com"; "visitors"; "30d")', shows: 'The visitors of 30 days.' },
    {
      formula: '=ANALYTICS_TOTAL(A2:A50; "citations"; "7d"; "change")',
      shows: 'A column: citations of the last seven whole days less those of the seven before.',
    },
    {
      formula: '=ANALYTICS_TOTAL(A2; "visitors"; "90d"; "average"; "incomplete=take")',
      shows: 'The mean of the days that have a figure.',
    },
  ],
  answer([website, metricName, window, aggregate, options], cellContext) {
    const { incomplete, on_error } = readOptions(options, {
      incomplete: ['refuse', 'take'],
      ...errorOption,
    });
    const wanted = parseAggregate(aggregate);
    const name = readTextArgument(metricName, 'metric');
    if (name === null) {
      throw new CellError('bad_request', 'ANALYTICS_TOTAL needs a metric: visitors, pageviews or citations.');
    }
    const { dates, windows } =
      wanted === 'change'
        ? changeWindows(window, cellContext)
        : plainWindow(readWindowArgument(window, cellContext), cellContext);
    return alignWithRange(
      website,
      cellContext,
      'analytics',
      (served, _, ownAnswers) => {
        const [metric] = chooseMetrics(name, served.days);
        if (metric === undefined) return '';
        const allowsGaps = incomplete === 'take';
        const [now, past] = ownAnswers.map(
          ({ value, fetchedAt }): KnownFigures => ({
            analytics: value,
            metric,
            answeredOn: toCalendarDate(fetchedAt),
            allowsGaps,
          }),
        );
        if (wanted === 'last' || now === undefined) return toFigureCell(lastMetric(served, metric));
        if (wanted === 'average') return toFigureCell(averageMetric(now, dates));
        return toFigureCell(past === undefined ? sumMetric(now, dates) : changeMetric(now, past, dates));
      },
      { onError: on_error, windows },
    );
  },
};
