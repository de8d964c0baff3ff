import { type AnalyticsWindow, addDays, foldName, toCalendarDate } from '@answershare/core';
import {
  averageMetric,
  changeMetric,
  countWindowDays,
  type DateSpan,
  extremeMetric,
  type KnownFigures,
  lastMetric,
  sumMetric,
  toPreviousWindow,
} from '../cells/day-totals.ts';
import { choiceError } from '../cells/fault-text.ts';
import {
  areMetricNames,
  chooseMetrics,
  errorOption,
  readOptions,
  readTextArgument,
} from '../cells/option-arguments.ts';
import { tabulate } from '../cells/stacked-tables.ts';
import { tableOptions } from '../cells/table-options.ts';
import { alignWithRange, type WebsiteAnswer } from '../cells/website-argument.ts';
import {
  isPeriod,
  joinDateArguments,
  readServicePeriod,
  type ServicePeriod,
  toServiceDates,
} from '../cells/window-argument.ts';
import { assertNoErrorValue, type Cell, CellError, isBlank, type Rows, toFigureCell } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import {
  analyticsWindowParameter,
  optionsText,
  type SheetFunction,
  stackedWebsites,
  websiteOrRange,
} from './parameters.ts';

/**
 * The window and the metrics of a call, which may be exchanged: a metric's name is no window.
 * @throws CellError for the error value of another cell
 */
function orderArguments(
  window: unknown,
  metrics: unknown,
  cellContext: FunctionContext,
): { readonly window: unknown; readonly metrics: unknown } {
  for (const argument of [window, metrics]) assertNoErrorValue(argument, 'window or metric');
  const isExchanged =
    areMetricNames(window) || (!isPeriod(window, cellContext) && isPeriod(metrics, cellContext));
  return isExchanged ? { window: metrics, metrics: window } : { window, metrics };
}

export const analyticsFunction: SheetFunction = {
  name: 'ANALYTICS',
  stacksTables: true,
  description: 'Daily traffic and AI citations of a website, oldest day first.',
  parameters: [
    stackedWebsites,
    analyticsWindowParameter,
    { name: 'metrics', text: 'Optional. Columns to show, such as "visitors, citations"; blank for all.' },
    optionsText(
      '"headers=no" leaves the first row out',
      '"order=desc" puts the newest day first',
      '"top=7" gives the first seven rows',
    ),
  ],
  returns:
    'A table with a row per day that the service gave; a figure that it did not give is blank, as is today while it has not begun at the service.',
  examples: [
    {
      formula: '=ANALYTICS("example.com"; "7d")',
      shows: 'Seven days: Date, Visitors, Pageviews, Citations.',
    },
    {
      formula: '=ANALYTICS(A2; B1:C1; "citations")',
      shows: 'Daily citations between the dates in B1 and C1, as with B1; C1 as two arguments.',
    },
    { formula: '=ANALYTICS(A2; "90d"; ; "order=desc")', shows: 'Ninety days, newest first.' },
  ],
  answer(args, cellContext) {
    const [website, first, second, options] = joinDateArguments(args, 1, cellContext);
    const { window, metrics } = orderArguments(first, second, cellContext);
    const { order, ...table } = readOptions(options, {
      headers: tableOptions.headers,
      top: tableOptions.top,
      order: ['asc', 'desc'],
      ...errorOption,
    });
    const servicePeriod = readServicePeriod(window, cellContext);
    const dates = toServiceDates(servicePeriod);
    const { to } = servicePeriod.period;
    const describe = (answers: readonly WebsiteAnswer<'analytics'>[]) => {
      const columns = chooseMetrics(
        metrics,
        answers.flatMap(({ value }) => value.days),
      );
      return {
        header: ['Date', ...columns.map(({ label }) => label)],
        rows({ value: { days } }: WebsiteAnswer<'analytics'>): Rows {
          const rows = days.map((day): Cell[] => [
            cellContext.dateCell(day.date),
            ...columns.map((column) => toFigureCell(column.of(day))),
          ]);
          if (dates.to < to) rows.push([cellContext.dateCell(to), ...columns.map(() => '')]);
          return order === 'desc' ? rows.reverse() : rows;
        },
      };
    };
    const shown = { ...table, columns: 'all' };
    return tabulate(website, cellContext, 'ANALYTICS', 'analytics', shown, describe, dates);
  },
};

const aggregates = ['sum', 'average', 'max', 'min', 'last', 'change'] as const;

type Aggregate = (typeof aggregates)[number];

/** Other words of spreadsheets for the aggregates. */
const aggregateAliases: Readonly<Record<string, Aggregate>> = {
  total: 'sum',
  avg: 'average',
  mean: 'average',
  maximum: 'max',
  minimum: 'min',
  latest: 'last',
  newest: 'last',
};

