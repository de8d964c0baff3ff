import { type CellPosition, type FunctionResultObject, helpers, type Matrix } from '@odoo/o-spreadsheet';

/** What a cell holds; null is a blank cell. Dates are instants in UTC, the sheet's time zone. */
export type CellValue = string | number | boolean | Date | null;

export type SheetArgument = FunctionResultObject | Matrix<FunctionResultObject> | undefined;

/** The text of a cell whose function is running. */
export const LOADING = '#LOADING';

// Serial 0 of a spreadsheet is 1899-12-30.
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;

/** The value of an o-spreadsheet cell; an error cell gives its code, such as `#DIV/0!`. */
export function toCellValue(cell: Readonly<FunctionResultObject>): CellValue {
  const { value, format } = cell;
  if (value === null || value === '') return null;
  if (typeof value === 'number' && format !== undefined && helpers.isDateTimeFormat(format))
    return new Date(SERIAL_ZERO + Math.round(value * DAY));
  return value;
}

/**
 * An argument as Google Sheets passes it (guides/sheets/functions): one cell as a value, a range as rows, a blank cell
 * as an empty text. o-spreadsheet passes columns.
 */
export function toScriptArgument(argument: SheetArgument): unknown {
  if (argument === undefined) return undefined;
  if (!Array.isArray(argument)) return toCellValue(argument) ?? '';
  const [first = []] = argument;
  const rows = first.map((_, row) =>
    argument.map((column) => toCellValue(column[row] ?? { value: null }) ?? ''),
  );
  return rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : rows;
}

/** Whether a cell of the argument is still loading. */
export function isLoading(argument: SheetArgument): boolean {
  if (argument === undefined) return false;
  if (!Array.isArray(argument)) return argument.value === LOADING;
  return argument.some((column) => column.some((cell) => cell.value === LOADING));
}

/** A custom function's value or rows, in o-spreadsheet's format. */
export function toSheetResult(value: unknown): FunctionResultObject | Matrix<FunctionResultObject> {
  if (!Array.isArray(value)) return toSheetCell(value);
  const rows: unknown[][] = value;
  return (rows[0] ?? []).map((_, column) => rows.map((row) => toSheetCell(row[column])));
}

function toSheetCell(value: unknown): FunctionResultObject {
  if (value === null || value === undefined) return { value: '' };
  if (value instanceof Date) {
    const serial = (value.getTime() - SERIAL_ZERO) / DAY;
    return { value: serial, format: Number.isInteger(serial) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return { value };
  throw new TypeError(`A cell cannot hold a value of type ${typeof value}.`);
}

/** A cell's value or rows as JSON: a Date becomes `{ date: epoch milliseconds }`, nothing becomes null. */
export function toWireValue(value: unknown): unknown {
  if (value instanceof Date) return { date: value.getTime() };
  return Array.isArray(value) ? value.map(toWireValue) : (value ?? null);
}

/** Reverses `toWireValue`. */
export function fromWireValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWireValue);
  return typeof value === 'object' && value !== null ? new Date((value as { date: number }).date) : value;
}

/** Column and row, from 0, of an address such as `B2`. Throws a RangeError for anything else. */
export function toPosition(address: string): Pick<CellPosition, 'col' | 'row'> {
  if (!/^[A-Z]{1,3}[1-9]\d{0,6}$/i.test(address))
    throw new RangeError(`"${address}" is not the address of a cell: write one such as B2.`);
  return helpers.toCartesian(address.toUpperCase());
}
