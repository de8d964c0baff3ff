import { isKnownEngine } from '@answershare/core';
import { fit, type Leaf, leavesOf } from './claims.ts';
import { isDate } from './codec.ts';
import { type Headers, namedPositions } from './headers.ts';
import { type Name, readName, readNames } from './names.ts';
import { isScalar, mapEntry, type Shape } from './shape.ts';
import type { Tag } from './vocabulary.ts';
import type { ListWish } from './wishes.ts';

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
  const own: Leaf[] = isScalar(entry) ? [leafAt(entry.at, [], entry)] : leavesOf(entry);
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

/** Every set of rows in a shape, outer ones first. */
export function rowSets(root: Shape, headers: Headers): RowSet[] {
  const found: RowSet[] = [];
  const visit = (shape: Shape, way: Way): void => {
    if (shape.entry) {
      found.push(rowSet(shape, shape.entry, 'list', way, headers));
      const outer = [...way.outer, ...leavesOf(shape.entry)].slice(0, mostOuter);
      for (const field of shape.entry.fields.values())
        visit(field, { names: [...way.names, field.name], outer });
      return;
    }
    const columns = columnSet(shape, way);
    if (columns) found.push(columns);
    const keyed = keyedLists(shape, way, headers);
    if (keyed) found.push(keyed);
    if (isMapLike(shape)) found.push(rowSet(shape, mapEntry(shape), 'map', way, headers));
    for (const field of shape.fields.values()) visit(field, { ...way, names: [...way.names, field.name] });
  };
  visit(root, { names: [], outer: [] });
  return found;
}

/** True for keys that are data by themselves: dates, engines, hosts. */
export function hasDataKeys(list: string, { container }: RowSet): boolean {
  const keys = Array.from(container.fields.keys());
  if (list === 'days') return keys.every(isDate);
  if (list === 'byEngine') return keys.every(isKnownEngine);
  return list !== 'components' && keys.every((key) => /^[^.\s]+(\.[^.\s]+)+$/.test(key));
}

const countKeys: ReadonlySet<Tag> = new Set<Tag>([
  'visitor',
  'pageview',
  'citation',
  'mention',
  'neutral',
  'total',
]);
const partKeys: readonly Tag[] = ['weight', 'scale', 'value', 'name'];

/** True for an object of numbers, or of objects with numbers, none of whose keys is a field. */
export function hasNamedKeys(list: string, wish: ListWish, { container, leaves }: RowSet): boolean {
  const inner = Array.from(container.fields.values());
  const figures = Object.entries(wish.fields).filter(
    ([name, { family }]) => family !== 'text' || name === 'domain',
  );
  const isField = ({ name }: Shape): boolean => {
    const { tags, isKnown } = readName(name);
    if (!isKnown) return false;
    if (list === 'websites') return true;
    if (list !== 'components')
      return (
        tags.has('total') ||
        tags.has('name') ||
        figures.some(([, { means }]) => fit(tags, means, []) !== null)
      );
    return partKeys.some((tag) => tags.has(tag)) || Array.from(tags).every((tag) => countKeys.has(tag));
  };
  const isText = inner.some((field) => isScalar(field) && field.seen.number === 0 && field.seen.text > 0);
  return (
    !isText && !inner.some(isField) && leaves.some(({ shape, isKey }) => !isKey && shape.seen.number > 0)
  );
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
