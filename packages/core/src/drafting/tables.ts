import { cellsOf, keyName, type Row } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import type { Place, Survey, Table } from '../reading/survey.ts';

/** The lists of objects inside a table's rows, each as one table of all of them. */
function listsInside(table: Table): Table[] {
  if (table.rows.length < 2) return [];
  const found = new Map<string, Row[]>();
  for (const { value, pointer } of table.rows.flat()) {
    if (!Array.isArray(value) || !value.every(isObject)) continue;
    const rows = found.get(pointer) ?? [];
    for (const entry of value) rows.push(cellsOf(entry, `${pointer}/*`));
    found.set(pointer, rows);
  }
  return [...found].map(([pointer, rows]) => ({ ...table, layout: 'list', pointer, rows }));
}

/** A map of days in which each is alone in a list: `{"2026-11-01": [{"visitors": 5}]}`. */
function daysInLists({ object, ...at }: Place): Table[] {
  const pointer = `${at.pointer}/*`;
  const rows = Object.entries(object).flatMap(([key, list]): Row[] =>
    readDate(key) !== null && Array.isArray(list) && list.length === 1 && isObject(list[0])
      ? [[{ name: keyName, pointer, value: key, depth: 0 }, ...cellsOf(list[0], `${pointer}/0`)]]
      : [],
  );
  return rows.length === Object.keys(object).length ? [{ ...at, layout: 'map', rows }] : [];
}

/** Everything that may be the rows of a mapping: what may be rows for a reader, and what a reader would not look into. */
export const tablesOf = ({ tables, places }: Survey): readonly Table[] =>
  tables.concat(tables.flatMap(listsInside), places.flatMap(daysInLists));

/** The row in which most is known. */
export function fullest(rows: readonly Row[]): Row {
  const known = (row: Row): number => row.filter(({ value }) => value !== null && value !== '').length;
  return rows.reduce((most, row) => (known(row) > known(most) ? row : most), []);
}
