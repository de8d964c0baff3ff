import { isObject } from '../reading/json.ts';
import { decode } from './codecs.ts';
import { follow, mismatched, type Path, parsePointer, placeOf, rowsAt, segmentOf } from './pointer.ts';
import {
  type CompiledList,
  compileRecipe,
  type Field,
  type Guard,
  type OwnRule,
  type Recipe,
} from './recipe.ts';

/** A decoded value of a field; null is unknown. */
export type Value = string | number | boolean | null;

export type Row = Readonly<Record<string, Value>>;

/** What a recipe reads in a body, before it becomes a resource. */
export interface Figures {
  readonly whole: Row;
  readonly lists: Readonly<Record<string, readonly Row[]>>;
}

/** Something that a person should know of a body that was read. */
export interface RecipeNote {
  readonly kind: 'new field' | 'not measured' | 'new status';
  readonly pointer: string;
  readonly detail: string;
}

/** Why a body does not fit its recipe: the place, what is there, and what the recipe expects. */
export interface Drift {
  readonly pointer: string;
  readonly problem: 'missing' | 'type' | 'value' | 'repeated' | 'error' | 'relation';
  readonly expected: string;
  readonly found: string;
}

/** Thrown inside this folder alone. */
export class DriftError extends Error {
  readonly drift: Drift;
  constructor(drift: Drift) {
    super(drift.problem);
    this.drift = drift;
  }
}

/** A value as a message may quote it: short, on one line. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no field'}`;
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Drift at a path: the deepest place that the body has of it, and what is there. */
function throwAt(body: unknown, path: Path, keys: readonly string[], expected: string): never {
  const pointer = placeOf(body, path, keys);
  const value = follow(body, parsePointer(pointer) ?? [], []);
  const problem = value === undefined ? 'missing' : 'type';
  throw new DriftError({ pointer, problem, expected, found: quote(value) });
}

/** The error object of the specification (§7), or any other nonempty `error`, inside a successful answer. */
function assertNoError(body: unknown): void {
  if (!isObject(body)) return;
  const { error } = body;
  if (error === undefined || error === null || error === false || error === '') return;
  throw new DriftError({ pointer: '/error', problem: 'error', expected: 'no error', found: quote(error) });
}

function assertExpected(body: unknown, expected: NonNullable<Recipe['expect']>): void {
  for (const pointer of Object.keys(expected)) {
    const value = follow(body, parsePointer(pointer) ?? [], []);
    if (value !== expected[pointer])
      throw new DriftError({
        pointer,
        problem: 'value',
        expected: quote(expected[pointer]),
        found: quote(value),
      });
  }
}

function noteNewFields(body: unknown, known: NonNullable<Recipe['known']>, notes: RecipeNote[]): void {
  for (const pointer of Object.keys(known)) {
    const value = follow(body, parsePointer(pointer) ?? [], []);
    if (!isObject(value)) continue;
    const names = new Set((known[pointer] ?? '').split(' '));
    for (const name of Object.keys(value))
      if (!names.has(name))
        notes.push({ kind: 'new field', pointer: pointer + segmentOf(name), detail: name });
  }
}

/** Whether the figures next to a guard count. */
function isMeasured(body: unknown, guard: Guard, keys: readonly string[], notes: RecipeNote[]): boolean {
  const path = parsePointer(guard.at) ?? [];
  const value = follow(body, path, keys);
  if (value === undefined || value === null || guard.measured.includes(value as string)) return true;
  const kind = guard.unmeasured.includes(value as string) ? 'not measured' : 'new status';
  notes.push({ kind, pointer: placeOf(body, path, keys), detail: quote(value) });
  return false;
}

const plain = (value: unknown): string => String(value).trim().toLowerCase();

/** Whether a row is the own brand's. */
function isOwnRow(body: unknown, { at, is = [], same }: OwnRule, keys: readonly string[]): boolean {
  const value = follow(body, parsePointer(at) ?? [], keys);
  if (value === undefined || value === null) return false;
  if (is.some((one) => plain(one) === plain(value))) return true;
  const text = same === undefined ? null : follow(body, parsePointer(same) ?? [], []);
  return typeof text === 'string' && plain(text) === plain(value);
}

/** Decodes a value; undefined is missing. */
function decodeAt(body: unknown, value: unknown, field: Field, keys: readonly string[]): Value {
  const decoded = value === mismatched ? undefined : decode(field.codec, value);
  return decoded === undefined ? throwAt(body, field.path, keys, field.codec) : decoded;
}

const withoutFigures = (row: Row): Row => {
  const rest: Record<string, Value> = {};
  for (const name of Object.keys(row))
    rest[name] = typeof row[name] === 'number' ? null : (row[name] ?? null);
  return rest;
};

const guardsOf = (recipe: Recipe, inRows: boolean): readonly Guard[] =>
  (recipe.guards ?? []).filter(({ at }) => at.includes('/*') === inRows);

