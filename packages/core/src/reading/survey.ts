import { type Cell, cellsOf, keyName, ownGroups, type Row } from './cells.ts';
import { columnsOf, matrixOf, pairsOf } from './columns.ts';
import { isObject, type JsonObject } from './json.ts';
import { isOtherPeriod, oneOf, plainName, segment } from './names.ts';
import { type Paging, pagingOf } from './pages.ts';
import { positional } from './positions.ts';

/** How rows are written. */
export type Layout = 'list' | 'map' | 'columns' | 'matrix' | 'pairs' | 'texts';

/** Rows found in a body. */
export interface Table {
  readonly layout: Layout;
  /** JSON Pointer to what holds the rows. */
  readonly pointer: string;
  /** Plain names on the way there, envelopes among them. */
  readonly path: readonly string[];
  /** The last of them; empty at the top. */
  readonly last: string;
  readonly rows: readonly Row[];
}

/** An object that is no row. */
export interface Place {
  readonly pointer: string;
  readonly path: readonly string[];
  readonly last: string;
  readonly object: JsonObject;
  readonly cells: Row;
}

export interface Survey {
  readonly body: unknown;
  /** True where a mapping drew the body, so that a person has said what its rows are. */
  readonly drawn: boolean;
  readonly paging: Paging;
  readonly tables: readonly Table[];
  readonly places: readonly Place[];
}

/** The places on the way to one, itself among them. */
export const placesTo = ({ places }: Survey, pointer: string): readonly Place[] =>
  places.filter((at) => `${pointer}/`.indexOf(`${at.pointer}/`) === 0);

/** The objects that lead to a place, itself among them. */
export const objectsTo = (survey: Survey, pointer: string): readonly JsonObject[] =>
  placesTo(survey, pointer).map(({ object }) => object);

const deepest = 8;

export const lastOf = (path: readonly string[]): string => path[path.length - 1] ?? '';

/** What tells about the answer and not of the website: never searched for figures. */
const asides = oneOf(
  'query request param parameter filter option setting config schema link pagination paging pageinfo error warning debug usage ratelimit quota billing credit pricing *cost *price *latency *token *costbreakdown *pricebreakdown *tokenbreakdown cost* price* latency* token*',
);

const isAside = (name: string): boolean => asides(name) || isOtherPeriod(name);

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** An entry of a map; Matomo writes an empty one as an empty list, others as null. */
const isEntry = (value: unknown): boolean =>
  value === null || isObject(value) || (Array.isArray(value) && value.length === 0);

/** The entries of an object as rows: an entry's fields, or its plain value, beside its key. */
export function rowsOfMap(object: JsonObject, pointer: string): Row[] {
  return Object.keys(object).map((key): Row => {
    const value = object[key];
    const at = `${pointer}/*`;
    const cell: Cell = { name: keyName, pointer: at, value: key, depth: 0 };
    return isObject(value)
      ? [cell, ...cellsOf(value, at)]
      : Array.isArray(value)
        ? [cell]
        : [cell, { name: 'value', pointer: at, value, depth: 0 }];
  });
}

function rowsOf(list: readonly JsonObject[], pointer: string): Row[] {
  let before: Row = [];
  return list.map((row) => {
    before = cellsOf(row, pointer, before);
    return before;
  });
}

/**
 * Everything in a body that can be rows, however written, and every object that can hold a figure of its own. A list of one
 * entry is also looked into as if the entry stood in its place; the entries of a longer list are rows and nothing else. `from` and
 * `way` lead to a body that is a part of another.
 */
export function surveyOf(body: unknown, drawn = false, from = '', way: readonly string[] = []): Survey {
  const tables: Table[] = [];
  const places: Place[] = [];
  const add = (
    layout: Layout,
    pointer: string,
    path: readonly string[],
    rows: readonly Row[] | null,
  ): void => {
    if (rows) tables.push({ layout, pointer, path, last: lastOf(path), rows });
  };
  const visit = (
    value: unknown,
    pointer: string,
    path: readonly string[],
    depth: number,
    entry = false,
  ): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) visitList(value as unknown[], pointer, path, depth);
    else if (isObject(value)) visitObject(value, pointer, path, depth, entry);
  };
  const visitList = (
    list: readonly unknown[],
    pointer: string,
    path: readonly string[],
    depth: number,
  ): void => {
    if (list.every(isObject)) {
      const at = `${pointer}/*`;
      add('list', pointer, path, positional(list, at, body) ?? rowsOf(list, at));
      if (list.length === 1) visit(list[0], `${pointer}/0`, path, depth + 1, true);
    } else if (list.every((entry) => typeof entry === 'string')) {
      const cell = (text: string): Cell => ({
        name: keyName,
        pointer: `${pointer}/*`,
        value: text,
        depth: 0,
      });
      add(
        'texts',
        pointer,
        path,
        (list as string[]).map((text) => [cell(text)]),
      );
    } else {
      add('matrix', pointer, path, matrixOf(null, list, pointer));
      if (!tables.some((table) => table.pointer === pointer))
        add('pairs', pointer, path, pairsOf(list, pointer));
    }
  };
  const visitObject = (
    object: JsonObject,
    pointer: string,
    path: readonly string[],
    depth: number,
    entry: boolean,
  ): void => {
    const names = Object.keys(object);
    places.push({
      pointer,
      path,
      last: lastOf(path),
      object,
      cells: cellsOf(object, pointer, [], ownGroups),
    });
    const values = names.map((name) => object[name]);
    if (names.length > 0 && !entry && (values.every(isEntry) || values.every(isScalar)))
      add('map', pointer, path, rowsOfMap(object, pointer));
    add('columns', pointer, path, columnsOf(object, pointer));
    for (const name of names) {
      const inner = object[name];
      if (isScalar(inner) || isAside(name)) continue;
      const at = pointer + segment(name);
      const way = path.concat(plainName(name));
      if (Array.isArray(inner)) add('matrix', at, way, matrixOf(object, inner as unknown[], at));
      visit(inner, at, way, depth + 1);
    }
  };
  visit(body, from, way, 0);
  return { body, drawn, paging: pagingOf(body), tables, places };
}
