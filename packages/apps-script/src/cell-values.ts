import { ScriptError } from './script-error.ts';

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Date;
}

/** Arguments as Sheets gives them: one cell is a value, a range is rows of values (guides/sheets/functions). */
export function checkCellArguments(name: string, args: readonly unknown[]): void {
  args.forEach((arg, index) => {
    const fits = Array.isArray(arg)
      ? arg.every((row) => Array.isArray(row) && row.every((cell) => cell === undefined || isScalar(cell)))
      : arg === undefined || isScalar(arg);
    if (!fits)
      refuse(
        `Argument ${index + 1} of ${name} is not something a cell can hold: give a value, a Date or rows.`,
      );
  });
}

/**
 * What the cell shows: a scalar, a Date, or rows; undefined becomes a blank cell (null).
 * Refused, because no Google page says what would be shown: objects, a one-dimensional array, no rows, uneven rows.
 */
export function cellResult(name: string, value: unknown): unknown {
  if (value === undefined || isScalar(value)) return value ?? null;
  if (!Array.isArray(value))
    return refuse(`${name} returned an object: return a value, a Date or rows of them.`);
  const rows = value.map((row, index) => {
    if (!Array.isArray(row)) return refuse(`${name} returned an array that is not rows: return [[…], […]].`);
    return row.map((cell: unknown) => {
      if (cell === undefined || isScalar(cell)) return cell ?? null;
      return refuse(
        `${name} returned an object or array inside row ${index + 1}: a cell holds a value or a Date.`,
      );
    });
  });
  const width = rows[0]?.length ?? 0;
  if (width === 0) return refuse(`${name} returned no cells: return at least one row with one value.`);
  if (rows.some((row) => row.length !== width)) return refuse(`${name} returned rows of different length.`);
  return rows;
}

function refuse(message: string): never {
  throw new ScriptError({ kind: 'type', message });
}
