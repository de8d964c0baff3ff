import { isObject } from '../bodies/json.ts';
import { dayNumber } from '../calendar/calendar.ts';
import { codecs } from './codecs.ts';
import { compileRecipe } from './compile.ts';
import { quote, throwAt, throwDrift } from './drift.ts';
import { isOwnRow } from './own-row.ts';
import type { CompiledList, CompiledRecipe, Field } from './places.ts';
import { follow, type Key, mismatched, placeOf } from './pointer.ts';
import { findUnmeasured, type Notes } from './qualifiers.ts';
import type { Recipe } from './recipe.ts';
import { findRows, keysOf, type Rows, sizeOf, topOf, valueAt } from './rows.ts';
import { joinParts, type Table, uniqueRows, type Value } from './table.ts';

/** What a recipe reads in a body, before it becomes a resource. */
export interface Figures {
  readonly whole: Readonly<Record<string, Value>>;
  readonly lists: Readonly<Record<string, Table>>;
  /** False where the body says that its figures were not measured. */
  readonly measured: boolean;
}

const none: readonly Key[] = [];

/** The error object of the specification (§7), or any other nonempty `error`, inside a successful answer. */
function assertNoError(body: unknown): void {
  if (!isObject(body)) return;
  const { error } = body;
  if (error === undefined || error === null || error === false || error === '') return;
  throwDrift('/error', 'error', 'no error', quote(error));
}

function assertExpected(body: unknown, { expect }: CompiledRecipe): void {
  for (const { pointer, path, value: expected } of expect) {
    const value = follow(body, path, none);
    if (value !== expected)
      throwDrift(placeOf(body, path), 'value', `${quote(expected)} at ${pointer}`, quote(value));
  }
}

/** The value of a field; undefined where its type or range is another. */
function decode(value: unknown, { codec }: Field): Value | undefined {
  if (value === null || value === undefined) return null;
  return value === mismatched ? undefined : codecs[codec].decode(value);
}

/** The value of a field of the whole. @throws DriftError */
function readField(body: unknown, field: Field): Value {
  const value = decode(follow(body, field.path, none), field);
  return value === undefined ? throwAt(body, field, none, field.codec) : value;
}

/** The values of a field in all rows. @throws DriftError where no row has it */
function readColumn(
  body: unknown,
  rows: Rows,
  field: Field,
  marks: readonly boolean[] | null,
  present: boolean[],
): Value[] {
  const size = sizeOf(rows);
  const column = new Array<Value>(size);
  let isSeen = size === 0 || field.optional;
  for (let row = 0; row < size; row++) {
    const raw = valueAt(rows, field, row);
    if (raw !== undefined) isSeen = true;
    if (raw !== undefined && raw !== null) present[row] = true;
    const value = decode(raw, field);
    if (value === undefined) throwAt(body, field, keysOf(rows, row), field.codec);
    else column[row] = field.isFigure && marks?.[row] === true ? null : value;
  }
  if (!isSeen)
    throwDrift(
      placeOf(body, field.path, keysOf(rows, 0)),
      'missing',
      `${field.name} at ${field.pointer}`,
      'nothing in any row',
    );
  return column;
}

function readList(body: unknown, list: CompiledList, notes: Notes): Table {
  const rows = findRows(body, { path: list.path, pointer: list.at });
  const size = sizeOf(rows);
  const pointerOf = (row: number): string => placeOf(body, list.path, keysOf(rows, row));
  if (list.fields.length === 0 && size > 0)
    throwDrift(pointerOf(0), 'value', 'an empty list, as when the recipe was learnt', 'a row');
  const marks = findUnmeasured(
    rows,
    list,
    list.fields.some(({ isFigure }) => isFigure),
    notes,
  );
  const columns: Record<string, Value[]> = {};
  const present = new Array<boolean>(size).fill(false);
  for (const field of list.fields) columns[field.name] = readColumn(body, rows, field, marks, present);
  const nothing = present.indexOf(false);
  if (nothing >= 0) throwDrift(pointerOf(nothing), 'missing', `a row at ${list.at}`, 'none of its fields');
  const own = list.own && isOwnRow(body, rows, list.own, notes);
  return uniqueRows({ size, rows: size, columns, own }, list, pointerOf);
}

/** As many days from the first to the last as when the recipe was learnt; one more or less is a question of time zones. */
function assertCounted(body: unknown, { counted }: CompiledRecipe, days: number): void {
  if (counted === null) return;
  const [from, to] = counted.map((end) => readField(body, end));
  if (typeof from !== 'string' || typeof to !== 'string') return;
  const found = (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);
  if (Math.abs(found - days) > 1)
    throwDrift(placeOf(body, counted[0].path), 'relation', `figures of ${days} days`, `${from} to ${to}`);
}

/** Unknown figures in the place of zeros that were not measured. */
function withoutFigures(table: Table, { fields }: CompiledList): Table {
  const columns = { ...table.columns };
  for (const { name, isFigure } of fields)
    if (isFigure) columns[name] = new Array<Value>(table.size).fill(null);
  return { ...table, columns };
}

/**
 * Reads the figures of a body by a recipe. No name is guessed: a place that is missing, of another type or of another meaning
 * is drift, with its pointer.
 * @throws DriftError
 * @throws RangeError for a recipe that {@link compileRecipe} refuses
 */
export function readFigures(recipe: Recipe, body: unknown, notes: Notes): Figures {
  const result = compileRecipe(recipe);
  if (!result.ok) throw new RangeError(`The recipe is wrong: ${result.complaints.join('; ')}`);
  const { compiled } = result;
  assertNoError(body);
  assertExpected(body, compiled);
  assertCounted(body, compiled, recipe.counted?.days ?? 0);
  const measured = findUnmeasured(topOf(body), compiled, recipe.kind !== 'websites', notes) === null;
  const whole: Record<string, Value> = {};
  let present = compiled.lists.length > 0;
  for (const field of compiled.whole) {
    const raw = follow(body, field.path, none);
    if (raw === undefined && !field.optional) throwAt(body, field, none, field.codec);
    present = present || raw !== undefined;
    const value = readField(body, field);
    whole[field.name] = measured || !field.isFigure ? value : null;
  }
  if (!present) throwDrift('', 'missing', `a figure at ${compiled.whole[0]?.pointer}`, quote(body));
  const parts: Record<string, Table[]> = {};
  for (const list of compiled.lists) {
    const table = readList(body, list, notes);
    parts[list.name] = [...(parts[list.name] ?? []), measured ? table : withoutFigures(table, list)];
  }
  const lists: Record<string, Table> = {};
  for (const list of compiled.lists)
    if (!(list.name in lists)) lists[list.name] = joinParts(parts[list.name] ?? [], list.key);
  return { whole, lists, measured };
}
