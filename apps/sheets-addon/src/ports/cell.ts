/** What one cell can hold; `''` is a blank cell. */
export type Cell = string | number | boolean | Date;

/** Rows of equal width, as Sheets gives a range and takes a spilling result (Google: guides/sheets/functions). */
export type Rows = readonly (readonly Cell[])[];

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A range, or null for the value of one cell. */
export function toRange(argument: unknown): readonly (readonly unknown[])[] | null {
  return Array.isArray(argument) ? (argument as readonly (readonly unknown[])[]) : null;
}

/** A figure in a cell: what the service did not tell is a blank, never a zero. */
export function toFigureCell(value: number | null): Cell {
  return value === null ? '' : value;
}

/** A request that cannot be served, for a reason that the add-on itself found. `code` stands first in the cell's note. */
export class CellError extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** Also for one that the other script file made: `instanceof` fails across bundles. */
export function isCellError(thrown: unknown): thrown is CellError {
  return thrown instanceof Error && thrown.name === 'Refusal' && 'code' in thrown;
}

/** A spilling table. Without a header and without rows it is one blank cell: Sheets takes no empty result. */
export function toTable(header: readonly string[], rows: Rows, headers: string): Rows {
  const shown: (readonly Cell[])[] = headers === 'no' ? [] : [header];
  const whole = shown.concat(rows);
  return whole.length === 0 ? [['']] : whole;
}
