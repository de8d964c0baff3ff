import { isKnownEngine } from '@answershare/core';
import { type Headers, namedPositions } from './headers.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import { type Name, readNames } from './names.ts';
import { isScalar, mapEntry, type Shape } from './shape.ts';

/** Rows that may be a list: of objects, of scalars, or an object whose keys are data. */
export interface RowSet {
  readonly at: string;
  readonly layout: 'list' | 'map' | 'columns';
  /** Names from the top to the rows. */
  readonly names: readonly string[];
  readonly name: Name;
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

const mostOuter = 60;
const mostLeaves = 300;

const leafAt = (at: string, names: readonly string[], shape: Shape): Leaf => ({
  at,
  names,
  shape,
  isKey: false,
  isSingle: false,
});

function rowSet(
  container: Shape,
  entry: Shape,
  layout: RowSet['layout'],
  way: Way,
  headers: Headers,
): RowSet {
  const own: Leaf[] = isScalar(entry)
    ? [leafAt(entry.at, [], entry)]
    : leavesOf(entry, new Set(), false, mostLeaves);
  if (layout === 'map') {
    const keys = Array.from(container.fields.keys());
    const seen = { object: 0, list: 0, text: keys.length, number: 0, flag: 0, null: 0 };
    own.push({ ...leafAt(`${entry.at}/#`, ['#'], { ...entry, values: keys, seen }), isKey: true });
  }
  return {
    at: entry.at,
    layout,
    names: way.names,
    name: readNames(way.names),
    leaves: [
      ...own,
      ...namedPositions(entry, headers),
      ...way.outer.map((leaf) => ({ ...leaf, isOuter: true as const })),
    ],
    container,
    nested: way.outer.length > 0,
  };
}

/** One list for each field: lists of scalars of one length. */
function columnSet(shape: Shape, { names }: Way): RowSet | null {
  const columns = Array.from(shape.fields.values()).filter(
    ({ entry, seen }) => entry !== null && isScalar(entry) && seen.object === 0,
  );
  const lengths = JSON.stringify(columns[0]?.lengths);
  if (columns.length < 2 || columns.some((column) => JSON.stringify(column.lengths) !== lengths)) return null;
  const leaves = columns.flatMap((column) =>
    column.entry ? [leafAt(`${column.at}/*`, [column.name], column.entry)] : [],
  );
  const at = `${columns[0]?.at}/*`;
  return { at, layout: 'columns', names, name: readNames(names), leaves, container: shape, nested: false };
}

/** True where an object can be rows by key: its values are all scalars or all objects. */
function isMapLike({ fields, seen }: Shape): boolean {
  const inner = Array.from(fields.values());
  if (inner.length === 0 || seen.object === 0) return false;
  const isObject = (field: Shape): boolean => field.seen.object > 0 && field.seen.list === 0;
  return inner.every((field) => isScalar(field) || field.seen.null > 0) || inner.every(isObject);
}

/** Bodies of people hold a few dozen sets, and a few hundred scalars in them. */
const mostSets = 300;
const mostInSets = 6_000;

const isFull = (sets: readonly RowSet[]): boolean =>
  sets.length >= mostSets || sets.reduce((sum, { leaves }) => sum + leaves.length, 0) >= mostInSets;

/** What is inspected where a body holds more sets. */
export const cutOf = (sets: readonly RowSet[]): string | null =>
  isFull(sets) ? `the first ${sets.length} lists and objects` : null;

/** Every set of rows in a shape, outer ones first. */
export function rowSets(root: Shape, headers: Headers): RowSet[] {
  const found: RowSet[] = [];
  const queue: { readonly shape: Shape; readonly way: Way }[] = [
    { shape: root, way: { names: [], outer: [] } },
  ];
  for (let next = 0; next < queue.length && !isFull(found); next += 1) {
    const { shape, way } = queue[next] as (typeof queue)[number];
    const inside = (field: Shape, outer: readonly Leaf[]): void => {
      queue.push({ shape: field, way: { names: [...way.names, field.name], outer } });
    };
    if (shape.entry) {
      found.push(rowSet(shape, shape.entry, 'list', way, headers));
      const outer = [...way.outer, ...leavesOf(shape.entry, new Set(), false, mostOuter)].slice(0, mostOuter);
      for (const field of shape.entry.fields.values()) inside(field, outer);
      continue;
    }
    const columns = columnSet(shape, way);
    if (columns) found.push(columns);
    const keyed = keyedLists(shape, way, headers);
    if (keyed) found.push(keyed);
    if (isMapLike(shape)) found.push(rowSet(shape, mapEntry(shape), 'map', way, headers));
    for (const field of shape.fields.values()) inside(field, way.outer);
  }
  return found;
}

/** Lists by engine: an object whose keys are engines and whose values are lists of rows. */
function keyedLists(shape: Shape, way: Way, headers: Headers): RowSet | null {
  const inner = Array.from(shape.fields.values());
  const isKeyed = inner.length > 1 && inner.every(({ name, seen }) => isKnownEngine(name) && seen.list > 0);
  const lists = isKeyed ? mapEntry(shape) : null;
  if (lists?.entry == null) return null;
  const seen = { object: 0, list: 0, text: inner.length, number: 0, flag: 0, null: 0 };
  const keys = { ...lists, values: inner.map(({ name }) => name), seen };
  const set = rowSet(lists, lists.entry, 'list', way, headers);
  return { ...set, container: shape, leaves: [...set.leaves, leafAt(`${lists.at}/#`, ['engine'], keys)] };
}
