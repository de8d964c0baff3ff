import { isKnownEngine } from '@answershare/core';
import { isDate } from './codecs.ts';
import { type ParsedName, readName, readNames } from './names.ts';
import { isScalar, type Leaf, listLeaves, mapEntry, type Shape } from './shape.ts';

/** A list of column names, equal in every body. */
interface Header {
  readonly name: string;
  readonly columns: readonly Shape[];
}

export type Headers = readonly Header[];

/** Lists of texts that may name columns. */
export function findHeaders(root: Shape): Headers {
  const found: Header[] = [];
  const walk = (shape: Shape, depth: number): void => {
    if (shape.entry) {
      const columns = shape.positions;
      const isFixed = columns.length > 0 && columns.every(({ values }) => new Set(values).size === 1);
      const isNames = columns.every(({ values }) => typeof values[0] === 'string');
      if (isFixed && isNames && new Set(shape.lengths).size === 1) found.push({ name: shape.name, columns });
      return;
    }
    if (depth < 6) for (const field of shape.fields.values()) walk(field, depth + 1);
  };
  walk(root, 0);
  return found;
}

const createLeaf = (at: string, names: readonly string[], shape: Shape): Leaf => ({
  at,
  names,
  shape,
  isKey: false,
  isSingle: false,
});

/** The columns of a list of scalars, named by a header of the same length. */
function listColumns(list: Shape, headers: Headers): Leaf[] {
  if (list.positions.length === 0 || new Set(list.lengths).size !== 1) return [];
  const fitting = headers.filter(({ columns }) => columns.length === list.positions.length);
  const stem = list.name.toLowerCase().replace(/(values?|s)$/i, '');
  const isOf = ({ name }: Header): boolean =>
    stem !== '' && name.toLowerCase().replace(/(headers?|names?|s)$/i, '') === stem.replace(/value$/, '');
  const header = fitting.find(isOf) ?? (fitting.length === 1 && list.name === '' ? fitting[0] : undefined);
  if (header === undefined) return [];
  return list.positions.map((shape, index) => {
    const place = header.columns[index];
    const text = String(place?.values[0] ?? '');
    const name = text.slice(text.lastIndexOf(':') + 1);
    return { ...createLeaf(shape.at, [name], shape), header: [place?.at ?? '', text] };
  });
}

/** Columns of a row that are named elsewhere in the body. */
function listNamedPositions(row: Shape, headers: Headers): Leaf[] {
  const [first, second] = row.positions;
  if (first && second && row.positions.length === 2 && first.values.length > 0 && first.values.every(isDate))
    return [createLeaf(first.at, ['date'], first), createLeaf(second.at, [], second)];
  if (headers.length === 0) return [];
  const lists = row.seen.list > 0 ? [row] : [...row.fields.values()].filter(({ seen }) => seen.list > 0);
  return lists.flatMap((list) => listColumns(list, headers));
}

/** Non-empty filters, which restrict the body to a part of the data. */
export function findFilters(root: Shape): string[] {
  const found: string[] = [];
  const isSet = (shape: Shape): boolean =>
    isScalar(shape) || shape.lengths.some((length) => length > 0) || listLeaves(shape).length > 0;
  const walk = (shape: Shape, depth: number): void => {
    if (shape.name !== '' && readName(shape.name).tags.has('filter')) {
      if (isSet(shape)) found.push(shape.at);
      return;
    }
    if (depth < 6) for (const field of shape.fields.values()) walk(field, depth + 1);
  };
  walk(root, 0);
  return found;
}

/** Rows that may be a list: objects, scalars, or entries of an object keyed by data. */
export interface RowSet {
  readonly at: string;
  readonly layout: 'list' | 'map' | 'columns';
  /** Names from the top to the rows. */
  readonly names: readonly string[];
  readonly name: ParsedName;
  readonly leaves: readonly Leaf[];
  readonly container: Shape;
  /** True for rows inside rows. */
  readonly nested: boolean;
}

interface RowPath {
  readonly names: readonly string[];
  /** Scalars of the enclosing rows. */
  readonly outer: readonly Leaf[];
}

const maxOuterLeaves = 60;
const maxLeaves = 300;

