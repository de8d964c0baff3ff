import type { Row } from './cells.ts';
import { lastOf, type Survey, type Table } from './survey.ts';
import { refuse, type Tracer } from './trace.ts';

const envelopes =
  /^(data|items?|results?|rows|response|records|list|entries|content|payload|body|values|edges|nodes|objects|current|report)$/;

/** What a reader looks for among the tables of a body. */
export interface Wanted {
  /** The rows in words, for a refusal. */
  readonly what: string;
  /** Names under which they are expected. */
  readonly names: RegExp;
  /** Names of other things, under which they are never taken. */
  readonly never?: RegExp;
  /** True for a row that can be one of the wanted. */
  readonly fits: (row: Row, table: Table) => boolean;
  /** How much speaks for a table beside its name; more wins. */
  readonly worth?: (table: Table) => number;
  /** Confidence where only the rows themselves speak for a table, since its name says nothing; 0 takes none. */
  readonly unnamed: number;
  readonly layouts?: RegExp;
}

/** 0 for an expected name, 1 for an envelope's, 2 for any other. */
function nameRank(table: Table, names: RegExp): number {
  if (names.test(table.last)) return 0;
  const open = table.path.length === 0 || envelopes.test(table.last);
  const under = table.path.length > 1 && open && names.test(lastOf(table.path.slice(0, -1)));
  return under ? 0 : open ? 1 : 2;
}

/**
 * The one table that is meant; null where none is. Its name is expected, or an envelope's, or its rows alone speak for it. Two
 * filled tables of equal claim are refused, because a silent choice between them would be a silent wrong number.
 */
export function choose(survey: Survey, wanted: Wanted, tracer: Tracer): Table | null {
  const { what, names, never, fits, worth, unnamed, layouts = /^(list|map|columns|matrix)$/ } = wanted;
  const candidates = survey.tables
    .filter((table) => layouts.test(table.layout))
    .filter((table) => !never || !table.path.some((name) => never.test(name)))
    .filter((table) => table.rows.every((row) => fits(row, table)))
    .map((table) => ({
      table,
      name: nameRank(table, names),
      empty: table.rows.length === 0 ? 1 : 0,
      worth: table.rows.length > 0 && worth ? worth(table) : 0,
      depth: table.path.length,
    }))
    .filter((one) => one.name < 2 || (unnamed > 0 && one.empty === 0));
  candidates.sort((a, b) => a.name - b.name || a.empty - b.empty || b.worth - a.worth || a.depth - b.depth);
  const [best, next] = candidates;
  if (!best) return null;
  if (next && next.empty === 0 && next.name === best.name && next.worth === best.worth) {
    if (next.depth === best.depth || best.name === 2) {
      refuse(
        `two lists could be ${what}, at ${place(best.table)} and at ${place(next.table)}: give a mapping`,
      );
    }
    tracer.doubt(0.8, `another list could be ${what}, at ${place(next.table)}`);
  }
  if (best.name === 2) tracer.doubt(unnamed, `the rows at ${place(best.table)} have another name`);
  tracer.path = best.table.pointer;
  return best.table;
}

/** A pointer for people; the whole body has none. */
export const place = (at: { readonly pointer: string }): string => at.pointer || 'the top';
