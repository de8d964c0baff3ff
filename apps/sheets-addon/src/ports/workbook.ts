import type { Cell } from './cell.ts';

/** A block of cells in a tab. Rows and columns count from 1. */
export interface Block {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

interface CellStyle {
  readonly numberFormat?: string;
  readonly bold?: boolean;
  readonly size?: number;
  readonly muted?: boolean;
}

/** A line chart over a block with headings in its first row and dates in its first column. */
interface LineChart {
  readonly data: Block;
  readonly title: string;
  /** Position of its corner. */
  readonly row: number;
  readonly column: number;
  /** Columns, from 0 after the date, on the right scale. */
  readonly rightScale: readonly number[];
}

/** One tab of the file. */
export interface SheetTab {
  /** Unchanged if the tab is renamed. */
  readonly id: number;
  readonly name: string;
  /** Values and formulas from A1 to the last content; no rows for an empty tab and a chart's own sheet. */
  values(): readonly (readonly Cell[])[];
  formulas(): readonly (readonly string[])[];
  read(block: Block): readonly (readonly Cell[])[];
  /** The formulas of a block, an empty text for none. @throws if the block exceeds the tab */
  readFormulas(block: Block): readonly (readonly string[])[];
  /** Writes values; texts stay texts whatever they begin with. */
  write(row: number, column: number, cells: readonly (readonly Cell[])[]): void;
  /** Writes formulas; an empty text clears its cell. */
  writeFormulas(row: number, column: number, formulas: readonly (readonly string[])[]): void;
  /** Adds a copy as the last tab, with values in place of formulas; formats and charts stay. */
  copyValues(name: string): SheetTab;
  /** Clears contents, not formats. */
  clear(block: Block): void;
  setFormat(block: Block, look: CellStyle): void;
  freeze(rows: number): void;
  fitColumns(first: number, count: number): void;
  lineChart(chart: LineChart): void;
  show(): void;
  /** Shows a cell as the active one. */
  select(row: number, column: number): void;
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

/** The open spreadsheet file. */
export interface Workbook {
  readonly zone: string;
  /** Title, and address in a browser. */
  file(): { readonly title: string; readonly url: string };
  tabs(): readonly SheetTab[];
  tab(name: string): SheetTab | null;
  addTab(name: string): SheetTab;
  /** The active cell; null if the active tab has none, such as a chart's own sheet. */
  active(): ActiveCell | null;
  /** The selected cells; null if the active tab has none. */
  selection(): NamedBlock | null;
  names(): readonly string[];
  named(name: string): NamedBlock | null;
  name(name: string, tab: SheetTab, block: Block): void;
  /** Applies all writes, so that formulas run. */
  flush(): void;
}