function readList(body: unknown, recipe: Recipe, list: CompiledList, notes: RecipeNote[]): readonly Row[] {
  const places = rowsAt(body, list.path);
  if (places === null) return throwAt(body, list.path, [], 'a list or an object of rows');
  if (list.fields.length === 0 && places.length > 0)
    throw new DriftError({
      pointer: placeOf(body, list.path, places[0]?.keys),
      problem: 'value',
      expected: 'an empty list, as when the recipe was learnt',
      found: quote(places[0]?.value),
    });
  const start = list.at.slice(0, list.at.lastIndexOf('*') + 1);
  const guards = guardsOf(recipe, true).filter(({ at }) => at.startsWith(start));
  const seen = new Array<boolean>(list.fields.length).fill(false);
  const rows = places.map(({ keys, value: place }) => {
    const row: Record<string, Value> = {};
    list.fields.forEach((field, index) => {
      const value = field.inRow ? follow(place, field.inRow, []) : follow(body, field.path, keys);
      if (value !== undefined) seen[index] = true;
      row[field.name] = decodeAt(body, value, field, keys);
    });
    if (recipe.own?.at.startsWith(start)) row.own = isOwnRow(body, recipe.own, keys);
    return guards.every((guard) => isMeasured(body, guard, keys, notes)) ? row : withoutFigures(row);
  });
  const absent =
    rows.length === 0 ? undefined : list.fields.find(({ optional }, index) => !optional && !seen[index]);
  if (absent)
    throw new DriftError({
      pointer: absent.pointer,
      problem: 'missing',
      expected: `${absent.name} in a row`,
      found: 'nothing in any row',
    });
  return list.key === null ? rows : uniqueRows(rows, list, list.key);
}

/** One row for each key; rows of one key are summed where the recipe says so. */
function uniqueRows(rows: readonly Row[], { at, merge, except }: CompiledList, key: string): readonly Row[] {
  const byKey = new Map<Value, Row>();
  for (const row of rows) {
    const value = row[key] ?? null;
    if (except.has(String(value).toLowerCase())) continue;
    const before = byKey.get(value);
    if (value === null || (before && merge === null))
      throw new DriftError({
        pointer: at,
        problem: value === null ? 'missing' : 'repeated',
        expected: `one row for each ${key}`,
        found: value === null ? `a row without ${key}` : `${quote(value)} twice`,
      });
    byKey.set(value, before ? addRows(before, row) : row);
  }
  return Array.from(byKey.values());
}

function addRows(a: Row, b: Row): Row {
  const row: Record<string, Value> = {};
  for (const name of Object.keys(a)) {
    const [left, right] = [a[name] ?? null, b[name] ?? null];
    const some = typeof left === 'number' || typeof right === 'number';
    const both = typeof left === 'number' && typeof right === 'number';
    row[name] = both ? (left as number) + (right as number) : some ? null : left;
  }
  return row;
}

/** Joins the parts of one list by its key. */
function joinParts(parts: readonly (readonly Row[])[], key: string | null): readonly Row[] {
  if (parts.length === 1 || key === null) return parts.flat();
  const byKey = new Map<Value, Row>();
  for (const row of parts.flat()) {
    const value = row[key] ?? null;
    byKey.set(value, { ...byKey.get(value), ...row });
  }
  return Array.from(byKey.values());
}

/**
 * Reads the figures of a body by a recipe. No name is guessed: a place that is missing, of another type or of another meaning
 * is drift, with its pointer.
 * @throws DriftError
 * @throws RangeError for a recipe that {@link compileRecipe} refuses
 */
export function readFigures(recipe: Recipe, body: unknown, notes: RecipeNote[]): Figures {
  const result = compileRecipe(recipe);
  if (!result.ok) throw new RangeError(`The recipe is wrong: ${result.complaints.join('; ')}`);
  assertNoError(body);
  assertExpected(body, recipe.expect ?? {});
  noteNewFields(body, recipe.known ?? {}, notes);
  const measured = guardsOf(recipe, false).every((guard) => isMeasured(body, guard, [], notes));
  const whole: Record<string, Value> = {};
  for (const field of result.compiled.whole) {
    const value = follow(body, field.path, []);
    if (value === undefined && !field.optional) throwAt(body, field.path, [], field.codec);
    whole[field.name] = decodeAt(body, value, field, []);
  }
  const parts = new Map<string, { readonly key: string | null; readonly rows: (readonly Row[])[] }>();
  for (const list of result.compiled.lists) {
    const part = parts.get(list.name) ?? { key: list.key, rows: [] };
    const rows = readList(body, recipe, list, notes);
    part.rows.push(measured ? rows : rows.map(withoutFigures));
    parts.set(list.name, part);
  }
  const lists: Record<string, readonly Row[]> = {};
  parts.forEach(({ key, rows }, name) => {
    lists[name] = joinParts(rows, key);
  });
  return { whole: measured ? whole : withoutFigures(whole), lists };
}
