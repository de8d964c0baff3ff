/** What a cell holds: numbers are also dates and times (days since 1899-12-30), told apart by their format. */
export type Content = string | number | boolean | null;

/** A value on its way to or from a script; `date` is an instant in epoch milliseconds. */
export type SheetValue = Content | { date: number };

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
export interface Looks {
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

export const plainLooks: Readonly<Looks> = {
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

export interface Cell {
  content: Content;
  /** With its `=`; null where the cell holds a value. */
  formula: string | null;
  looks: Partial<Looks>;
  note: string;
  validation: Validation | null;
  /** How the formula ended; null for a value, and for a formula that was never calculated. */
  calculated: Calculated | null;
}

/** What a formula shows in one cell. */
export interface Shown {
  content: Content;
  /** The format of a date or time; null = the cell's own. */
  format: string | null;
}

/** The last run of a formula. `key` tells function and arguments. */
export type Calculated =
  | { key: string; rows: Shown[][] }
  | { key: string; error: '#ERROR!' | '#REF!' | '#NAME?'; message: string };

export function emptyCell(): Cell {
  return { content: null, formula: null, looks: {}, note: '', validation: null, calculated: null };
}
