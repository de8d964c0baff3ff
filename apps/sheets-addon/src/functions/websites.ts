import { headersOnly } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import { theWebsites } from '../cells/one-website.ts';
import { readOptions } from '../cells/options-argument.ts';
import { table } from '../cells/table.ts';

export const websites: SheetFunction = {
  name: 'WEBSITES',
  description: 'Lists the websites of your team: id, name and domain.',
  parameters: [headersOnly],
  returns: 'A table with a row per website.',
  examples: [
    { formula: '=WEBSITES()', shows: 'A table with the columns Id, Name, Domain.' },
    { formula: '=WEBSITES("headers=no")', shows: 'The same without the first row.' },
  ],
  answer([options], desk) {
    const { headers } = readOptions(options, { headers: ['yes', 'no'] });
    const rows = theWebsites(desk).map(({ id, name, domain }) => [id, name ?? '', domain ?? '']);
    return table(['Id', 'Name', 'Domain'], rows, headers);
  },
};
