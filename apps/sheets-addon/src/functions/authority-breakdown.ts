import { headersOnly, oneWebsite } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { figure } from '../cells/cell.ts';
import { aboutOne } from '../cells/one-website.ts';
import { readOptions } from '../cells/options-argument.ts';
import { table } from '../cells/table.ts';

export const authorityBreakdown: SheetFunction = {
  name: 'AUTHORITY_BREAKDOWN',
  description: "The parts of a website's Entity Authority Score.",
  parameters: [oneWebsite, headersOnly],
  returns: 'A table with a row per part: its name, score and weight (a fraction).',
  examples: [
    {
      formula: '=AUTHORITY_BREAKDOWN("example.com")',
      shows: 'A table with the columns Component, Score, Weight.',
    },
  ],
  answer([website, options], desk) {
    const { headers } = readOptions(options, { headers: ['yes', 'no'] });
    const { components } = aboutOne(desk, 'AUTHORITY_BREAKDOWN', 'authority', website).value;
    const rows = components.map(({ name, score, weight }) => [name, figure(score), figure(weight)]);
    return table(['Component', 'Score', 'Weight'], rows, headers);
  },
};
