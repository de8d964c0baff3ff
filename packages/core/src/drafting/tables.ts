import { cellsOf, type Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import type { Survey, Table } from '../reading/survey.ts';

/** The lists of objects inside a table's rows, each as one table of all of them. */
function listsInside(table: Table): Table[] {
  if (table.rows.length < 2) return [];
  const found = new Map<string, Row[]>();
  for (const { value, pointer } of table.rows.flat()) {
    if (!Array.isArray(value) || !value.every(isObject)) continue;
    const rows = value.map((entry) => cellsOf(entry, `${pointer}/*`));
    found.set(pointer, (found.get(pointer) ?? []).concat(rows));
  }
  return [...found].map(([pointer, rows]) => ({ ...table, layout: 'list', pointer, rows }));
}

/** Everything that may be the rows of a mapping: what may be rows for a reader, and the lists inside of several rows. */
export const tablesOf = ({ tables }: Survey): readonly Table[] => tables.concat(...tables.map(listsInside));

/** The row in which most is known. */
export function fullest(rows: readonly Row[]): Row {
  const known = (row: Row): number => row.filter(({ value }) => value !== null && value !== '').length;
  return rows.reduce((most, row) => (known(row) > known(most) ? row : most), []);
}
