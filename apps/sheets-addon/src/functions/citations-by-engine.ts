import type { Figures } from '../asks/ask.ts';
import { oneWebsite, optionsText } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { type Cell, figure } from '../cells/cell.ts';
import { aboutOne } from '../cells/one-website.ts';
import { readOptions } from '../cells/options-argument.ts';
import { table } from '../cells/table.ts';

/** What shares are parts of; null where the total is not told or is smaller than its parts. */
function wholeOf({ total, byEngine }: Figures['citations']): number | null {
  const parts = byEngine.reduce((sum, { count }) => sum + count, 0);
  return total === null || total === 0 || total < parts ? null : total;
}

export const citationsByEngine: SheetFunction = {
  name: 'CITATIONS_BY_ENGINE',
  description: 'Counts the citations of a website by each AI answer engine.',
  parameters: [
    oneWebsite,
    optionsText('"headers=no" leaves the first row out', '"order=asc" puts the fewest citations first'),
  ],
  returns:
    'A table: engine, citations, and their share of all citations as a fraction. The share is blank where the total is unknown or smaller than the parts.',
  examples: [
    {
      formula: '=CITATIONS_BY_ENGINE("example.com")',
      shows: 'A table with the columns Engine, Citations, Share; most citations first.',
    },
    { formula: '=CITATIONS_BY_ENGINE(A2; "headers=no")', shows: 'The same without the first row.' },
  ],
  answer([website, options], desk) {
    const { headers, order } = readOptions(options, { headers: ['yes', 'no'], order: ['desc', 'asc'] });
    const { value } = aboutOne(desk, 'CITATIONS_BY_ENGINE', 'citations', website);
    const whole = wholeOf(value);
    const sign = order === 'asc' ? 1 : -1;
    const rows = value.byEngine
      .slice()
      .sort((one, other) => sign * (one.count - other.count))
      .map(({ label, count }): Cell[] => [label, count, figure(whole === null ? null : count / whole)]);
    return table(['Engine', 'Citations', 'Share'], rows, headers);
  },
};
