import { type Cell, isNamed, keyName, type Row } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import { isEngine } from '../reading/engines.ts';
import type { Table } from '../reading/survey.ts';
import { ofCitations, sums } from './engine-cell.ts';

const isDay = (text: unknown): boolean => readDate(text) !== null;

/** The engines of a row of one day, or the days of a row of one engine, each a row of its own; null where it is neither. */
function engineRows(row: Row): readonly Row[] | null {
  const key = row.find(({ name }) => name === keyName);
  const rest = row.filter((cell) => cell !== key && !sums(cell.name) && !isNamed(cell.name, 'date day'));
  const date = key ?? row.find(({ name, value }) => isNamed(name, 'date day') && isDay(value));
  if (!date || rest.length === 0) return null;
  const counted = (cell: Cell): Row => [
    { ...cell, name: 'engine', value: cell.name },
    { ...cell, name: 'count' },
  ];
  if (isDay(date.value)) return rest.every(({ name }) => isEngine(name)) ? rest.map(counted) : null;
  const ofDays = isEngine(String(date.value)) && rest.every(({ name }) => isDay(name));
  return ofDays
    ? rest.map((cell) => [
        { ...date, name: 'engine' },
        { ...cell, name: 'count' },
      ])
    : null;
}

/** The tables of citations, where those of days with a figure for each engine, or of engines with one for each day, have a row for each figure. */
export const apartByDay = (tables: readonly Table[]): readonly Table[] =>
  tables.map((table) => {
    if (!ofCitations(table.last)) return table;
    const rows = table.rows.map(engineRows);
    return rows.every((one) => one !== null)
      ? { ...table, layout: 'list', rows: rows.flat() as Row[] }
      : table;
  });
