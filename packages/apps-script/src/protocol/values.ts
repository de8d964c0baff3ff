import { ScriptError } from './errors.ts';
import { checkCellText } from './limits.ts';

/**
 * Values between host and execution, as JSON. Strings, booleans, null, finite numbers and arrays encode as themselves,
 * everything else as `{$: kind, v}`. Both functions also run inside a realm from their source text, so they reference
 * nothing else.
 */
export type WireValue =
  | string
  | number
  | boolean
  | null
  | WireValue[]
  | { $: 'undefined' }
  | { $: 'number'; v: string }
  | { $: 'date'; v: number | null }
  | { $: 'object'; v: { [key: string]: WireValue } };

/** Throws a TypeError that names the unsupported value: a function, Promise, symbol, bigint or cycle. */
export function encodeWireValue(value: unknown): WireValue {
  const open: unknown[] = [];
  const encode = (v: unknown): WireValue => {
    if (v === undefined) return { $: 'undefined' };
    if (v === null || typeof v === 'string' || typeof v === 'boolean') return v;
    if (typeof v === 'number') return Number.isFinite(v) ? v : { $: 'number', v: String(v) };
    if (typeof v !== 'object') throw new TypeError(`a ${typeof v}`);
    if (v instanceof Date) return { $: 'date', v: Number.isNaN(v.getTime()) ? null : v.getTime() };
    if (typeof Reflect.get(v, 'then') === 'function') throw new TypeError('a Promise');
    if (open.indexOf(v) >= 0) throw new TypeError('an object that contains itself');
    open.push(v);
    let encoded: WireValue;
    if (Array.isArray(v)) {
      // Array.from visits the holes of a sparse array, map does not.
      encoded = Array.from(v, encode);
    } else {
      const fields: { [key: string]: WireValue } = {};
      for (const [key, field] of Object.entries(v)) {
        Object.defineProperty(fields, key, { value: encode(field), enumerable: true });
      }
      encoded = { $: 'object', v: fields };
    }
    open.pop();
    return encoded;
  };
  return encode(value);
}

/** Rebuilds the value with the constructors of the current realm. */
export function decodeWireValue(wire: WireValue): unknown {
  const decode = (w: WireValue): unknown => {
    if (w === null || typeof w !== 'object') return w;
    if (Array.isArray(w)) return w.map(decode);
    if (w.$ === 'undefined') return undefined;
    if (w.$ === 'number') return Number(w.v);
    if (w.$ === 'date') return new Date(w.v === null ? Number.NaN : w.v);
    const object: { [key: string]: unknown } = {};
    for (const [key, field] of Object.entries(w.v)) {
      Object.defineProperty(object, key, {
        value: decode(field),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return object;
  };
  return decode(wire);
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Date;
}

/** Arguments as Sheets passes them: a value for one cell, rows for a range (guides/sheets/functions). */
export function assertCellArguments(name: string, args: readonly unknown[]): void {
  args.forEach((arg, index) => {
    const fits = Array.isArray(arg)
      ? arg.every((row) => Array.isArray(row) && row.every((cell) => cell === undefined || isScalar(cell)))
      : arg === undefined || isScalar(arg);
    if (!fits)
      throwTypeError(
        `Argument ${index + 1} of ${name} is not something a cell can hold: give a value, a Date or rows.`,
      );
  });
}

/**
 * The cell's result: a scalar, a Date or rows; undefined becomes null. Objects, one-dimensional arrays, no rows and
 * uneven rows throw, because no Google page defines them.
 */
export function toCellResult(name: string, value: unknown): unknown {
  if (value === undefined || isScalar(value)) return checkCellText(value) ?? null;
  if (!Array.isArray(value))
    return throwTypeError(`${name} returned an object: return a value, a Date or rows of them.`);
  const rows = value.map((row, index) => {
    if (!Array.isArray(row))
      return throwTypeError(`${name} returned an array that is not rows: return [[…], […]].`);
    return row.map((cell: unknown) => {
      if (cell === undefined || isScalar(cell)) return checkCellText(cell) ?? null;
      return throwTypeError(
        `${name} returned an object or array inside row ${index + 1}: a cell holds a value or a Date.`,
      );
    });
  });
  const width = rows[0]?.length ?? 0;
  if (width === 0)
    return throwTypeError(`${name} returned no cells: return at least one row with one value.`);
  if (rows.some((row) => row.length !== width))
    return throwTypeError(`${name} returned rows of different length.`);
  return rows;
}

function throwTypeError(message: string): never {
  throw new ScriptError({ kind: 'type', message });
}

/**
 * Copies a value as google.script.run passes it (guides/html/communication): primitives, objects, arrays, null. Dates,
 * functions and cycles throw; undefined in an array becomes null. The error names `where`.
 */
export function toSidebarValue(value: unknown, where: string): unknown {
  const open: unknown[] = [];
  const cross = (v: unknown, place: string): unknown => {
    if (v === undefined || v === null || typeof v === 'string' || typeof v === 'boolean') return v;
    if (typeof v === 'number') return v;
    if (typeof v !== 'object') return throwUnsupported(`a ${typeof v}`, place);
    if (v instanceof Date) return throwUnsupported('a Date', place);
    if (open.includes(v)) return throwUnsupported('an object that contains itself', place);
    open.push(v);
    const crossed = Array.isArray(v)
      ? Array.from(v, (item, i) => cross(item, `${place}[${i}]`) ?? null)
      : crossObject(v, place);
    open.pop();
    return crossed;
  };
  const crossObject = (v: object, place: string): object => {
    const prototype: unknown = Object.getPrototypeOf(v);
    if (prototype !== Object.prototype && prototype !== null)
      return throwUnsupported('an object with a class of its own', place);
    return Object.fromEntries(
      Object.entries(v).map(([key, field]) => [key, cross(field, `${place}.${key}`)]),
    );
  };
  return cross(value, where);
}

function throwUnsupported(what: string, where: string): never {
  const message = `${where} is ${what}, which google.script.run cannot pass: use text, numbers, true/false, null, arrays or plain objects.`;
  throw new ScriptError({ kind: 'type', message });
}
