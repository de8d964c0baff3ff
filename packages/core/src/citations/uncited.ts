import type { Row } from '../reading/cells.ts';
import { place } from '../reading/choose.ts';
import { oneOf } from '../reading/names.ts';
import type { Table } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import { isNo } from '../reading/unsettled.ts';

const flags = oneOf('(is|was|has)?(cited|citation) found');
const kinds = oneOf('type kind metric eventtype');
const others = oneOf(
  '(brand|ai)?(mention|visibility|sentiment|position|rank|shareofvoice|visit|click|referral|impression)',
);

/** True for a name of mentions that are no citations. */
export const isOfMentions = oneOf('(?!*cit)*mention*');

/** True for a row that says what it is, where that is no citation: `"metric": "mentions"`. */
export const isOtherKind = (row: Row): boolean =>
  row.some(({ name, value }) => kinds(name) && typeof value === 'string' && others(value));

/** True for a row that is no citation: of an answer that did not cite, or of another kind. */
export const isUncited = (row: Row): boolean =>
  isOtherKind(row) || row.some(({ name, value }) => flags(name) && (value === 0 || isNo(value)));

/** The tables without the rows that are none; one that has no such row is itself. */
export const without = (tables: readonly Table[], isNone: (row: Row) => boolean): readonly Table[] =>
  tables.map((table) => {
    const rows = table.rows.filter((row) => !isNone(row));
    return rows.length === table.rows.length ? table : { ...table, rows };
  });

/** Tells of a table that it was left with fewer rows. */
export function tellUncited(table: Table, tables: readonly Table[], tracer: Tracer): void {
  if (tables.indexOf(table) < 0)
    tracer.note(`rows of ${place(table)} say that they are no citations and were left out`);
}
