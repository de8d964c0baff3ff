import { isObject, type JsonObject } from './json.ts';
import { isOtherPeriod, listed, oneOf, remembered, segment, singularOf, stemOf } from './names.ts';

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
const groups = oneOf(
  'attribute field data node metric stat statistic value total figure kpi sum uniq unique dimension measure traffic web engagement performance count summary detail info analytics ai aivisibility visibility',
);

/** Groups of an object that is no row: JSON:API's alone, since any other is an object of its own. */
export const ownGroups = oneOf('attribute');

/**
 * The fields of an object as cells, those of its groups among them. `like` are the cells of another row at the same pointer, whose
 * pointers are taken over where the fields are the same: a list of a thousand rows then has few pointers.
 */
export function cellsOf(object: JsonObject, pointer: string, like: Row = [], grouped = groups): Cell[] {
  const cells: Cell[] = [];
  const visit = (held: JsonObject, from: string, depth: number): void => {
    for (const name of Object.keys(held)) {
      const value = held[name];
      const before = like[cells.length];
      const isLike = before?.name === name && before.depth === 0 && depth === 0;
      const at = isLike ? before.pointer : from + segment(name);
      cells.push({ name, pointer: at, value, depth });
      if (isObject(value) && depth < 3 && grouped(name)) visit(value, at, depth + 1);
    }
  };
  visit(object, pointer, 0);
  return cells;
}

/**
 * For each table of names, where a name stands in it: twice the index of the first that it is, one more where it has a word of
 * counting beside it; below 0 where it is none of them, or a name of another period.
 */
const placesIn = remembered((stems) => {
  const names = listed(stems);
  return remembered((name) => {
    const [plain, bare] = [singularOf(name), stemOf(name)];
    const at = isOtherPeriod(name) ? -1 : names.findIndex((stem) => stem === plain || stem === bare);
    return at * 2 + Number(names[at] !== plain);
  });
});

/** True where a field's name is one of `stems`, which are words with spaces between them. */
export const isNamed = (name: string, stems: string): boolean => placesIn(stems)(name) >= 0;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The field that `stems` (best first) name, and another of equal claim and another value: the best name wins, then the outermost,
 * then a name written just so before one with a word of counting. `takes` says which values count. Names of another period are
 * never taken.
 */
export function findCells(
  row: Row,
  stems: string,
  takes: (value: unknown) => boolean = () => true,
): readonly [found: Cell | null, twin: Cell | null] {
  let best: Cell | null = null;
  let next: Cell | null = null;
  let least = Infinity;
  const placeOf = placesIn(stems);
  for (const cell of row) {
    const place = placeOf(cell.name);
    if (place < 0) continue;
    const rank = (place >> 1) * 100 + cell.depth * 2 + (place & 1);
    if (rank > least || !takes(cell.value)) continue;
    if (rank < least) {
      best = cell;
      next = null;
    } else next = next ?? cell;
    least = rank;
  }
  return [best, best && next && !same(next.value, best.value) ? next : null];
}

/** True where a field of one of the names is a flag that says `held`. */
export const hasFlag = (row: Row, names: (name: string) => boolean, held: boolean): boolean =>
  row.some(({ name, value }) => value === held && names(name));

/** The field that `stems` name, whatever else they name. */
export function findCell(row: Row, stems: string, takes?: (value: unknown) => boolean): Cell | null {
  return findCells(row, stems, takes)[0];
}
