import type { Cell, Row } from './cells.ts';
import { oneOf } from './names.ts';
import { type Layout, lastOf, type Survey, type Table } from './survey.ts';
import { refuseTwo, type Tracer } from './trace.ts';

/** Names of what only wraps the rows. */
export const envelopes = oneOf(
  'data item result row response record list entry content payload body value edge node object current report',
);

/** What a reader looks for among the tables of a body. */
export interface Wanted {
  /** The rows in words, for a refusal. */
  readonly what: string;
  /** Names under which they are expected. */
  readonly names: (name: string) => boolean;
  /** Names of what may hold them as an envelope does, and may hold other things too. */
  readonly mayHold?: (name: string) => boolean;
  /** Names of other things, under which they are never taken. */
  readonly never: (name: string) => boolean;
  /** True for a row that can be one of the wanted. */
  readonly fits: (row: Row, table: Table) => boolean;
  /** How much speaks for a table beside its name; more wins. */
  readonly worth?: (table: Table) => number;
  /** Confidence where only the rows themselves speak for a table, since its name says nothing; 0 takes none. */
  readonly unnamed: number;
  readonly layouts?: readonly Layout[];
}

/** 0 for an expected name, 1 for an envelope's, 2 for any other. */
function nameRank({ path, last }: Table, { names, mayHold }: Wanted): number {
  const isOpen = path.length === 0 || envelopes(last);
  if (names(last) || (isOpen && names(lastOf(path.slice(0, -1))))) return 0;
  return isOpen || mayHold?.(last) ? 1 : 2;
}

/**
 * The one table that is meant; null where none is. Its name is expected, or an envelope's, or its rows alone speak for it. Two
 * filled tables of equal claim are refused, because a silent choice between them would be a silent wrong number.
 */
export function choose(tables: Survey['tables'], wanted: Wanted, tracer: Tracer): Table | null {
  const { what, never, fits, worth, unnamed, layouts = ['list', 'map', 'columns', 'matrix'] } = wanted;
  const [best, next] = tables
    .filter(({ layout, path }) => layouts.indexOf(layout) >= 0 && !path.some(never))
    .filter((table) => table.rows.every((row) => fits(row, table)))
    .map((table) => {
      const filled = table.rows.length > 0;
      return { table, filled, name: nameRank(table, wanted), worth: filled && worth ? worth(table) : 0 };
    })
    .filter(({ name, filled }) => name < 2 || (unnamed > 0 && filled))
    .sort((a, b) => a.name - b.name || Number(b.filled) - Number(a.filled) || b.worth - a.worth);
  if (!best) return null;
  const { table, name } = best;
  if (next?.filled && next.name === name && next.worth === best.worth)
    refuseTwo('lists', what, place(table), place(next.table));
  if (name === 2) tracer.doubt(unnamed, `the rows at ${place(table)} have another name`);
  tracer.path = table.pointer;
  return table;
}

/** A list under an expected name, in an object that is no row; null where there is none. */
export function listUnder(
  { places }: Survey,
  names: Wanted['names'],
  never: Wanted['never'],
): { readonly pointer: string } | null {
  const around = places.filter(({ path }) => !path.some(never));
  const isList = ({ name, value }: Cell): boolean => names(name) && Array.isArray(value);
  return around.reduce<Cell | null>((found, { cells }) => found ?? cells.find(isList) ?? null, null);
}

/** A pointer for people; the whole body has none. */
export const place = (at: { readonly pointer: string }): string => at.pointer || 'the top';
