import type { TrackedFigure } from '@answershare/core';
import { readOptions } from '../cells/option-arguments.ts';
import { readWebsiteArgument } from '../cells/website-argument.ts';
import { readHistoryArgument } from '../cells/window-argument.ts';
import { type Cell, toTable } from '../ports/cell.ts';
import { oneWebsite, optionsText, type SheetFunction } from './parameters.ts';

function defineHistoryFunction(
  name: string,
  measure: TrackedFigure,
  subject: string,
  heading: string,
): SheetFunction {
  return {
    name,
    description: `The tracked history of ${subject} in this file, a row per recorded day, for a chart or SPARKLINE. Sends no request, except for the list of websites (cached for an hour) if the website is given by its domain or name.`,
    parameters: [
      oneWebsite,
      {
        name: 'period',
        text: 'Optional. Days up to the newest recorded day such as "90d", a period such as "last month", or the first date. Blank is the whole history.',
      },
      optionsText('"headers=no" leaves the first row out', '"order=desc" puts the newest day first'),
    ],
    returns: `A table with the columns Date and ${heading}. A day without a record has no row. The history tab names the method of each day's score. Give a cell of the history as refresh to have it follow.`,
    examples: [
      { formula: `=${name}("example.com")`, shows: 'Every recorded day: a table for a line chart.' },
      { formula: `=SPARKLINE(INDEX(${name}(A2);;2))`, shows: 'The whole history as a line in one cell.' },
      { formula: `=${name}(A2; "90d"; "headers=no")`, shows: 'Ninety days without the first row.' },
    ],
    answer([website, period, options], cellContext) {
      const { headers, order } = readOptions(
        options,
        { headers: ['yes', 'no'], order: ['asc', 'desc'] },
        cellContext,
      );
      const days = readHistoryArgument(period, cellContext);
      const reference = readWebsiteArgument(name, website);
      const rows = cellContext.file
        .history({ measure, reference, ...days })
        .map(({ date, value }): Cell[] => [cellContext.dateCell(date), value]);
      if (order === 'desc') rows.reverse();
      return toTable(['Date', heading], rows, headers);
    },
  };
}

export const authorityHistoryFunction = defineHistoryFunction(
  'AUTHORITY_HISTORY',
  'authority',
  "a website's Entity Authority Score",
  'Authority',
);

export const shareOfVoiceHistoryFunction = defineHistoryFunction(
  'SHARE_OF_VOICE_HISTORY',
  'share',
  "a website's share of voice (a fraction)",
  'Share of voice',
);
