import { largestOf } from '../extremes.ts';
import type { Cell, Row } from './cells.ts';
import { readDate } from './dates.ts';
import { isEngine } from './engines.ts';
import { isObject, type JsonObject } from './json.ts';
import { oneOf, segment } from './names.ts';

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isColumn = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every(isScalar);

/** Names of a column that say nothing of what it holds. */
const plainColumns = oneOf('data value y count point');

/** The name that an object gives to its values. What PostHog counts of an event stands beside it: people (`dau`), or sessions. */
function labelOf(object: JsonObject): string | undefined {
  const [label] = namesIn([object]) ?? [];
  const math = object.math ?? (isObject(object.action) ? object.action.math : undefined);
  if (label === undefined || typeof math !== 'string') return label;
  return math === 'dau' && views(label) ? 'visitors' : `${label} ${math}`;
}

const views = oneOf('pageview screen screenview');

interface Column {
  readonly name: string;
  readonly list: readonly unknown[];
  readonly pointer: string;
}

/** The columns of an object of engines as one of objects, `{"chatgpt": [3, 4], "gemini": [1, 0]}`. */
function together(object: JsonObject): JsonObject[] | null {
  const names = Object.keys(object);
  const columns = names.map((name) => object[name]);
  const [first] = columns;
  if (
    !names.every(isEngine) ||
    !isColumn(first) ||
    !columns.every((one) => isColumn(one) && one.length === first.length)
  )
    return null;
  return first.map((_, at) =>
    Object.fromEntries(names.map((name, index) => [name, (columns[index] as unknown[])[at]])),
  );
}

/** The column that a field is, or those of a list of named series, `[{"label": "Visitors", "data": […]}]`. */
function columnsIn(name: string, value: unknown, pointer: string): Column[] {
  if (isColumn(value)) return [{ name, list: value, pointer: `${pointer}/*` }];
  const list = isObject(value) ? together(value) : null;
  if (list) return [{ name, list, pointer: `${pointer}/*/*` }];
  if (!Array.isArray(value) || !value.every(isObject)) return [];
  const series = value.map((entry, at): Column | null => {
    const label = labelOf(entry);
    const field = ['data', 'values', 'points'].find((key) => isColumn(entry[key]));
    if (label === undefined || field === undefined) return null;
    return { name: label, list: entry[field] as unknown[], pointer: `${pointer}/${at}/${field}/*` };
  });
  return series.every((one) => one !== null) ? (series as Column[]) : [];
}

/**
 * Rows of an object of columns, `{"dates": […], "visitors": […]}`; null where it is none. The longest columns say how many rows
 * there are. A column that is one value short is aligned from the start (a published sample has one); a shorter one belongs to
 * something else. A lone column of values in an object with a label is named by it.
 */
export function columnsOf(object: JsonObject, pointer: string): Row[] | null {
  const all = Object.keys(object).reduce<Column[]>(
    (found, name) => found.concat(columnsIn(name, object[name], pointer + segment(name))),
    [],
  );
  const rows = Math.max(0, largestOf(all.map(({ list }) => list.length)));
  const columns = all.filter(({ list }) => list.length >= rows - 1);
  if (columns.length < 2) return null;
  const label = labelOf(object);
  const isLone = columns.filter(({ name }) => plainColumns(name)).length === 1;
  const called = (name: string): string =>
    label !== undefined && isLone && plainColumns(name) ? label : name;
  return Array.from({ length: rows }, (_, at) =>
    columns.map(
      ({ name, list, pointer: from }): Cell => ({
        name: called(name),
        pointer: from,
        value: list[at],
        depth: 0,
      }),
    ),
  );
}

const heads = oneOf('column field header name key columnname columnheader label schema meta');

/** Names in a list of texts or of objects with a name; null where it is no such list. */
export function namesIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const names = (value as unknown[]).map((entry) =>
    isObject(entry) ? (entry.name ?? entry.label ?? entry.key ?? entry.field ?? entry.id) : entry,
  );
  return names.every((name) => typeof name === 'string') ? (names as string[]) : null;
}

/** One row of values under names; null where there are more values than names. */
export function rowOf(names: readonly string[], values: readonly unknown[], pointer: string): Cell[] | null {
  if (values.length > names.length) return null;
  return names.map((name, at) => ({ name, pointer: `${pointer}/${at}`, value: values[at], depth: 0 }));
}

const isName = (value: unknown): boolean =>
  typeof value === 'string' && /[a-z]/i.test(value) && readDate(value) === null;

/** The names of columns that an object has. */
const headsIn = (object: JsonObject): readonly string[] | null | undefined =>
  Object.keys(object)
    .filter(heads)
    .map((field) => namesIn(object[field]))
    .find((names) => names);

/**
 * Rows of a list of lists whose names stand in a list beside it, in an object beside it that names as many (`meta.columns`), or in
 * its first row; null where names are nowhere.
 */
export function matrixOf(beside: JsonObject | null, list: readonly unknown[], pointer: string): Row[] | null {
  const lists = list as unknown[][];
  const [first] = lists;
  if (!first || !list.every(Array.isArray)) return null;
  const near = [beside, ...Object.values(beside ?? {})].filter(isObject);
  const named = near
    .map(headsIn)
    .find((names, at) => names && (at === 0 || lists.every((row) => row.length === names.length)));
  const own = !beside && first.length > 1 && first.every(isName) && !lists.every((row) => row.every(isName));
  const names = named ?? (own ? (first as string[]) : null);
  if (!names) return null;
  const rows = lists.slice(own ? 1 : 0).map((values) => rowOf(names, values, `${pointer}/*`));
  return rows.every((row) => row !== null) ? (rows as Row[]) : null;
}

const pairs: readonly (readonly [names: readonly string[], date: 0 | 1])[] = [
  [['date', 'value'], 0],
  [['value', 'date'], 1],
];

/** Rows of `[[date, number], …]`, or the other way round, which name themselves; null where it is no such list. */
export function pairsOf(list: readonly unknown[], pointer: string): Row[] | null {
  const isPair = (pair: unknown): pair is unknown[] => Array.isArray(pair) && pair.length === 2;
  if (list.length === 0 || !list.every(isPair)) return null;
  const [names] = pairs.find(([, at]) => list.every((pair) => readDate(pair[at]) !== null)) ?? [];
  return names ? list.map((pair) => rowOf(names, pair, `${pointer}/*`) as Row) : null;
}
