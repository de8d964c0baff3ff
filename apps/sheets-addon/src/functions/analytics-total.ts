import { type AnalyticsWindow, toCalendarDate } from '@answershare/core';
import { analyticsWindow, optionsText, websiteOrRange } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { aligned } from '../cells/aligned.ts';
import { figure } from '../cells/cell.ts';
import {
  averageOf,
  before,
  changeOf,
  type Dates,
  datesOf,
  lastOf,
  lengthOf,
  sumOf,
  type Told,
  wholeDays,
} from '../cells/metric-total.ts';
import { chooseMetrics } from '../cells/metrics-argument.ts';
import { errorOption } from '../cells/on-error.ts';
import { readOptions } from '../cells/options-argument.ts';
import { Refusal } from '../cells/refusal.ts';
import { textArgument } from '../cells/text-argument.ts';
import { readWindow, windowArgument } from '../cells/window-argument.ts';
import type { Desk } from '../desk.ts';

const aggregates = ['sum', 'average', 'last', 'change'] as const;

type Aggregate = (typeof aggregates)[number];

function aggregateIn(argument: unknown): Aggregate {
  const text = (textArgument(argument, 'aggregate') ?? 'sum').toLowerCase();
  const found = aggregates.find((one) => one === text);
  if (found) return found;
  throw new Refusal('bad_request', `There is no aggregate "${text}". There is ${aggregates.join(', ')}.`);
}

interface Asked {
  readonly dates: Dates;
  readonly windows: readonly AnalyticsWindow[];
}

const plainWindow = (asked: AnalyticsWindow, desk: Desk): Asked => ({
  dates: datesOf(asked, desk.today()),
  windows: [asked],
});

/** A window of so many days is the last whole ones, for which a day that has not begun at the service is none. */
function changeWindows(window: unknown, desk: Desk): Asked {
  const read = readWindow(window, desk.dateOfCell);
  const here = desk.today();
  const [today = here] = [here, toCalendarDate(Date.now())].sort();
  const dates = 'last' in read ? wholeDays(read.last, today) : read;
  return lengthOf(dates) > 0 ? { dates, windows: [dates, before(dates)] } : plainWindow(read, desk);
}

export const analyticsTotal: SheetFunction = {
  name: 'ANALYTICS_TOTAL',
  description: "One figure of a website's traffic or AI citations over a window of days.",
  parameters: [
    websiteOrRange,
    { name: 'metric', text: 'What to count, such as "visitors", "pageviews" or "citations".' },
    analyticsWindow,
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
  answer([website, metricName, window, aggregate, options], desk) {
    const { incomplete, on_error } = readOptions(options, { incomplete: ['refuse', 'take'], ...errorOption });
    const wanted = aggregateIn(aggregate);
    const name = textArgument(metricName, 'metric');
    if (name === null) {
      throw new Refusal('bad_request', 'ANALYTICS_TOTAL needs a metric: visitors, pageviews or citations.');
    }
    const { dates, windows } =
      wanted === 'change' ? changeWindows(window, desk) : plainWindow(windowArgument(window, desk), desk);
    return aligned(
      website,
      desk,
      'analytics',
      (served, _, given) => {
        const [metric] = chooseMetrics(name, served.days);
        if (metric === undefined) return '';
        const take = incomplete === 'take';
        const [now, past] = given.map(
          ({ value, fetchedAt }): Told => ({
            served: value,
            metric,
            answeredOn: toCalendarDate(fetchedAt),
            take,
          }),
        );
        if (wanted === 'last' || now === undefined) return figure(lastOf(served, metric));
        if (wanted === 'average') return figure(averageOf(now, dates));
        return figure(past === undefined ? sumOf(now, dates) : changeOf(now, past, dates));
      },
      { onError: on_error, windows },
    );
  },
};
