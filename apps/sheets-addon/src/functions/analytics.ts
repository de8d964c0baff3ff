import { analyticsWindow, oneWebsite, optionsText } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { type Cell, figure } from '../cells/cell.ts';
import { chooseMetrics } from '../cells/metrics-argument.ts';
import { aboutOne } from '../cells/one-website.ts';
import { readOptions } from '../cells/options-argument.ts';
import { table } from '../cells/table.ts';
import { windowArgument } from '../cells/window-argument.ts';

export const analytics: SheetFunction = {
  name: 'ANALYTICS',
  description: 'Daily traffic and AI citations of a website, oldest day first.',
  parameters: [
    oneWebsite,
    analyticsWindow,
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
  answer([website, window, metrics, options], desk) {
    const { headers, order } = readOptions(options, { headers: ['yes', 'no'], order: ['asc', 'desc'] });
    const asked = windowArgument(window, desk);
    const { days } = aboutOne(desk, 'ANALYTICS', 'analytics', website, asked).value;
    const columns = chooseMetrics(metrics, days);
    const rows = days.map((day): Cell[] =>
      [desk.dateCell(day.date) as Cell].concat(columns.map((column) => figure(column.of(day)))),
    );
    if (order === 'desc') rows.reverse();
    return table(['Date'].concat(columns.map(({ label }) => label)), rows, headers);
  },
};
