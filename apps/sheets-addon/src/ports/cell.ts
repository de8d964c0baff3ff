/** The value of one cell; `''` is a blank. */
export type Cell = string | number | boolean | Date;

/** Rows of equal width, as Sheets passes a range and accepts a spilling result (Google: guides/sheets/functions). */
export type Rows = readonly (readonly Cell[])[];

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A range, or null for a single value. */
export function toRange(argument: unknown): readonly (readonly unknown[])[] | null {
  return Array.isArray(argument) ? (argument as readonly (readonly unknown[])[]) : null;
}

/** The cells of an argument, row by row. */
export function listCells(argument: unknown): readonly unknown[] {
  return toRange(argument)?.flat() ?? [argument];
}

/** A figure in a cell: an unknown figure is a blank, never a zero. */
export function toFigureCell(value: number | null): Cell {
  return value === null ? '' : value;
}

/** A request that the add-on itself rejects. The cell's note begins with `code`. */
export class CellError extends Error {
  override readonly name = 'CellError';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** Also true for an error of the other script file: `instanceof` fails across bundles. */
export function isCellError(thrown: unknown): thrown is CellError {
  return thrown instanceof Error && thrown.name === 'CellError' && 'code' in thrown;
}

/** A spilling table. Without header and rows it is one blank cell: Sheets rejects an empty result. */
export function toTable(header: readonly string[], rows: Rows, headers: string): Rows {
  const head: (readonly Cell[])[] = headers === 'no' ? [] : [header];
  const table = head.concat(rows);
  return table.length === 0 ? [['']] : table;
}
