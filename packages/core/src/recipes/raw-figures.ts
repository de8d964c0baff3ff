import { dayNumber } from '../calendar/calendar.ts';
import { isObject, quote } from '../json/json.ts';
import { decodeValue } from './codecs.ts';
import type { CompiledList, CompiledRecipe, Field } from './compiled-recipe.ts';
import { throwDrift } from './drift.ts';
import { findUnmeasured, hasNewSibling, type Notes, type Unmeasured } from './qualifiers.ts';
import type { Recipe } from './recipe.ts';
import { formatPointer, resolvePath } from './recipe-pointer.ts';
import {
  findRows,
  formatRowPointer,
  joinPart,
  type Row,
  readValue,
  type Table,
  type TableRow,
  throwDriftAt,
  topRow,
  type Value,
} from './rows.ts';

const normalizeValue = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;

/**
 * The index of the own brand's row; -1 if no row is it.
 * @throws DriftError for a value of unexpected type, a third value if the rule lists both kinds, two own rows, or no own row
 * with an unmarked one
 */
function findOwnRow(
  body: unknown,
  rows: readonly Row[],
  own: NonNullable<CompiledList['own']>,
  notes: Notes,
): number {
  const { rule, same, path } = own;
  const text = same && resolvePath(body, same, []);
  const owned = [...(rule.is || []), ...(typeof text === 'string' ? [text] : [])].map(normalizeValue);
  const others = rule.not?.map(normalizeValue);
  const pointerOf = (row: Row): string => formatRowPointer(row, path);
  let unmarked: Row | undefined;
  let found = -1;
  for (const [index, row] of rows.entries()) {
    const value = normalizeValue(readValue(row, own) ?? null);
    if (owned.includes(value)) {
      if (found >= 0) throwDrift(pointerOf(row), 'repeated', 'one row of the own brand', 'two rows');
      found = index;
    } else if (value === null) unmarked = row;
    else if (owned.length > 0 && owned.every((one) => typeof one !== typeof value))
      throwDrift(pointerOf(row), 'type', `${typeof owned[0]} at ${rule.at}`, quote(value));
    else if (others && !others.includes(value))
      throwDrift(
        pointerOf(row),
        'value',
        `one of ${[...owned, ...others].map(quote).join(', ')}`,
        quote(value),
      );
  }
  const [first] = rows;
  if (first && found < 0) {
    if (unmarked) throwDrift(pointerOf(unmarked), 'missing', `the own brand's row, by ${rule.at}`, 'none');
    notes.add('no own brand', rule.at, () => pointerOf(first), 'no row is the own brand’s');
  }
  return found;
}

/** The decoded figures of a body. */
export interface RawFigures {
  readonly whole: Readonly<TableRow>;
  readonly lists: Readonly<Record<string, Table>>;
  /** False if the body states that its figures were not measured. */
  readonly measured: boolean;
  /** True if a new field next to counted rows may state further pages. */
  readonly isOpen: boolean;
}

/** Rejects a non-empty `error` in a successful answer (specification §7). */
function assertNoError(body: unknown): void {
  if (!isObject(body)) return;
  const { error } = body;
  if (error === undefined || error === null || error === false || error === '') return;
  throwDrift('/error', 'error', 'no error', quote(error));
}

/** True if a flag or null next to counted rows has changed: there may be more of them. @throws DriftError for other changes */
function hasChangedSibling(body: unknown, { expect }: CompiledRecipe, isCounted: boolean): boolean {
  let isChanged = false;
  for (const { pointer, path, value: expected } of expect) {
    const value = resolvePath(body, path, []) ?? null;
    if (value === expected) continue;
    if (!isCounted || (expected !== null && typeof expected !== 'boolean'))
      throwDrift(formatPointer(body, path), 'value', `${quote(expected)} at ${pointer}`, quote(value));
    isChanged = true;
  }
  return isChanged;
}

/** Decodes fields into lines. @throws DriftError for an invalid value, or a required field that is absent in all rows */
function readFields(
  rows: readonly Row[],
  fields: readonly Field[],
  unmeasured: Unmeasured,
  lines: readonly TableRow[],
): void {
  for (const field of fields) {
    const { codec, isFigure, name } = field;
    let isSeen = field.optional;
    rows.forEach((row, index) => {
      const raw = readValue(row, field);
      const value = decodeValue(codec, raw);
      if (value === undefined) throwDriftAt(row, field, codec);
      if (raw !== undefined) isSeen = true;
      const noteZero = isFigure ? unmeasured.get(row) : undefined;
      const isUnknown = noteZero === null || (noteZero !== undefined && value === 0);
      if (isUnknown) noteZero?.();
      (lines[index] as TableRow)[name] = isUnknown ? null : value;
    });
    const [first] = rows;
    if (!first || isSeen) continue;
    if (first.up === null) throwDriftAt(first, field, codec);
    throwDrift(
      formatRowPointer(first, field.path),
      'missing',
      `${name} at ${field.pointer}`,
      'nothing in any row',
    );
  }
}

