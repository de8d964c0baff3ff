import { a1Of } from './area.ts';
import type { Shown } from './cell.ts';
import type { Tab } from './tab.ts';

/**
 * Puts the results of a tab's formulas into its cells. A result of several cells fills empty ones only; where one is
 * taken, the formula shows #REF! instead (text: public logs), until the cell is free again.
 */
export function layOut(tab: Tab): void {
  tab.clearSpills();
  for (const { row, column, cell } of tab.cells()) {
    if (cell.calculated === null || 'error' in cell.calculated) continue;
    const { rows } = cell.calculated;
    const refusal = tooFar(tab, row, column, rows) ?? collision(tab, row, column, rows);
    if (refusal === null) {
      rows.forEach((shown, r) => {
        shown.forEach((one, c) => {
          tab.spill(row + r, column + c, one);
        });
      });
    } else {
      tab.collisions.set(cell, refusal);
      tab.spill(row, column, { content: '#REF!', format: null });
    }
  }
}

function tooFar(tab: Tab, row: number, column: number, rows: Shown[][]): string | null {
  const missingRows = row + rows.length - 1 - tab.facts.maxRows;
  if (missingRows > 0)
    return `Result was not automatically expanded, please insert more rows (${missingRows}).`;
  const missingColumns = column + (rows[0]?.length ?? 0) - 1 - tab.facts.maxColumns;
  if (missingColumns <= 0) return null;
  return `Result was not automatically expanded, please insert more columns (${missingColumns}).`;
}

function collision(tab: Tab, row: number, column: number, rows: Shown[][]): string | null {
  for (const [r, shown] of rows.entries()) {
    for (const c of shown.keys()) {
      if (r === 0 && c === 0) continue;
      const other = tab.cell(row + r, column + c);
      const taken = (other?.content ?? null) !== null || (other?.formula ?? null) !== null;
      if (!taken && tab.spilledInto(row + r, column + c) === undefined) continue;
      const place = a1Of({ row: row + r, column: column + c, rows: 1, columns: 1 });
      return `Array result was not expanded because it would overwrite data in ${place}.`;
    }
  }
  return null;
}
