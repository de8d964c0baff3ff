import { ServiceFault } from '../host-calls.ts';
import { limits } from '../limits.ts';
import { type Cell, emptyCell, type Shown } from './cell.ts';
import { layOut } from './spilling.ts';

/** One chart, kept as the builder made it. */
export interface Chart {
  id: number;
  type: string;
  /** A1 notation with the tab. */
  ranges: string[];
  options: { [option: string]: unknown };
  headers: number;
  position: { row: number; column: number; offsetX: number; offsetY: number } | null;
}

export interface TabFacts {
  id: number;
  name: string;
  /** SheetType: cells, or a chart on a sheet of its own. */
  type: 'GRID' | 'OBJECT';
  hidden: boolean;
  frozenRows: number;
  frozenColumns: number;
  tabColor: string | null;
  maxRows: number;
  maxColumns: number;
  columnWidths: { [column: string]: number };
  protection: { description: string; warningOnly: boolean } | null;
}

const placeOf = (row: number, column: number): number => row * 100_000 + column;

/** One tab: its facts, and the cells that hold anything. */
export class Tab {
  readonly facts: TabFacts;
  charts: Chart[] = [];
  #cells = new Map<number, Cell>();
  /** Why a formula's result is not in its cells. */
  readonly collisions = new Map<Cell, string>();
  readonly #spilled = new Map<number, Shown>();
  #laidOut = true;

  constructor(id: number, name: string) {
    this.facts = {
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

  cell(row: number, column: number): Cell | undefined {
    return this.#cells.get(placeOf(row, column));
  }

  /** The cell to write into, made when it is not there yet. */
  open(row: number, column: number): Cell {
    const place = placeOf(row, column);
    const cell = this.#cells.get(place) ?? emptyCell();
    this.#cells.set(place, cell);
    return cell;
  }

  /** What a formula shows here, in its own cell or in one it spills into. */
  shownAt(row: number, column: number): Shown | undefined {
    this.settle();
    return this.spilledInto(row, column);
  }

  /** Something was written: where results stand is found anew before anybody looks. */
  touch(): void {
    this.#laidOut = false;
  }

  settle(): void {
    if (this.#laidOut) return;
    this.#laidOut = true;
    layOut(this);
  }

  spilledInto(row: number, column: number): Shown | undefined {
    return this.#spilled.get(placeOf(row, column));
  }

  spill(row: number, column: number, shown: Shown): void {
    this.#spilled.set(placeOf(row, column), shown);
  }

  clearSpills(): void {
    this.#spilled.clear();
    this.collisions.clear();
  }

  /** Every cell that holds anything, looks included, row by row. */
  *cells(): Generator<{ row: number; column: number; cell: Cell }> {
    const places = [...this.#cells].sort(([a], [b]) => a - b);
    for (const [place, cell] of places) {
      yield { row: Math.floor(place / 100_000), column: place % 100_000, cell };
    }
  }

  /** The last row and column with content, 0 when there is none; spilled values count. */
  extent(): { rows: number; columns: number } {
    this.settle();
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
    if (change === 'delete' && (at < 1 || count < 1 || at + count - 1 > this.facts[most]))
      throw new ServiceFault(`Those ${side} are out of bounds.`);
    if (change === 'delete' && count === this.facts[most])
      throw new ServiceFault(`You can't delete all the ${side} on the sheet.`);
    const moved = new Map<number, Cell>();
    for (const { row, column, cell } of this.cells()) {
      const index = side === 'rows' ? row : column;
      if (change === 'delete' && index >= at && index < at + count) continue;
      const next = index < at ? index : change === 'insert' ? index + count : index - count;
      moved.set(side === 'rows' ? placeOf(next, column) : placeOf(row, next), cell);
    }
    this.#cells = moved;
    this.touch();
    this.facts[most] += change === 'insert' ? count : -count;
  }
}
