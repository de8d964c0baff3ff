import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import type { Table } from '../reading/survey.ts';
import { dateCell, dateNames } from './grain.ts';
import { boundsOf } from './period.ts';

/** A table with dates that are read, and what tells how they were. */
export interface DatedTable extends Table {
  readonly told?: string | undefined;
}

type Rewrite = (value: unknown) => unknown;

/** What holds a date inside an object: MongoDB, BigQuery, Firestore. */
const wrappers = ['$date', 'value', 'seconds', '_seconds'];

const unwrapped: Rewrite = (value) => {
  if (!isObject(value)) return null;
  const { year, month, day } = value;
  const inside = wrappers.find((name) => name in value);
  return inside === undefined ? `${String(year)}-${String(month)}-${String(day)}` : value[inside];
};

/** A date of which numbers alone do not tell which one is the day. */
export const numbered = /(\d\d?)([/.-])(\d\d?)\2((?:19|20)\d\d)/;

/** How `13/11/2026` is read where one of `values` tells which number is the day. Null where none does. */
function ordered(values: readonly unknown[]): readonly [rewrite: Rewrite, told: string] | null {
  const written = values.map((value) => numbered.exec(String(value)));
  const first = written.find((match) => match && Number(match[1]) > 12);
  const second = written.find((match) => match && Number(match[3]) > 12);
  const by = first ?? second;
  if (!by) return null;
  const to = first ? '$4-$3-$1' : '$4-$1-$3';
  return [
    (value) => String(value).replace(numbered, to),
    `the dates are read as "${by[0]}" is, ${first ? 'day' : 'month'} first`,
  ];
}

const letters = /[a-z]/i;

/** How `Nov 1` is read in the window that a body states. */
function inWindow(body: unknown): readonly [rewrite: Rewrite, told: string] | null {
  const bounds = boundsOf(body);
  if (!bounds) return null;
  const [from, to] = bounds.map(({ date }) => date) as [string, string];
  const rewrite: Rewrite = (value) =>
    [from, to]
      .map((one) => readDate(`${String(value)}, ${one.slice(0, 4)}`) as string)
      .find((date) => date >= from && date <= to);
  return [rewrite, `the dates have the year of the window from ${from}`];
}

/** Rows with year, month and day in fields of their own have one of the date. */
function joinedDate(row: Row): Row {
  const [year, month, day] = ['year', 'month', 'day'].map((name) =>
    row.find((cell) => cell.name.toLowerCase() === name),
  );
  if (!year || !month || !day) return row;
  const value = `${String(year.value)}-${String(month.value)}-${String(day.value)}`;
  const rest = row.filter((cell) => cell !== year && cell !== month && cell !== day);
  return rest.concat({ ...day, name: 'date', value });
}

/** The table with its dates as they are read, where they are written in another way and what tells which; itself where not. */
export function withDates(table: Table, body: unknown): DatedTable {
  const rows = table.rows.map((row) => (dateCell(row) ? row : joinedDate(row)));
  const [first] = rows;
  if (!first || dateCell(first)) return { ...table, rows };
  const cellIn = (takes: (value: unknown) => boolean): Cell | null =>
    findCell(first, `${dateNames} id`, takes);
  const rewritten = (at: Cell, rewrite: Rewrite, told?: string): DatedTable => ({
    ...table,
    told,
    rows: rows.map((row) =>
      row.map((cell) => (cell.pointer === at.pointer ? { ...cell, value: rewrite(cell.value) } : cell)),
    ),
  });
  const held = cellIn((value) => readDate(unwrapped(value)) !== null);
  if (held) return rewritten(held, unwrapped);
  const cell = cellIn((value) => typeof value === 'string');
  if (!cell) return table;
  const values = rows.map((row) => row.find(({ pointer }) => pointer === cell.pointer)?.value);
  const how = letters.test(String(cell.value)) ? inWindow(body) : ordered(values);
  return how ? rewritten(cell, ...how) : table;
}
