import { decodeValue, isKnownEngine } from '@answershare/core';
import { type Leaf, leavesOf, type Tags, tagsOfPath } from './claims.ts';
import { isScalar, mapEntry, type Shape } from './shape.ts';

/** Rows that may be a list: of objects, of scalars, or an object whose keys are data. */
export interface RowSet {
  readonly at: string;
  readonly layout: 'list' | 'map' | 'columns';
  /** Names from the top to the rows. */
  readonly names: readonly string[];
  /** Null where one of the names has an unknown word. */
  readonly tags: Tags | null;
  readonly leaves: readonly Leaf[];
  readonly container: Shape;
  /** Rows inside rows. */
  readonly nested: boolean;
}

interface Way {
  readonly names: readonly string[];
  /** Scalars of the rows around. */
  readonly outer: readonly Leaf[];
}

function rowSet(container: Shape, entry: Shape, layout: RowSet['layout'], { names, outer }: Way): RowSet {
  const own: Leaf[] = isScalar(entry)
    ? [{ at: entry.at, names: [], shape: entry, isKey: false }]
    : leavesOf(entry);
  if (layout === 'map') {
    const keys = Array.from(container.fields.keys());
    const seen = { object: 0, list: 0, text: keys.length, number: 0, flag: 0, null: 0 };
    own.push({ at: `${entry.at}/#`, names: ['#'], shape: { ...entry, values: keys, seen }, isKey: true });
  }
  const leaves = [...own, ...outer];
  return {
    at: entry.at,
    layout,
    names,
    tags: tagsOfPath(names),
    leaves,
    container,
    nested: outer.length > 0,
  };
}

/** One list for each field: lists of scalars of one length. */
function columnSet(shape: Shape, { names }: Way): RowSet | null {
  const columns = Array.from(shape.fields.values()).filter(
    ({ entry, seen }) => entry !== null && isScalar(entry) && seen.object === 0,
  );
  const lengths = JSON.stringify(columns[0]?.lengths);
  if (columns.length < 2 || columns.some((column) => JSON.stringify(column.lengths) !== lengths)) return null;
  const leaves = columns.flatMap((column): Leaf[] =>
    column.entry ? [{ at: `${column.at}/*`, names: [column.name], shape: column.entry, isKey: false }] : [],
  );
  return {
    at: `${columns[0]?.at}/*`,
    layout: 'columns',
    names,
    tags: tagsOfPath(names),
    leaves,
    container: shape,
    nested: false,
  };
}

/** True where an object can be rows by key: its values are all scalars or all objects. */
function isMapLike({ fields, seen }: Shape): boolean {
  const inner = Array.from(fields.values());
  if (inner.length === 0 || seen.object === 0) return false;
  const isObject = (field: Shape): boolean => field.seen.object > 0 && field.seen.list === 0;
  return inner.every((field) => isScalar(field) || field.seen.null > 0) || inner.every(isObject);
}

/** Every set of rows in a shape, outer ones first. */
export function rowSets(root: Shape): RowSet[] {
  const found: RowSet[] = [];
  const visit = (shape: Shape, way: Way): void => {
    if (shape.entry) {
      found.push(rowSet(shape, shape.entry, 'list', way));
      const outer = [...way.outer, ...leavesOf(shape.entry)];
      for (const field of shape.entry.fields.values())
        visit(field, { names: [...way.names, field.name], outer });
      return;
    }
    const columns = columnSet(shape, way);
    if (columns) found.push(columns);
    if (isMapLike(shape)) found.push(rowSet(shape, mapEntry(shape), 'map', way));
    for (const field of shape.fields.values()) visit(field, { ...way, names: [...way.names, field.name] });
  };
  visit(root, { names: [], outer: [] });
  return found;
}

/** True for an object whose keys are data by themselves: dates, engines, hosts. */
export function hasDataKeys(list: string, { container }: RowSet): boolean {
  const keys = Array.from(container.fields.keys());
  if (list === 'days') return keys.every((key) => decodeValue('date', key) !== undefined);
  if (list === 'byEngine') return keys.every(isKnownEngine);
  return keys.every((key) => /^[^.\s]+(\.[^.\s]+)+$/.test(key));
}
