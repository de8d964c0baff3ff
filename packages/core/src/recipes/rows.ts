import { isObject, quote, toText } from '../json/json.ts';
import type { CompiledList, CompiledPath } from './compiled-recipe.ts';
import { throwDrift } from './drift.ts';
import { formatPointer, type Path, type PathKey, resolvePath } from './recipe-pointer.ts';

/** An entry of a list or map, or the whole body. */
export interface Row {
  readonly value: unknown;
  readonly key: PathKey;
  /** Number of entries in its container. */
  readonly siblings: number;
  /** The row that contains the container; null for the whole body. */
  readonly up: Row | null;
  /** Number of `*` on its path. */
  readonly depth: number;
}

const noKeys: readonly PathKey[] = [];

export const topRow = (body: unknown): Row => ({ value: body, key: '', siblings: 1, up: null, depth: 0 });

function findParentRow(row: Row, depth: number): Row {
  let at = row;
  while (at.depth > depth && at.up) at = at.up;
  return at;
}

/** Keys for the `*` on the path of a row. */
const listKeys = ({ up, key }: Row): readonly PathKey[] => (up ? [...listKeys(up), key] : noKeys);

/** JSON Pointer (RFC 6901) to the deepest existing place on a path. */
export const formatRowPointer = (row: Row, path: Path): string =>
  formatPointer(findParentRow(row, 0).value, path, listKeys(row));

export function throwDriftAt(
  row: Row,
  { path, pointer: at }: Pick<CompiledPath, 'path' | 'pointer'>,
  expected: string,
): never {
  const pointer = formatRowPointer(row, path);
  const steps = pointer.split('/').length - 1;
  const found = resolvePath(findParentRow(row, 0).value, path.slice(0, steps), listKeys(row));
  const isMissing = steps < path.length && isObject(found);
  throwDrift(
    pointer,
    isMissing ? 'missing' : 'type',
    isMissing ? `${expected} at ${at}` : expected,
    quote(found),
  );
}

/** The rows of a container; none if it is null or empty. */
function listRows(container: unknown, up: Row): Row[] {
  const keys: PathKey[] = Array.isArray(container) ? [...container.keys()] : Object.keys(container || {});
  return keys.map((key) => ({
    value: (container as Readonly<Record<PathKey, unknown>>)[key],
    key,
    siblings: keys.length,
    up,
    depth: up.depth + 1,
  }));
}

/** True if a container on the way to a path is empty: columns of no rows may be left out. */
function isInsideEmpty(value: unknown, path: Path): boolean {
  return path.some((_, at) => {
    const parent = at === 0 ? undefined : resolvePath(value, path.slice(0, at), noKeys);
    return typeof parent === 'object' && parent !== null && Object.keys(parent).length === 0;
  });
}

/** Finds the rows at a path. A list inside rows may be absent in some of them, but not in all. @throws DriftError */
export function findRows(top: Row, place: Pick<CompiledPath, 'path' | 'pointer'>): readonly Row[] {
  let rows: readonly Row[] = [top];
  let from = 0;
  for (const [end, { at }] of place.path.entries()) {
    if (at !== 'each') continue;
    const containerPath = place.path.slice(from, end);
    from = end + 1;
    const containers = rows.map(({ value }) =>
      isInsideEmpty(value, containerPath) ? [] : resolvePath(value, containerPath, noKeys),
    );
    const isContainer = (one: unknown): boolean => one === undefined || typeof one === 'object';
    if (!containers.every(isContainer) || (rows.length > 0 && containers.every((one) => one === undefined)))
      throwDriftAt(top, place, 'a list or an object of rows');
    rows = rows.flatMap((row, index) => listRows(containers[index], row));
  }
  return rows;
}

/** The value of a row at a path. @throws DriftError if columns differ in length */
export function readValue(row: Row, { base, rest, column, path }: CompiledPath): unknown {
  const from = findParentRow(row, base);
  if (rest[0]?.at === 'key') return typeof from.key === 'string' ? from.key : undefined;
  if (column === null) return resolvePath(from.value, rest, noKeys);
  const keys = listKeys(row);
  const container = resolvePath(from.value, column, keys.slice(base));
  const { siblings } = findParentRow(row, base + 1);
  if (Array.isArray(container) && container.length !== siblings)
    throwDrift(
      formatRowPointer(row, path.slice(0, path.length - rest.length + column.length)),
      'relation',
      `a list of ${siblings}`,
      quote(container),
    );
  return resolvePath(from.value, rest, keys.slice(base));
}

