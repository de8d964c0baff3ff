import type { Cell, Rows } from '../cells/cell.ts';
import type { Chosen } from '../formulas/write-formula.ts';
import type { Report } from './report.ts';

/** Runs a function of the catalogue. @throws where it gives no rows at all */
export type Run = (name: string, args: readonly unknown[]) => Cell | Rows;

const chosenText = (chosen: Chosen): string => ('text' in chosen ? chosen.text : chosen.typed);

/** `[code] sentence`, as a failing row of a range shows it. */
const faultPattern = /^\[[a-z_]+\] /;

const rowsOf = (result: Cell | Rows): Rows => (Array.isArray(result) ? (result as Rows) : [[result as Cell]]);

/**
 * A report's rows as values. A row's fault is a blank and a text in the last column, so that columns of figures hold figures
 * alone. @throws where the first part, on which the others rest, gives nothing
 */
export function reportRows({ columns, parts, ofAll }: Report, run: Run): Rows {
  const rows: Cell[][] = [];
  for (const part of parts) {
    const ids = part.arguments === 'ids' ? rows.map((row) => [row[0] ?? '']) : null;
    if (ids !== null && ids.length === 0) break;
    const args = part.arguments === 'ids' ? [ids] : part.arguments.map(chosenText);
    let result: Rows;
    try {
      result = rowsOf(run(part.name, args));
    } catch (thrown) {
      if (ids === null) throw thrown;
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      result = ids.map(() => [/^\[/.test(text) ? text : `[unexpected] ${text}`]);
    }
    result.forEach((cells, at) => {
      const row = rows[at] ?? columns.map(() => '');
      rows[at] = row;
      cells.forEach((cell, shift) => {
        const fault = ofAll && typeof cell === 'string' && faultPattern.test(cell);
        const place = part.column - 1 + shift;
        if (fault) {
          const told = String(row[columns.length - 1] ?? '');
          if (told.indexOf(cell) < 0) row[columns.length - 1] = told === '' ? cell : `${told} ${cell}`;
        } else if (place < columns.length) row[place] = cell;
      });
    });
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}
