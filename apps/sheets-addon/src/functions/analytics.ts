import {
  addDays,
  type CalendarDate,
  countWindowDays,
  type DateSpan,
  toCalendarDate,
} from '@answershare/core';
import {
  type Comparison,
  comparisonOption,
  toComparedCells,
  toComparedHeadings,
  toComparedWindows,
} from '../cells/comparison.ts';
import {
  aggregateDays,
  indexDays,
  listDayRows,
  lookUpDays,
  type RowUnit,
  unitOption,
} from '../cells/day-rows.ts';
import {
  chooseMetrics,
  type DailyMetric,
  isEveryMetric,
  isPartialColumn,
  joinMetricDates,
  orderArguments,
} from '../cells/metrics.ts';
import { errorOption, parseNames, readOptions } from '../cells/option-arguments.ts';
import { tabulate } from '../cells/stacked-tables.ts';
import { tableOptions } from '../cells/table-options.ts';
import type { WebsiteAnswer } from '../cells/website-argument.ts';
import { readServicePeriod, toServiceDates } from '../cells/window-argument.ts';
import { type Cell, isBlank, type Rows, toFigureCell } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { ServicePeriod } from '../ports/query.ts';
import { analyticsWindowParameter, optionsText, type SheetFunction, stackedWebsites } from './parameters.ts';

/** The figures of one row. */
interface FigureRow {
  /** True if a day of it was not over when the answer came. */
  readonly isOpen: boolean;
  /** Also true if the window holds a part of its week or month alone. */
  readonly isPartial: boolean;
  now(metric: DailyMetric): number | null;
  /** Of as many days in the window of the comparison. */
  past(metric: DailyMetric): number | null;
}

interface Column {
  readonly headings: readonly string[];
  cells(row: FigureRow): readonly Cell[];
}

const partialColumn: Column = { headings: ['Partial'], cells: ({ isPartial }) => [isPartial] };

const plainColumn = (metric: DailyMetric): Column => ({
  headings: [metric.label],
  cells: (row) => [toFigureCell(row.now(metric))],
});

const comparedColumn = (metric: DailyMetric): Column => ({
  headings: toComparedHeadings(metric.label),
  cells(row) {
    const [now, past] = [row.now(metric), row.past(metric)];
    return row.isOpen ? [toFigureCell(now), toFigureCell(past), '', ''] : toComparedCells(now, past);
  },
});

/** The columns that the names choose; every metric and the mark of partial rows for none. @throws CellError */
function chooseColumns(
  metrics: unknown,
  answers: readonly WebsiteAnswer<'analytics'>[],
  toColumn: (metric: DailyMetric) => Column,
  cellContext: FunctionContext,
): readonly Column[] {
  const days = answers.flatMap(({ value }) => value.days);
  const names = parseNames(metrics);
  if (names.length === 0 || names.some(isEveryMetric))
    return [...chooseMetrics('', days, cellContext).map(toColumn), partialColumn];
  return names.flatMap((name) =>
    isPartialColumn(name) ? [partialColumn] : chooseMetrics(name, days, cellContext).map(toColumn),
  );
}

/** The first day that was not over when an answer came, or is not over yet. */
function findOpenDay({ lastWhole }: ServicePeriod, fetchedAt: number): CalendarDate {
  const [first = lastWhole] = [toCalendarDate(fetchedAt), addDays(lastWhole, 1)].sort();
  return first;
}

