import { isObject, type JsonObject } from './json.ts';
import { isOtherPeriod, plainName, segment, singularOf, stemOf } from './names.ts';

/** A field of a row. `pointer` is a JSON Pointer from the top of the body with `*` for each row. */
export interface Cell {
  readonly name: string;
  readonly pointer: string;
  readonly value: unknown;
  /** 0 for a field of the row itself, more for one in an object that only groups fields. */
  readonly depth: number;
}

export type Row = readonly Cell[];

/** The name of the cell that holds the key of a map's entry. */
export const keyName = '*';

/** Objects in a row that only group its fields, so that a field in them is one of the row. */
const groups =
  /^(attributes?|fields?|data|node|metrics?|stats?|statistics|values?|totals?|figures|kpis?|sums?|uniq(ues)?|dimensions?|measures?|traffic|web|engagement|performance|counts?|summary|details|info|analytics|ai|aivisibility|visibility)$/;

/** Groups of an object that is no row: JSON:API's alone, since any other is an object of its own. */
export const ownGroups = /^attributes$/;

/** The fields of an object as cells, those of its groups among them. */
export function cellsOf(object: JsonObject, pointer: string, depth = 0, grouped = groups): Cell[] {
  const cells: Cell[] = [];
  for (const name of Object.keys(object)) {
    const value = object[name];
    const at = pointer + segment(name);
    cells.push({ name, pointer: at, value, depth });
    if (isObject(value) && depth < 3 && grouped.test(plainName(name)))
      cells.push(...cellsOf(value, at, depth + 1, grouped));
  }
  return cells;
}

/** True where a field's name is one of `stems`. */
export const isNamed = (name: string, stems: readonly string[]): boolean =>
  !isOtherPeriod(name) && (stems.indexOf(singularOf(name)) >= 0 || stems.indexOf(stemOf(name)) >= 0);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export interface Found {
  readonly cell: Cell;
  /** Another field with equal claim and another value; null where there is none. */
  readonly twin: Cell | null;
}

/**
 * The field that `stems` (best first) name: the best name wins, then a name written just so before one with a word of counting,
 * then the outermost. `takes` says which values count. Names of another period are never taken.
 */
export function findCell(
  row: Row,
  stems: readonly string[],
  takes: (value: unknown) => boolean = () => true,
): Found | null {
  const named = row.filter((cell) => isNamed(cell.name, stems) && takes(cell.value));
  if (named.length === 0) return null;
  for (const stem of stems) {
    const ranked = named
      .filter((cell) => isNamed(cell.name, [stem]))
      .map((cell) => ({ cell, rank: cell.depth * 2 + (singularOf(cell.name) === stem ? 0 : 1) }))
      .sort((a, b) => a.rank - b.rank);
    const [best, next] = ranked;
    if (!best) continue;
    const rival = next && next.rank === best.rank && !same(next.cell.value, best.cell.value);
    return { cell: best.cell, twin: rival ? next.cell : null };
  }
  return null;
}
