import { oneFact } from '../catalogue/parameters.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import type { Cell } from '../cells/cell.ts';
import { Refusal } from '../cells/refusal.ts';
import { textArgument } from '../cells/text-argument.ts';
import type { StatusFacts } from '../service/status-facts.ts';

/** Facts that are instants. */
const instants: readonly (keyof StatusFacts)[] = [
  'minute_reset',
  'day_reset',
  'limits_seen',
  'last_refresh',
  'newest_data',
  'oldest_data',
  'last_fault_at',
];

function factCell(name: keyof StatusFacts, value: StatusFacts[keyof StatusFacts]): Cell {
  if (value === null) return '';
  return typeof value === 'number' && instants.indexOf(name) >= 0 ? new Date(value) : value;
}

export const apiStatus: SheetFunction = {
  name: 'API_STATUS',
  description: 'What the file knows of the service and of the limits of its key, at no request.',
  parameters: [oneFact],
  returns:
    'A table of facts, or the one asked for; blank where it is not known. spent_today counts what this file sent and is a lower bound, as others may use the key too; last_refresh is the end of the last refresh that brought an answer.',
  examples: [
    { formula: '=API_STATUS()', shows: 'A table with a fact per row.' },
    { formula: '=API_STATUS("day_left")', shows: 'The requests left today, when an answer last told.' },
    { formula: '=API_STATUS("oldest_data")', shows: 'When the oldest kept answer came.' },
  ],
  answer([what], desk) {
    const facts = desk.file.status();
    const names = Object.keys(facts) as (keyof StatusFacts)[];
    const wanted = textArgument(what, 'what')?.toLowerCase().replace(/[ -]/g, '_') ?? null;
    if (wanted === null) return names.map((name): Cell[] => [name, factCell(name, facts[name])]);
    const found = names.find((name) => name === wanted);
    if (found) return factCell(found, facts[found]);
    throw new Refusal(
      'bad_request',
      `There is no fact "${wanted}". There is ${names.slice(0, 12).join(', ')}.`,
    );
  },
};
