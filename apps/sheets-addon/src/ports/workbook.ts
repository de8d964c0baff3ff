import type { Cell } from './cell.ts';

/** A block of cells in a tab. Rows and columns count from 1. */
export interface Block {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface CellStyle {
  readonly numberFormat?: string;
  readonly bold?: boolean;
  readonly size?: number;
  readonly muted?: boolean;
}

/** A line chart over a block whose first row holds headings and whose first column holds dates. */
export interface LineChart {
  readonly data: Block;
  readonly title: string;
  /** Where its corner stands. */
  readonly row: number;
  readonly column: number;
  /** Columns, from 0 after the date, that have the scale on the right. */
  readonly rightScale: readonly number[];
}

/** One tab of the file. */
export interface SheetTab {
  /** Stays when the tab is renamed. */
  readonly id: number;
  readonly name: string;
  /** All values and formulas from A1 to the last cell with content; no rows for an empty tab and for a chart's own sheet. */
  values(): readonly (readonly Cell[])[];
  formulas(): readonly (readonly string[])[];
  read(block: Block): readonly (readonly Cell[])[];
  /** The formulas of a block, an empty text for a cell without one. @throws where the tab does not reach so far */
  readFormulas(block: Block): readonly (readonly string[])[];
  /** Writes values; a text stays the text that it is, whatever it begins with. */
  write(row: number, column: number, cells: readonly (readonly Cell[])[]): void;
  /** Writes formulas; an empty text clears its cell. */
  writeFormulas(row: number, column: number, formulas: readonly (readonly string[])[]): void;
  /** Clears contents; looks stay. */
  clear(block: Block): void;
  look(block: Block, look: CellStyle): void;
  freeze(rows: number): void;
  fitColumns(first: number, count: number): void;
  lineChart(chart: LineChart): void;
  show(): void;
}

export interface NamedBlock {
  readonly tab: SheetTab;
  readonly block: Block;
}

export interface ActiveCell {
  readonly tab: SheetTab;
  readonly row: number;
  readonly column: number;
}

/** The file that the add-on is open in. */
export interface Workbook {
  readonly zone: string;
  tabs(): readonly SheetTab[];
  tab(name: string): SheetTab | null;
  addTab(name: string): SheetTab;
  /** The active cell; null where the active tab has none, as a chart's own sheet. */
  active(): ActiveCell | null;
  names(): readonly string[];
  named(name: string): NamedBlock | null;
  name(name: string, tab: SheetTab, block: Block): void;
  /** Has all that was written take effect, so that formulas run. */
  flush(): void;
}