/** Checks the number of days between two dates; one more or less may come from time zones. */
function assertCounted(top: Row, counted: readonly Field[], days: number): void {
  const ends: TableRow = {};
  readFields([top], counted, new Map(), [ends]);
  const { from, to } = ends;
  if (typeof from !== 'string' || typeof to !== 'string' || !counted[0]) return;
  const found = (dayNumber(to) || 0) - (dayNumber(from) || 0);
  if (Math.abs(found - days) > 1)
    throwDrift(
      formatRowPointer(top, counted[0].path),
      'relation',
      `figures of ${days} days`,
      `${from} to ${to}`,
    );
}

function readPart(
  top: Row,
  list: CompiledList,
  around: Unmeasured,
  table: Table,
  isCounted: boolean,
  notes: Notes,
): void {
  const { fields, path, blank } = list;
  const rows = findRows(top, list);
  const pointerOf = (row: Row | undefined): string => formatRowPointer(row ?? top, path);
  if (fields.length === 0 && rows.length > 0)
    throwDrift(pointerOf(rows[0]), 'value', 'an empty list, as when the recipe was learnt', 'a row');
  const hasFigures = fields.some(({ isFigure }) => isFigure);
  const figures = isCounted ? 'counted' : hasFigures ? 'read' : 'none';
  const unmeasured = findUnmeasured(rows, list, figures, notes);
  if ([...unmeasured.values()].includes(null)) table.isMeasured = false;
  const lines = rows.map((): TableRow => ({ ...blank }));
  const outer = around.get(top);
  const states =
    outer === undefined
      ? unmeasured
      : new Map(rows.map((row) => [row, unmeasured.get(row) === null ? null : outer]));
  readFields(rows, fields, states, lines);
  const emptyRow = rows.find((row) => fields.every((field) => (readValue(row, field) ?? null) === null));
  if (emptyRow) throwDrift(pointerOf(emptyRow), 'missing', `a row at ${list.pointer}`, 'none of its fields');
  const own = list.own ? findOwnRow(top.value, rows, list.own, notes) : -1;
  joinPart(table, lines, own, list, (line) => pointerOf(rows[line]));
}

/**
 * Reads the figures of a body by a recipe, without guessing names.
 * @throws DriftError for a place that is missing or has another type or meaning
 */
export function readRawFigures(
  recipe: Recipe,
  compiled: CompiledRecipe,
  body: unknown,
  notes: Notes,
): RawFigures {
  const top = topRow(body);
  const { fields } = compiled.whole;
  assertNoError(body);
  const isCounted = recipe.total === 'rows';
  const isChanged = hasChangedSibling(body, compiled, isCounted);
  assertCounted(top, compiled.counted, recipe.counted?.days || 0);
  const feed = isCounted ? compiled.lists.find(({ name }) => name === 'items') : undefined;
  // Next to a page of more rows, a new field is a cursor.
  const isPage = feed !== undefined && mayBePage(findRows(top, feed).length, recipe.constants);
  const isUnqualified = isPage || recipe.kind === 'websites';
  const unmeasured = findUnmeasured([top], compiled.whole, isUnqualified ? 'none' : 'read', notes);
  const whole: TableRow = {};
  readFields([top], fields, unmeasured, [whole]);
  if (compiled.lists.length === 0 && fields.every((field) => readValue(top, field) === undefined))
    throwDrift('', 'missing', `a figure at ${fields[0]?.pointer}`, quote(body));
  const lists: Record<string, Table> = {};
  for (const list of compiled.lists) {
    const table = lists[list.name] ?? { lines: new Map(), rows: 0, own: null, isMeasured: true };
    lists[list.name] = table;
    readPart(top, list, unmeasured, table, isCounted && list.name === 'items', notes);
  }
  const state = unmeasured.get(top);
  const measured =
    state === undefined || (state !== null && Object.values(lists).some(({ rows }) => rows > 0));
  const isListed = isCounted || recipe.kind === 'websites';
  const isOpen = isChanged || (isListed && hasNewSibling(top, compiled.whole.known));
  return { whole, lists, measured, isOpen };
}

/**
 * True for a usual page size: 10, 20, 25 or 50, or a power of ten more.
 * @internal
 */
export const isPageSize = (rows: number): boolean => /^(1|2|25|5)0*$/.test(`${rows}`) && rows >= 10;

/** True for the rows of a page, or of a usual page size if no body had more rows when learnt. */
export const mayBePage = (
  rows: number,
  { page, rows: most }: NonNullable<Recipe['constants']> = {},
): boolean => (page !== undefined && rows >= page) || (most !== undefined && rows > most && isPageSize(rows));

/** True if the body is one page of several, or may be. */
export function hasMorePages({ whole, lists, isOpen }: RawFigures): boolean {
  const rows = (lists.items ?? Object.values(lists)[0])?.rows || 0;
  return (
    isOpen || whole.morePages === true || Boolean(whole.nextPage) || (toNumber(whole.rowsInAll) || 0) > rows
  );
}

export const toNumber = (value: Value | undefined): number | null =>
  typeof value === 'number' ? value : null;
