import { choiceError } from '../cells/choice-error.ts';
import { readOptions, readTextArgument } from '../cells/option-arguments.ts';
import { tableOptions, toChosenTable } from '../cells/table-options.ts';
import { queryWebsites } from '../cells/website-argument.ts';
import type { Cell } from '../ports/cell.ts';
import type { StatusFacts } from '../ports/file-facts.ts';
import { oneFact, optionsText, type SheetFunction, tableOptionTexts } from './parameters.ts';

export const websitesFunction: SheetFunction = {
  name: 'WEBSITES',
  takesWebsite: false,
  description: 'Lists the websites of your team: id, name and domain.',
  parameters: [optionsText(...tableOptionTexts('name, domain'))],
  returns: 'A table with a row per website.',
  examples: [
    { formula: '=WEBSITES()', shows: 'A table with the columns Id, Name, Domain.' },
    { formula: '=WEBSITES("headers=no")', shows: 'The same without the first row.' },
  ],
  answer([options], cellContext) {
    const table = readOptions(options, tableOptions, cellContext);
    const rows = queryWebsites(cellContext).map(({ id, name, domain }) => [id, name ?? '', domain ?? '']);
    return toChosenTable(['Id', 'Name', 'Domain'], rows, table);
  },
};

const instants: readonly (keyof StatusFacts)[] = [
  'minute_reset',
  'day_reset',
  'limits_seen',
  'last_refresh',
  'newest_data',
  'oldest_data',
  'last_fault_at',
];

function toFactCell(name: keyof StatusFacts, value: StatusFacts[keyof StatusFacts]): Cell {
  if (value === null) return '';
  return typeof value === 'number' && instants.includes(name) ? new Date(value) : value;
}

export const apiStatusFunction: SheetFunction = {
  name: 'API_STATUS',
  takesWebsite: false,
  description: 'What the file knows of the service and of the limits of its key, at no request.',
  parameters: [oneFact],
  returns:
    'A table of facts, or the one asked for; blank where it is not known. spent_today counts what this file sent and is a lower bound, as others may use the key too; last_refresh is the end of the last refresh that brought an answer.',
  examples: [
    { formula: '=API_STATUS()', shows: 'A table with a fact per row.' },
    {
      formula: '=API_STATUS("day_left")',
      shows: 'The requests left today, as of the last answer that stated them.',
    },
    { formula: '=API_STATUS("oldest_data")', shows: 'When the oldest stored answer came.' },
  ],
  answer([what], cellContext) {
    const facts = cellContext.file.status();
    const names = Object.keys(facts) as (keyof StatusFacts)[];
    const wanted = readTextArgument(what, 'what')?.toLowerCase().replace(/[ -]/g, '_') ?? null;
    if (wanted === null) return names.map((name): Cell[] => [name, toFactCell(name, facts[name])]);
    const found = names.find((name) => name === wanted);
    if (found) return toFactCell(found, facts[found]);
    throw choiceError('bad_request', wanted, names, (quoted) => `There is no fact ${quoted}.`);
  },
};

export const diagnoseFunction: SheetFunction = {
  name: 'DIAGNOSE',
  takesWebsite: false,
  description:
    'What helps to find a fault, as a table that can be pasted into a report: no secret, no request.',
  parameters: [],
  returns:
    'A table: version of the add-on, address of the service, the first and last characters of the key, the Form and its signs, limits, zone, locale, what the file can keep, the last faults.',
  examples: [{ formula: '=DIAGNOSE()', shows: 'A table with two columns.' }],
  answer(_, cellContext) {
    return cellContext.file.diagnose().map((row) => row.slice());
  },
};
