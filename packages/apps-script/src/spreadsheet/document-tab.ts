import {
  type Chart,
  createCell,
  type ResultCell,
  type StoredCell,
  type TabProperties,
} from '../protocol/document.ts';
import { ServiceFault } from '../protocol/errors.ts';
import { limits } from '../protocol/limits.ts';
import { formatA1 } from './a1-notation.ts';

/**
 * Fills the results of a tab's formulas into its cells. Rows spill into empty cells only; otherwise the formula shows
 * #REF! (message: public logs) until the cells are free.
 */
function spillResults(tab: DocumentTab): void {
  tab.clearSpills();
  for (const { row, column, cell } of tab.cells()) {
    if (cell.result === null || 'error' in cell.result) continue;
    const { rows } = cell.result;
    const error = findOverflow(tab, row, column, rows) ?? findCollision(tab, row, column, rows);
    if (error === null) {
      rows.forEach((values, r) => {
        values.forEach((value, c) => {
          tab.spill(row + r, column + c, value);
        });
      });
    } else {
      tab.collisions.set(cell, error);
      tab.spill(row, column, { content: '#REF!', numberFormat: null });
    }
  }
}

function findOverflow(tab: DocumentTab, row: number, column: number, rows: ResultCell[][]): string | null {
  const missingRows = row + rows.length - 1 - tab.properties.maxRows;
  if (missingRows > 0)
    return `Result was not automatically expanded, please insert more rows (${missingRows}).`;
  const missingColumns = column + (rows[0]?.length ?? 0) - 1 - tab.properties.maxColumns;
  if (missingColumns <= 0) return null;
  return `Result was not automatically expanded, please insert more columns (${missingColumns}).`;
}

function findCollision(tab: DocumentTab, row: number, column: number, rows: ResultCell[][]): string | null {
  for (const [r, values] of rows.entries()) {
    for (const c of values.keys()) {
      if (r === 0 && c === 0) continue;
      const other = tab.cell(row + r, column + c);
      const taken = (other?.content ?? null) !== null || (other?.formula ?? null) !== null;
      if (!taken && tab.spillAt(row + r, column + c) === undefined) continue;
      const key = formatA1({ row: row + r, column: column + c, rows: 1, columns: 1 });
      return `Array result was not expanded because it would overwrite data in ${key}.`;
    }
  }
  return null;
}

const cellKey = (row: number, column: number): number => row * 100_000 + column;

/** One tab: its properties and its cells that are not empty. */
export class DocumentTab {
  readonly properties: TabProperties;
  charts: Chart[] = [];
  #cells = new Map<number, StoredCell>();
  /** Why a formula's result did not spill. */
  readonly collisions = new Map<StoredCell, string>();
  readonly #spilled = new Map<number, ResultCell>();
  #spillsUpdated = true;

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

  /** Creates the cell if absent. */
  ensureCell(row: number, column: number): StoredCell {
    const key = cellKey(row, column);
    const cell = this.#cells.get(key) ?? createCell();
    this.#cells.set(key, cell);
    return cell;
  }

  /** The formula result in this cell, its own or a spilled one. */
  resultAt(row: number, column: number): ResultCell | undefined {
    this.updateSpills();
    return this.spillAt(row, column);
  }

  /** Marks the spilled results as outdated after a write. */
  invalidate(): void {
    this.#spillsUpdated = false;
  }

  updateSpills(): void {
    if (this.#spillsUpdated) return;
    this.#spillsUpdated = true;
    spillResults(this);
  }

  spillAt(row: number, column: number): ResultCell | undefined {
    return this.#spilled.get(cellKey(row, column));
  }

  spill(row: number, column: number, value: ResultCell): void {
    this.#spilled.set(cellKey(row, column), value);
  }

  clearSpills(): void {
    this.#spilled.clear();
    this.collisions.clear();
  }

  /** Cells that are not empty, formats included, row by row. */
  *cells(): Generator<{ row: number; column: number; cell: StoredCell }> {
    const keys = [...this.#cells].sort(([a], [b]) => a - b);
    for (const [key, cell] of keys) {
      yield { row: Math.floor(key / 100_000), column: key % 100_000, cell };
    }
  }

  /** The last row and column with content or spilled values; 0 = none. */
  extent(): { rows: number; columns: number } {
    this.updateSpills();
    let [rows, columns] = [0, 0];
    const reach = (key: number): void => {
      rows = Math.max(rows, Math.floor(key / 100_000));
      columns = Math.max(columns, key % 100_000);
    };
    for (const [key, cell] of this.#cells) if (cell.content !== null || cell.formula !== null) reach(key);
    for (const [key, { content }] of this.#spilled) if (content !== null) reach(key);
    return { rows, columns };
  }

  /** Inserts `count` rows or columns before `at`, or deletes them from `at` on. */
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
