import { foldName } from '@answershare/core';
import { type Cell, type Rows, toTable } from '../ports/cell.ts';
import { choiceError } from './choice-error.ts';
import type { OptionChoices } from './option-arguments.ts';

/** The options of a table in addition to its own ones. */
export const tableOptions = {
  headers: ['yes', 'no'],
  top: ['all', { example: '5', pattern: /^[1-9]\d*$/, isList: false }],
  columns: ['all', { example: 'name', pattern: /./, isList: true }],
  sort: ['none', { example: 'name', pattern: /./, isList: false }],
} as const satisfies OptionChoices;

interface ChosenTable {
  readonly headers: string;
  readonly top: string;
  readonly columns: string;
  readonly sort?: string;
}

/** The rows of one website, or why it has none. */
export interface TableGroup {
  readonly website: string;
  readonly rows: Rows;
  readonly fault: string | null;
}

/** Positions of the columns that `name, share` or `2, 4` chooses, in its order. @throws CellError that lists the columns */
function chooseColumns(header: readonly string[], columns: string): readonly number[] {
  if (columns === 'all') return header.map((_, at) => at);
  return columns.split(',').map((name) => {
    const wanted = foldName(name);
    const exact = header.findIndex((one) => foldName(one) === wanted);
    const starts = header.filter((one) => foldName(one).startsWith(wanted));
    const named = exact < 0 && starts.length === 1 ? header.indexOf(starts[0] ?? '') : exact;
    const at = named < 0 && /^\d+$/.test(wanted) ? Number(wanted) - 1 : named;
    if (at >= 0 && at < header.length) return at;
    throw choiceError('bad_request', wanted, header, (quoted) => `There is no column ${quoted}.`);
  });
}

/** Rows by a column: figures and dates from the greatest, texts from A, blanks last. @throws CellError */
function sortRows(header: readonly string[], rows: Rows, sort: string): Rows {
  if (sort === 'none') return rows;
  const [at = 0] = chooseColumns(header, sort);
  return rows.slice().sort((one, other) => {
    const [first = '', second = ''] = [one[at], other[at]];
    if (first === '' || second === '') return Number(first === '') - Number(second === '');
    return typeof first === 'string' ? first.localeCompare(String(second)) : Number(second) - Number(first);
  });
}

/** A spilling table: its first rows, of the chosen columns in the chosen order. @throws CellError */
export function toChosenTable(header: readonly string[], rows: Rows, options: ChosenTable): Rows {
  const positions = chooseColumns(header, options.columns);
  const pick = <T extends Cell>(row: readonly T[]): T[] => positions.map((at) => row[at] as T);
  const sorted = sortRows(header, rows, options.sort ?? 'none');
  const first = options.top === 'all' ? sorted : sorted.slice(0, Number(options.top));
  return toTable(pick(header), first.map(pick), options.headers);
}

/** The tables of several websites below each other, with the column Website first. @throws CellError */
export function toStackedTable(
  header: readonly string[],
  groups: readonly TableGroup[],
  options: ChosenTable,
): Rows {
  const [head = []] = toChosenTable(header, [], { ...options, headers: 'yes' });
  const blanks = head.slice(1).map(() => '');
  const rows = groups.flatMap(({ website, rows: own, fault }): Rows => {
    if (fault !== null) return [[website, fault, ...blanks]];
    const chosen = own.length === 0 ? [] : toChosenTable(header, own, { ...options, headers: 'no' });
    return chosen.map((row) => [website, ...row]);
  });
  return toTable(['Website', ...head.map(String)], rows, options.headers);
}
