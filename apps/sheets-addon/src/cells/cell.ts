/** What one cell can hold; `''` is a blank cell. */
export type Cell = string | number | boolean | Date;

/** Rows of equal width, as Sheets gives a range and takes a spilling result (Google: guides/sheets/functions). */
export type Rows = readonly (readonly Cell[])[];

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A range, or null for the value of one cell. */
export function rangeOf(argument: unknown): readonly (readonly unknown[])[] | null {
  return Array.isArray(argument) ? (argument as readonly (readonly unknown[])[]) : null;
}

/** A figure in a cell: what the service did not tell is a blank, never a zero. */
export function figure(value: number | null): Cell {
  return value === null ? '' : value;
}