function createRowSet(
  container: Shape,
  entry: Shape,
  layout: RowSet['layout'],
  way: RowPath,
  headers: Headers,
): RowSet {
  const own: Leaf[] = isScalar(entry)
    ? [createLeaf(entry.at, [], entry)]
    : listLeaves(entry, new Set(), false, maxLeaves);
  if (layout === 'map') {
    const keys = [...container.fields.keys()];
    const seen = { object: 0, list: 0, text: keys.length, number: 0, flag: 0, null: 0 };
    own.push({ ...createLeaf(`${entry.at}/#`, ['#'], { ...entry, values: keys, seen }), isKey: true });
  }
  return {
    at: entry.at,
    layout,
    names: way.names,
    name: readNames(way.names),
    leaves: [
      ...own,
      ...listNamedPositions(entry, headers),
      ...way.outer.map((leaf) => ({ ...leaf, isOuter: true as const })),
    ],
    container,
    nested: way.outer.length > 0,
  };
}

/** A list per field: lists of scalars of equal length. */
function createColumnSet(shape: Shape, { names }: RowPath): RowSet | null {
  const columns = [...shape.fields.values()].filter(
    ({ entry, seen }) => entry !== null && isScalar(entry) && seen.object === 0,
  );
  const lengths = JSON.stringify(columns[0]?.lengths);
  if (columns.length < 2 || columns.some((column) => JSON.stringify(column.lengths) !== lengths)) return null;
  const leaves = columns.flatMap((column) =>
    column.entry ? [createLeaf(`${column.at}/*`, [column.name], column.entry)] : [],
  );
  const at = `${columns[0]?.at}/*`;
  return { at, layout: 'columns', names, name: readNames(names), leaves, container: shape, nested: false };
}

/** True if all values of an object are scalars, or all are objects. */
function isMapLike({ fields, seen }: Shape): boolean {
  const inner = [...fields.values()];
  if (inner.length === 0 || seen.object === 0) return false;
  const isObject = (field: Shape): boolean => field.seen.object > 0 && field.seen.list === 0;
  return inner.every((field) => isScalar(field) || field.seen.null > 0) || inner.every(isObject);
}

/** Real bodies have a few dozen sets with a few hundred scalars. */
const maxSets = 300;
const maxSetLeaves = 6_000;

const isFull = (sets: readonly RowSet[]): boolean =>
  sets.length >= maxSets || sets.reduce((sum, { leaves }) => sum + leaves.length, 0) >= maxSetLeaves;

/** The inspected part of a body with more sets. */
export const findCutReason = (sets: readonly RowSet[]): string | null =>
  isFull(sets) ? `the first ${sets.length} lists and objects` : null;

/** All row sets in a shape, outer ones first. */
export function findRowSets(root: Shape, headers: Headers): RowSet[] {
  const found: RowSet[] = [];
  const queue: { readonly shape: Shape; readonly way: RowPath }[] = [
    { shape: root, way: { names: [], outer: [] } },
  ];
  for (let next = 0; next < queue.length && !isFull(found); next += 1) {
    const { shape, way } = queue[next] as (typeof queue)[number];
    const inside = (field: Shape, outer: readonly Leaf[]): void => {
      queue.push({ shape: field, way: { names: [...way.names, field.name], outer } });
    };
    if (shape.entry) {
      found.push(createRowSet(shape, shape.entry, 'list', way, headers));
      const outer = [...way.outer, ...listLeaves(shape.entry, new Set(), false, maxOuterLeaves)].slice(
        0,
        maxOuterLeaves,
      );
      for (const field of shape.entry.fields.values()) inside(field, outer);
      continue;
    }
    const columns = createColumnSet(shape, way);
    if (columns) found.push(columns);
    const keyed = createKeyedSet(shape, way, headers);
    if (keyed) found.push(keyed);
    if (isMapLike(shape)) found.push(createRowSet(shape, mapEntry(shape), 'map', way, headers));
    for (const field of shape.fields.values()) inside(field, way.outer);
  }
  return found;
}

/** An object keyed by engine with a list of rows each. */
function createKeyedSet(shape: Shape, way: RowPath, headers: Headers): RowSet | null {
  const inner = [...shape.fields.values()];
  const isKeyed = inner.length > 1 && inner.every(({ name, seen }) => isKnownEngine(name) && seen.list > 0);
  const lists = isKeyed ? mapEntry(shape) : null;
  if (lists?.entry == null) return null;
  const seen = { object: 0, list: 0, text: inner.length, number: 0, flag: 0, null: 0 };
  const keys = { ...lists, values: inner.map(({ name }) => name), seen };
  const set = createRowSet(lists, lists.entry, 'list', way, headers);
  return { ...set, container: shape, leaves: [...set.leaves, createLeaf(`${lists.at}/#`, ['engine'], keys)] };
}
