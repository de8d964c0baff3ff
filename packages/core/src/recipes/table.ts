import { quote, throwDrift } from './drift.ts';
import type { CompiledList } from './places.ts';

/** A decoded value of a field; null is unknown. */
export type Value = string | number | boolean | null;

/** The values of one row by field. */
export type Line = Record<string, Value>;

/** The rows of one list by their key; several parts may fill them. */
export interface Table {
  lines: Map<Value, Line>;
  /** Rows in the largest part, those that stand for several included. */
  rows: number;
  /** The own brand's. */
  own: Line | null;
}

/** Adds the figures of a line to another; unknown where one of them is. Other values stay. */
function addTo(sum: Line, line: Line): void {
  for (const name of Object.keys(line)) {
    const [a, b] = [sum[name] ?? null, line[name] ?? null];
    if (typeof a === 'number' || typeof b === 'number')
      sum[name] = typeof a === 'number' && typeof b === 'number' ? a + b : null;
  }
}

/**
 * Joins a part of a list by its key: one line for each; lines of one key in one part are summed where the recipe says so.
 * @param own index of the own brand's line, -1 for none
 * @throws DriftError
 */
export function joinPart(
  table: Table,
  lines: readonly Line[],
  own: number,
  { key, sums, except, fields }: CompiledList,
  pointerOf: (line: number) => string,
): void {
  const part = new Map<Value, Line>();
  let ownKey: Value = null;
  const refuse = (line: number, problem: 'missing' | 'repeated', found: string): never =>
    throwDrift(pointerOf(line), problem, `one row for each ${key}`, found);
  lines.forEach((line, index) => {
    const value = key === null ? table.lines.size + index : (line[key] ?? null);
    if (key !== null && except.size > 0 && except.has(String(value).toLowerCase())) return;
    if (value === null) refuse(index, 'missing', `a row without ${key}`);
    const before = part.get(value);
    if (before && !sums) refuse(index, 'repeated', `${quote(value)} twice`);
    if (before) addTo(before, line);
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
