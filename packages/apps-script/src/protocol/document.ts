/** A rectangle of cells on one tab; rows and columns count from 1, as in Apps Script. */
export interface Area {
  /** The tab's id. */
  tab: number;
  row: number;
  column: number;
  rows: number;
  columns: number;
}
/** What a cell holds: numbers are also dates and times (days since 1899-12-30), told apart by their format. */
export type CellContent = string | number | boolean | null;

/** A value on its way to or from a script; `date` is an instant in epoch milliseconds. */
export type SheetValue = CellContent | { date: number };

/** A rule of data validation, as the builder made it. */
export interface Validation {
  criteria: 'VALUE_IN_LIST' | 'VALUE_IN_RANGE';
  /** The list, or the range in A1 notation with its tab. */
  values: string[];
  showDropdown: boolean;
  allowInvalid: boolean;
  helpText: string | null;
}

/** How a cell looks; the names are Apps Script's. */
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
  /** With its `=`; null where the cell holds a value. */
  formula: string | null;
  format: Partial<CellFormat>;
  note: string;
  validation: Validation | null;
  /** How the formula ended; null for a value, and for a formula that was never calculated. */
  result: FormulaResult | null;
}

/** What a formula shows in one cell. */
export interface ResultCell {
  content: CellContent;
  /** The format of a date or time; null = the cell's own. */
  numberFormat: string | null;
}

/** The last run of a formula. `key` tells function and arguments. */
export type FormulaResult =
  | { key: string; rows: ResultCell[][] }
  | { key: string; error: '#ERROR!' | '#REF!' | '#NAME?'; message: string };

export function emptyCell(): StoredCell {
  return { content: null, formula: null, format: {}, note: '', validation: null, result: null };
}

/** What a range can be asked for, and told, cell by cell. */
export type CellField = 'value' | 'display' | 'formula' | 'note' | 'validation' | keyof CellFormat;

export type FieldValue = SheetValue | Validation;

export type CellPart = 'contents' | 'formats' | 'notes' | 'validations';

/** What the user has selected: one tab is in front, one range is active, one cell of it is current. */
export interface Selection {
  range: Area;
  cell: Area;
}

export interface Toast {
  message: string;
  title: string;
  /** Seconds; a negative number stays until it is dismissed. */
  seconds: number;
}

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

export interface TabProperties {
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

export interface DocumentProperties {
  id: string;
  name: string;
  timeZone: string;
  locale: string;
}
