import { quote, throwDrift } from './drift.ts';
import type { CompiledList } from './places.ts';

/** A decoded value of a field; null is unknown. */
export type Value = string | number | boolean | null;

/** Rows by their fields. */
export interface Table {
  readonly size: number;
  /** Rows in the body, those that stand for several included. */
  readonly rows: number;
  readonly columns: Readonly<Record<string, readonly Value[]>>;
  /** Which rows are the own brand's; null without a rule. */
  readonly own: readonly boolean[] | null;
}

const mapColumns = (
  { columns }: Table,
  change: (column: readonly Value[]) => readonly Value[],
): Table['columns'] => {
  const changed: Record<string, readonly Value[]> = {};
  for (const name of Object.keys(columns)) changed[name] = change(columns[name] ?? []);
  return changed;
};

/** The sum of two figures; unknown where one of them is. Other values stay as the first row has them. */
function add(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  return typeof a === 'number' || typeof b === 'number' ? null : a;
}

/** One row for each key; rows of one key are summed where the recipe says so. @throws DriftError */
export function uniqueRows(
  table: Table,
  { key, merge, except }: Pick<CompiledList, 'key' | 'merge' | 'except'>,
  pointerOf: (row: number) => string,
): Table {
  if (key === null) return table;
  const keys = table.columns[key] ?? [];
  const places = new Map<Value, number>();
  const kept: number[] = [];
  const again: [row: number, place: number][] = [];
  for (let row = 0; row < table.size; row++) {
    const value = keys[row] ?? null;
    if (except.size > 0 && except.has(String(value).toLowerCase())) continue;
    if (value === null)
      throwDrift(pointerOf(row), 'missing', `one row for each ${key}`, `a row without ${key}`);
    const place = places.get(value);
    if (place === undefined) {
      places.set(value, kept.length);
      kept.push(row);
    } else if (merge === null)
      throwDrift(pointerOf(row), 'repeated', `one row for each ${key}`, `${quote(value)} twice`);
    else again.push([row, place]);
  }
  if (kept.length === table.size) return table;
  const columns = mapColumns(table, (column) => {
    const merged = kept.map((row) => column[row] ?? null);
    for (const [row, place] of again) merged[place] = add(merged[place] ?? null, column[row] ?? null);
    return merged;
  });
  const own = table.own && kept.map((row) => table.own?.[row] === true);
  for (const [row, place] of again) if (own && table.own?.[row]) own[place] = true;
  return { size: kept.length, rows: table.rows, columns, own };
}

/** Joins the parts of one list by its key; a figure that a part does not have is unknown. */
export function joinParts(parts: readonly Table[], key: string | null): Table {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  const places = new Map<Value, number>();
  const columns: Record<string, Value[]> = {};
  const own: boolean[] = [];
  let size = 0;
  for (const part of parts) {
    const names = Object.keys(part.columns);
    for (let row = 0; row < part.size; row++) {
      const value = key === null ? size : (part.columns[key]?.[row] ?? null);
      const place = places.get(value) ?? size;
      if (place === size) size += 1;
      places.set(value, place);
      own[place] = own[place] === true || part.own?.[row] === true;
      for (const name of names) {
        const column = columns[name] ?? [];
        columns[name] = column;
        column[place] = part.columns[name]?.[row] ?? null;
      }
    }
  }
  const rows = parts.reduce((most, part) => Math.max(most, part.rows), 0);
  const hasOwn = parts.some((part) => part.own !== null);
  return { size, rows, columns, own: hasOwn ? own : null };
}
