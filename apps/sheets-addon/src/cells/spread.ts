import { type Cell, CellError, isBlank, listCells, type Rows, toRange } from '../ports/cell.ts';
import { isPeriod, type PeriodCalendar } from './window-argument.ts';

/** True for a range of several values. Of periods each cell must be one, and the range not one of two dates. */
export function isSpread(argument: unknown, kind: 'text' | 'period', calendar: PeriodCalendar): boolean {
  const cells = listCells(argument).filter((cell) => !isBlank(cell));
  if (cells.length < 2 || kind === 'text') return cells.length > 1;
  return !isPeriod(argument, calendar, true) && cells.every((cell) => isPeriod(cell, calendar, true));
}

/**
 * Answers for each cell of a range in place of one value. A column and a row make a grid, two ranges of one shape go cell
 * by cell, as Sheets combines arrays.
 * @param answer the function with one value of the range
 * @throws CellError if the ranges do not fit
 */
export function spreadRange(
  websites: readonly (readonly unknown[])[],
  values: readonly (readonly unknown[])[],
  answer: (value: unknown) => Cell | Rows,
): Rows {
  const columns = new Map<string, Rows>();
  for (const value of values.flat()) {
    const key = String(value);
    const known = columns.get(key);
    const shown = isBlank(value) ? '' : (known ?? answer(value));
    const rows = (toRange(shown) ?? [[shown]]) as Rows;
    const isOne = rows.length === 1 && rows[0]?.length === 1;
    if (!isOne && (rows.length !== websites.length || rows[0]?.length !== websites[0]?.length))
      throw new CellError('bad_request', 'A grid has one figure a cell. Give one metric and no comparison.');
    columns.set(key, rows);
  }
  const shapes = [values, ...columns.values()];
  const height = Math.max(...shapes.map((rows) => rows.length));
  const width = Math.max(...shapes.map((rows) => rows[0]?.length ?? 1));
  const fits = (length: number, whole: number): boolean => length === 1 || length === whole;
  if (!shapes.every((rows) => fits(rows.length, height) && fits(rows[0]?.length ?? 1, width)))
    throw new CellError(
      'bad_request',
      'These ranges do not fit. Give one as a column and the other as a row.',
    );
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => {
      const own = columns.get(String(at(at(values, row), column))) ?? [];
      return at(at(own, row), column);
    }),
  );
}
