/** A rectangle of cells on one tab; rows and columns start at 1, as in Apps Script. */
export interface Area {
  /** The tab id. */
  tab: number;
  row: number;
  column: number;
  rows: number;
  columns: number;
}
/** A stored value. Numbers are also dates and times (days since 1899-12-30); the format distinguishes them. */
export type CellContent = string | number | boolean | null;

/** A value exchanged with a script; `date` is in epoch milliseconds. */
export type SheetValue = CellContent | { date: number };

/** A data validation rule. */
export interface Validation {
  criteria: 'VALUE_IN_LIST' | 'VALUE_IN_RANGE';
  /** The list, or the range in full A1 notation. */
  values: string[];
  showDropdown: boolean;
  allowInvalid: boolean;
  helpText: string | null;
}

/** A cell's format, with Apps Script's names. */
export interface CellFormat {
  numberFormat: string;
  background: string;
  fontColor: string;
  fontWeight: string;
  fontStyle: string;
  fontSize: number;
  horizontalAlignment: string;
  verticalAlignment: string;
  wrap: boolean;
}

export const defaultFormat: Readonly<CellFormat> = {
  numberFormat: 'General',
  background: '#ffffff',
  fontColor: '#000000',
  fontWeight: 'normal',
  fontStyle: 'normal',
  fontSize: 10,
  horizontalAlignment: 'general',
  verticalAlignment: 'bottom',
  wrap: true,
};

export interface StoredCell {
  content: CellContent;
  /** With its `=`; null = a value. */
  formula: string | null;
  format: Partial<CellFormat>;
  note: string;
  validation: Validation | null;
  /** The formula's result; null for a value, or before its first run. */
  result: FormulaResult | null;
}

/** A formula's result in one cell. */
export interface ResultCell {
  content: CellContent;
  /** The format of a date or time; null = the cell's own. */
  numberFormat: string | null;
}

/** The last result of a formula. `key` encodes function and arguments. */
export type FormulaResult =
  | { key: string; rows: ResultCell[][] }
  | { key: string; error: '#ERROR!' | '#REF!' | '#NAME?'; message: string };

export function createCell(): StoredCell {
  return { content: null, formula: null, format: {}, note: '', validation: null, result: null };
}

/** What a script can read or write per cell. */
export type CellField = 'value' | 'display' | 'formula' | 'note' | 'validation' | keyof CellFormat;

export type FieldValue = SheetValue | Validation;

export type CellPart = 'contents' | 'formats';

/** The active range and its current cell. */
export interface Selection {
  range: Area;
  cell: Area;
  /** Of a calculated cell that is in another grid. */
  formula?: string;
}

export interface Toast {
  message: string;
  title: string;
  /** A negative number = until dismissed. */
  seconds: number;
}

export interface Chart {
  id: number;
  type: string;
  /** Full A1 notation. */
  ranges: string[];
  options: { [option: string]: unknown };
  headers: number;
  position: { row: number; column: number; offsetX: number; offsetY: number } | null;
}

export interface TabProperties {
  id: number;
  name: string;
  /** SheetType: a tab with cells, or with one chart. */
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

export interface DocumentProperties {
  id: string;
  name: string;
  timeZone: string;
  locale: string;
}
