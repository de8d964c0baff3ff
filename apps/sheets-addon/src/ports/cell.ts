import { foldName } from '@answershare/core';

/** The value of one cell; `''` is a blank. */
export type Cell = string | number | boolean | Date;

/** Rows of equal width, as Sheets passes a range and accepts a spilling result (Google: guides/sheets/functions). */
export type Rows = readonly (readonly Cell[])[];

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && foldName(value) === '');
}

/** A range, or null for a single value. */
export function toRange(argument: unknown): readonly (readonly unknown[])[] | null {
  return Array.isArray(argument) ? (argument as readonly (readonly unknown[])[]) : null;
}

/** The cells of an argument, row by row. */
export function listCells(argument: unknown): readonly unknown[] {
  return toRange(argument)?.flat() ?? [argument];
}

/** What a formula passes for a cell that shows an error, or that Sheets still computes. */
const errorValue = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!)$/i;
const unfinishedValue = /^Loading(\.\.\.|…)$/;

/** The fault of a cell that an argument refers to and that has no value; null if it has one. */
export function findErrorValue(value: unknown, name: string): CellError | null {
  const text = typeof value === 'string' ? value.trim() : '';
  if (errorValue.test(text))
    return new CellError('bad_request', `The ${name} is the error ${text}. Correct the cell that shows it.`);
  return unfinishedValue.test(text)
    ? new CellError('pending', `The cell of the ${name} is still loading. Wait until it has a value.`)
    : null;
}

/** @throws CellError as {@link findErrorValue} */
export function assertNoErrorValue(value: unknown, name: string): void {
  const fault = findErrorValue(value, name);
  if (fault !== null) throw fault;
}

/** A figure in a cell: an unknown figure is a blank, never a zero. */
export function toFigureCell(value: number | null): Cell {
  return value === null ? '' : value;
}

/** A word that is none of the choices; `near` replaces the nearest of them. */
interface FailedChoice {
  readonly wanted: string;
  readonly choices: readonly string[];
  readonly near: string | null | undefined;
}

/** A request that the add-on itself rejects. The cell's note begins with `code`. */
export class CellError extends Error {
  override readonly name = 'CellError';
  readonly code: string;
  readonly choice: FailedChoice | undefined;

  constructor(code: string, sentence: string, choice?: FailedChoice) {
    super(sentence);
    this.code = code;
    this.choice = choice;
  }
}

/** Ends an action that the file does not allow. @throws CellError */
export function rejectAction(sentence: string): never {
  throw new CellError('refused', sentence);
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

/** A heading for comparison: people write it in any case. */
export const normalizeHeading = (cell: unknown): string => String(cell).trim().toLowerCase();