export type Value = string | number | boolean | null;

export type TableRow = Record<string, Value>;

/** The rows of one list by key, joined from its parts. */
export interface Table {
  lines: Map<Value, TableRow>;
  /** Rows of the largest part, including aggregate rows. */
  rows: number;
  /** The own brand's row. */
  own: TableRow | null;
  /** False if the status of a row is new, or states that nothing was measured. */
  isMeasured: boolean;
}

/** Adds the figures of a line to a sum; unknown if either is. Other values stay. */
function addFigures(sum: TableRow, line: TableRow): void {
  for (const name of Object.keys(line)) {
    const [a, b] = [sum[name] ?? null, line[name] ?? null];
    if (typeof a === 'number' || typeof b === 'number')
      sum[name] = typeof a === 'number' && typeof b === 'number' ? a + b : null;
  }
}

const aggregates =
  'total|all|overall|sum|others|rest|remaining|average|avg|mean|combined|unbranded|misc|everyone|long tail|' +
  'gesamt|sonstige|andere|durchschnitt|marktdurchschnitt|autres|moyenne|otros|otras|promedio|resto|outros|outras|m\u00e9dia|' +
  '\u305d\u306e\u4ed6|\u5e73\u5747|\u0623\u062e\u0631\u0649|(?:\u0627\u0644)?\u0645\u062a\u0648\u0633\u0637';
const words = `(?:${aggregates}|the|of|other|else|market|industry|category|top|no|benchmark|median|brands?|competitors|engines|marken|marques|marcas|de|del|du|do|march\u00e9|mercado)`;
const aggregateName = RegExp(`^(?:${words} )*(?:${aggregates}|other (?:brands|competitors))(?: ${words})*$`);
const doubtfulName = RegExp(`^${words}(?: ${words})*$`);

/** True for the name of a total, an average or the others, in the languages of the apps; null for one that may be. */
export function isAggregateName(name: unknown): boolean | null {
  const text = toText(name)
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  return aggregateName.test(text) || (doubtfulName.test(text) ? null : false);
}

/**
 * Joins a part into a table by key. Lines with equal keys are summed if the recipe allows it.
 * @param own index of the own brand's line, -1 for none
 * @throws DriftError for a missing or repeated key
 */
export function joinPart(
  table: Table,
  lines: readonly TableRow[],
  own: number,
  { name, key, sums, except, fields }: CompiledList,
  pointerOf: (line: number) => string,
): void {
  const part = new Map<Value, TableRow>();
  let ownKey: Value = null;
  const throwKeyDrift = (line: number, problem: 'missing' | 'repeated', found: string): never =>
    throwDrift(pointerOf(line), problem, `one row for each ${key}`, found);
  lines.forEach((line, index) => {
    const value = key === null ? table.lines.size + index : (line[key] ?? null);
    const isAggregate = except.has('*') && isAggregateName(value);
    if (isAggregate === null && name === 'competitors')
      throwDrift(pointerOf(index), 'value', 'the name of a brand', quote(value));
    if (key !== null && (isAggregate || except.has(toText(value).toLowerCase()))) return;
    if (value === null) throwKeyDrift(index, 'missing', `a row without ${key}`);
    const before = part.get(value);
    if (before && !sums) throwKeyDrift(index, 'repeated', `${quote(value)} twice`);
    if (before) addFigures(before, line);
    else part.set(value, line);
    if (index === own) ownKey = value;
  });
  if (table.lines.size === 0) table.lines = part;
  else
    for (const [value, line] of part) {
      const before = table.lines.get(value);
      if (before) for (const { name } of fields) before[name] = line[name] ?? null;
      else table.lines.set(value, line);
    }
  table.rows = Math.max(table.rows, lines.length);
  table.own = table.own ?? table.lines.get(ownKey) ?? null;
}