export const analyticsFunction: SheetFunction = {
  name: 'ANALYTICS',
  stacksTables: true,
  description: 'Traffic and AI citations of a website by day, week or month, oldest first.',
  parameters: [
    stackedWebsites,
    analyticsWindowParameter,
    {
      name: 'metrics',
      text: 'Optional. Columns to show, such as "visitors, citations"; "partial" is TRUE in a row with a day that is not over. Blank for all.',
    },
    optionsText(
      '"by=week" or "by=month" gives a row per week from Monday, or per month',
      '"compare=previous" adds the same number of days before, "compare=year" the days a year before',
      '"order=desc" puts the newest day first',
      '"top=7" gives the first seven rows',
      '"headers=no" leaves the first row out',
      '"incomplete=take" counts weeks and months in which days have no figure',
    ),
  ],
  returns:
    'A table with a row per day that the service gave; a figure that it did not give is blank, as is today while it has not begun at the service. A week or month has the sum of its days, or their mean for a rate, a share, a score or an average, and its first day as date; it is partial too where the window holds a part of it. It is blank if a day that is over has no figure. A comparison adds the columns before, change and change % (a fraction) to each metric, by position. It leaves out days that are not over: 7d is then the seven days before today. Change % is blank where the earlier figure is zero.',
  examples: [
    {
      formula: '=ANALYTICS("example.com"; "7d")',
      shows: 'Seven days: Date, Visitors, Pageviews, Citations, Partial.',
    },
    {
      formula: '=ANALYTICS(A2; B1:C1; "citations")',
      shows: 'Daily citations between the dates in B1 and C1, as with B1; C1 as two arguments.',
    },
    { formula: '=ANALYTICS(A2; "90d"; ; "order=desc")', shows: 'Ninety days, newest first.' },
    {
      formula: '=ANALYTICS(A2; "last 4 weeks"; "visitors"; "by=week; compare=previous")',
      shows: 'Four whole weeks, each with the week four weeks before, the change and the change %.',
    },
  ],
  answer(args, cellContext) {
    const [website, first, second, third] = joinMetricDates(args, 1, cellContext);
    const ordered = orderArguments(first, second, cellContext);
    // Options in the place of the metrics, as in =ANALYTICS(A2; "30d"; "by=week").
    const isOptions = isBlank(third) && /^\s*\w+\s*=/.test(String(ordered.metrics));
    const { window, metrics } = isOptions ? { ...ordered, metrics: '' } : ordered;
    const options = isOptions ? ordered.metrics : third;
    const { order, by, compare, incomplete, ...table } = readOptions(
      options,
      {
        headers: tableOptions.headers,
        top: tableOptions.top,
        order: ['asc', 'desc'],
        ...unitOption,
        ...comparisonOption,
        incomplete: ['refuse', 'take'],
        ...errorOption,
      },
      cellContext,
    );
    const servicePeriod = readServicePeriod(window, cellContext);
    const compared = compare === 'none' ? null : toComparedWindows(servicePeriod, compare as Comparison);
    const dates = compared?.dates ?? toServiceDates(servicePeriod);
    const shift = compared === null ? 0 : 1 - countWindowDays({ from: compared.past.from, to: dates.from });
    const lastDate = compared === null ? servicePeriod.period.to : dates.to;

    function toFigureRows({ value, fetchedAt, answers }: WebsiteAnswer<'analytics'>) {
      const days = indexDays(value.days);
      const pastDays = indexDays(answers[1]?.value.days ?? []);
      const openFrom = findOpenDay(servicePeriod, fetchedAt);
      const terms = { openFrom, allowsGaps: incomplete === 'take' };
      const toPast = ({ from, to }: DateSpan): DateSpan => ({
        from: addDays(from, shift),
        to: addDays(to, shift),
      });
      // A new website has fewer days than requested.
      const from = value.days[0]?.date ?? dates.from;
      return listDayRows({ from, to: lastDate }, by as RowUnit)
        .filter(
          (row) =>
            row.to > dates.to ||
            lookUpDays(days, row).length > 0 ||
            lookUpDays(pastDays, toPast(row)).length > 0,
        )
        .map((row) => ({
          date: row.date,
          isOpen: row.to >= openFrom,
          isPartial: row.isCut || row.to >= openFrom,
          now: (metric: DailyMetric) => aggregateDays(days, metric, row, terms),
          past: (metric: DailyMetric) => aggregateDays(pastDays, metric, toPast(row), terms),
        }));
    }

    const describe = (answers: readonly WebsiteAnswer<'analytics'>[]) => {
      const columns = chooseColumns(
        metrics,
        answers,
        compared === null ? plainColumn : comparedColumn,
        cellContext,
      );
      return {
        header: ['Date', ...columns.flatMap(({ headings }) => headings)],
        rows(answer: WebsiteAnswer<'analytics'>): Rows {
          const rows = toFigureRows(answer).map((row): readonly Cell[] => [
            cellContext.dateCell(row.date),
            ...columns.flatMap(({ cells }) => cells(row)),
          ]);
          return order === 'desc' ? rows.reverse() : rows;
        },
      };
    };
    const shown = { ...table, columns: 'all' };
    const terms = compared?.terms ?? { windows: [dates] };
    return tabulate(website, cellContext, 'ANALYTICS', 'analytics', shown, describe, terms);
  },
};
