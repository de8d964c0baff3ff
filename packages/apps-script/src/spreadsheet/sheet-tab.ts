import {
  type Chart,
  emptyCell,
  type ResultCell,
  type StoredCell,
  type TabProperties,
} from '../protocol/document.ts';
import { ServiceFault } from '../protocol/errors.ts';
import { limits } from '../protocol/limits.ts';
import { formatA1 } from './a1-notation.ts';

/**
 * Puts the results of a tab's formulas into its cells. A result of several cells fills empty ones only; where one is
 * taken, the formula shows #REF! instead (text: public logs), until the cell is free again.
 */
export function spillResults(tab: SheetTab): void {
  tab.clearSpills();
  for (const { row, column, cell } of tab.cells()) {
    if (cell.result === null || 'error' in cell.result) continue;
    const { rows } = cell.result;
    const refusal = findOverflow(tab, row, column, rows) ?? findCollision(tab, row, column, rows);
    if (refusal === null) {
      rows.forEach((shown, r) => {
        shown.forEach((one, c) => {
          tab.spill(row + r, column + c, one);
        });
      });
    } else {
      tab.collisions.set(cell, refusal);
      tab.spill(row, column, { content: '#REF!', numberFormat: null });
    }
  }
}

function findOverflow(tab: SheetTab, row: number, column: number, rows: ResultCell[][]): string | null {
  const missingRows = row + rows.length - 1 - tab.properties.maxRows;
  if (missingRows > 0)
    return `Result was not automatically expanded, please insert more rows (${missingRows}).`;
  const missingColumns = column + (rows[0]?.length ?? 0) - 1 - tab.properties.maxColumns;
  if (missingColumns <= 0) return null;
  return `Result was not automatically expanded, please insert more columns (${missingColumns}).`;
}

function findCollision(tab: SheetTab, row: number, column: number, rows: ResultCell[][]): string | null {
  for (const [r, shown] of rows.entries()) {
    for (const c of shown.keys()) {
      if (r === 0 && c === 0) continue;
      const other = tab.cell(row + r, column + c);
      const taken = (other?.content ?? null) !== null || (other?.formula ?? null) !== null;
      if (!taken && tab.spillAt(row + r, column + c) === undefined) continue;
      const place = formatA1({ row: row + r, column: column + c, rows: 1, columns: 1 });
      return `Array result was not expanded because it would overwrite data in ${place}.`;
    }
  }
  return null;
}

const cellKey = (row: number, column: number): number => row * 100_000 + column;

/** One tab: its properties, and the cells that hold anything. */
export class SheetTab {
  readonly properties: TabProperties;
  charts: Chart[] = [];
  #cells = new Map<number, StoredCell>();
  /** Why a formula's result is not in its cells. */
  readonly collisions = new Map<StoredCell, string>();
  readonly #spilled = new Map<number, ResultCell>();
  #laidOut = true;

  constructor(id: number, name: string) {
    this.properties = {
      id,
      name,
      type: 'GRID',
      hidden: false,
      frozenRows: 0,
      frozenColumns: 0,
      tabColor: null,
      maxRows: limits.newTabRows.value,
      maxColumns: limits.newTabColumns.value,
      columnWidths: {},
      protection: null,
    };
  }

  cell(row: number, column: number): StoredCell | undefined {
    return this.#cells.get(cellKey(row, column));
  }

  /** The cell to write into, made when it is not there yet. */
  ensureCell(row: number, column: number): StoredCell {
    const place = cellKey(row, column);
    const cell = this.#cells.get(place) ?? emptyCell();
    this.#cells.set(place, cell);
    return cell;
  }

  /** What a formula shows here, in its own cell or in one it spills into. */
  resultAt(row: number, column: number): ResultCell | undefined {
    this.updateSpills();
    return this.spillAt(row, column);
  }

  /** Something was written: where results stand is found anew before anybody looks. */
  invalidate(): void {
    this.#laidOut = false;
  }

  updateSpills(): void {
    if (this.#laidOut) return;
    this.#laidOut = true;
    spillResults(this);
  }

  spillAt(row: number, column: number): ResultCell | undefined {
    return this.#spilled.get(cellKey(row, column));
  }

  spill(row: number, column: number, shown: ResultCell): void {
    this.#spilled.set(cellKey(row, column), shown);
  }

  clearSpills(): void {
    this.#spilled.clear();
    this.collisions.clear();
  }

  /** Every cell that holds anything, looks included, row by row. */
  *cells(): Generator<{ row: number; column: number; cell: StoredCell }> {
    const places = [...this.#cells].sort(([a], [b]) => a - b);
    for (const [place, cell] of places) {
      yield { row: Math.floor(place / 100_000), column: place % 100_000, cell };
    }
  }

  /** The last row and column with content, 0 when there is none; spilled values count. */
  extent(): { rows: number; columns: number } {
    this.updateSpills();
    let [rows, columns] = [0, 0];
    const reach = (place: number): void => {
      rows = Math.max(rows, Math.floor(place / 100_000));
      columns = Math.max(columns, place % 100_000);
    };
    for (const [place, cell] of this.#cells) if (cell.content !== null || cell.formula !== null) reach(place);
    for (const [place, { content }] of this.#spilled) if (content !== null) reach(place);
    return { rows, columns };
  }

  /** Adds `count` blank rows or columns before `at`, or removes them from `at` on. */
  resize(side: 'rows' | 'columns', change: 'insert' | 'delete', at: number, count: number): void {
    const most = side === 'rows' ? 'maxRows' : 'maxColumns';
    if (change === 'delete' && (at < 1 || count < 1 || at + count - 1 > this.properties[most]))
      throw new ServiceFault(`Those ${side} are out of bounds.`);
    if (change === 'delete' && count === this.properties[most])
      throw new ServiceFault(`You can't delete all the ${side} on the sheet.`);
    const moved = new Map<number, StoredCell>();
    for (const { row, column, cell } of this.cells()) {
      const index = side === 'rows' ? row : column;
      if (change === 'delete' && index >= at && index < at + count) continue;
      const next = index < at ? index : change === 'insert' ? index + count : index - count;
      moved.set(side === 'rows' ? cellKey(next, column) : cellKey(row, next), cell);
    }
    this.#cells = moved;
    this.invalidate();
    this.properties[most] += change === 'insert' ? count : -count;
  }
}