function parseAggregate(argument: unknown): Aggregate {
  const text = foldName(readTextArgument(argument, 'aggregate') ?? 'sum');
  const alias = Object.keys(aggregateAliases).includes(text) ? aggregateAliases[text] : undefined;
  const found = alias ?? aggregates.find((one) => one === text);
  if (found) return found;
  throw choiceError('bad_request', text, aggregates, (quoted) => `There is no aggregate ${quoted}.`);
}

interface TotalQuery {
  readonly dates: DateSpan;
  readonly windows: readonly AnalyticsWindow[];
}

/** A change over n days uses the last n days that are over, in the spreadsheet's zone and at the service. */
function toChangeQuery(servicePeriod: ServicePeriod): TotalQuery {
  const { period, finished, lastWhole } = servicePeriod;
  const compared =
    period.last === null ? finished : { from: addDays(lastWhole, 1 - period.last), to: lastWhole };
  return countWindowDays(compared) > 0
    ? { dates: compared, windows: [compared, toPreviousWindow(compared)] }
    : { dates: compared, windows: [toServiceDates(servicePeriod)] };
}

function toTotalQuery(servicePeriod: ServicePeriod, aggregate: Aggregate): TotalQuery {
  if (aggregate === 'change') return toChangeQuery(servicePeriod);
  const dates = toServiceDates(servicePeriod);
  const { finished, period, today, serviceToday } = servicePeriod;
  const isCounted = period.last !== null && today === serviceToday;
  const window = isCounted ? { last: period.last } : dates;
  return { dates: aggregate === 'average' ? finished : dates, windows: [window] };
}

export const analyticsTotalFunction: SheetFunction = {
  name: 'ANALYTICS_TOTAL',
  description: "One figure of a website's traffic or AI citations over a window of days.",
  parameters: [
    websiteOrRange,
    { ...analyticsWindowParameter, text: analyticsWindowParameter.text.replace(/^Optional\. /, '') },
    {
      name: 'metric',
      text: 'What to count: "visitors", "pageviews", "citations" or another metric that the service gives. It may come before the window.',
    },
    {
      name: 'aggregate',
      text: 'Optional. "sum" or "total" (also for a blank), "average", "avg" or "mean" of the days that are over, "max" or "min" of one day, "last" for the newest day that has a figure, "change" of the sum against as many days before. A change leaves out days that are not over, in the zone of the spreadsheet or at the service: 7d is then the seven days before, and of dates up to today the days before today count.',
    },
    optionsText(
      '"incomplete=take" counts what is there although days have no figure; without it they are refused (today may be missing)',
      '"on_error=text", "blank" or "throw" for rows that fail',
    ),
  ],
  returns:
    'A number; blank where there is no figure at all. A sum is the total that the service itself states of exactly this window, else the sum of its days (people who come on two days count twice). A day without a figure, but for the day of the answer, which is not over, makes it [incomplete], as the sum would be too small; so does an older answer that came before two dates ended. An older answer shows a window such as 7d up to its own day.',
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
  ],
  answer(args, cellContext) {
    const [website, first, second, aggregate, options] = [1, 2].reduce(
      (joined, at) => joinDateArguments(joined, at, cellContext),
      args,
    );
    const { incomplete, on_error } = readOptions(options, {
      incomplete: ['refuse', 'take'],
      ...errorOption,
    });
    const wanted = parseAggregate(aggregate);
    const ordered = orderArguments(first, second, cellContext);
    const isMetricAlone = isBlank(ordered.metrics) && !isPeriod(ordered.window, cellContext);
    const window = isMetricAlone ? '' : ordered.window;
    const name = readTextArgument(isMetricAlone ? ordered.window : ordered.metrics, 'metric');
    if (website === undefined || name === null) {
      throw new CellError(
        'bad_request',
        `ANALYTICS_TOTAL needs ${website === undefined ? 'a website and ' : ''}a metric: =ANALYTICS_TOTAL(A2; "30d"; "visitors"), or "pageviews", "citations".`,
      );
    }
    const { dates, windows } = toTotalQuery(readServicePeriod(window, cellContext), wanted);
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
        const [asked] = windows;
        // A relative window of an older answer ends with that answer's day, as its days do.
        const span =
          asked !== undefined && 'last' in asked
            ? { from: addDays(now.answeredOn, 1 - asked.last), to: now.answeredOn }
            : dates;
        if (wanted === 'max' || wanted === 'min') return toFigureCell(extremeMetric(now, span, Math[wanted]));
        if (wanted === 'average') return toFigureCell(averageMetric(now, span));
        if (wanted === 'sum') return toFigureCell(sumMetric(now, span));
        return past === undefined ? '' : toFigureCell(changeMetric(now, past, dates));
      },
      { usage: 'ANALYTICS_TOTAL(A2; "30d"; "visitors")', onError: on_error, windows },
    );
  },
};
