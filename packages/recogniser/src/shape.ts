import { toPointerSegment } from '@answershare/core';

/** The values of several bodies at one place; entries of a list share a place. */
export interface Shape {
  /** Pointer with `*` for entries. */
  readonly at: string;
  /** The last name; empty for the top and for entries. */
  readonly name: string;
  /** Number of values by type. */
  readonly seen: { object: number; list: number; text: number; number: number; flag: number; null: number };
  readonly fields: Map<string, Shape>;
  entry: Shape | null;
  /** Scalars, limited in number. */
  readonly values: (string | number | boolean)[];
  /** Lengths of lists. */
  readonly lengths: number[];
  /** Entries of short lists by position. */
  readonly positions: Shape[];
}

const maxValues = 3_000;
const maxPositions = 24;
const caps = { depth: 32, merged: 8, nodes: 400_000, names: 4_000 };

function createShape(at: string, name: string): Shape {
  const seen = { object: 0, list: 0, text: 0, number: 0, flag: 0, null: 0 };
  return { at, name, seen, fields: new Map(), entry: null, values: [], lengths: [], positions: [] };
}

type Scalar = string | number | boolean;

function addScalar(shape: Shape, value: Scalar): void {
  shape.seen[typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'flag'] += 1;
  if (shape.values.length < maxValues) shape.values.push(value);
}

/** The scalar of an entry: itself, or its field `value` or `name`. */
function readScalar(entry: unknown): readonly [string, Scalar] | null {
  if (entry === null || entry === undefined) return null;
  if (typeof entry !== 'object') return ['', entry as Scalar];
  const names = Object.keys(entry);
  const only = names.find((name) => name === 'value' || name === 'name');
  const value = only === undefined ? null : (entry as Record<string, unknown>)[only];
  const isScalar = value !== null && typeof value !== 'object' && value !== undefined;
  return isScalar && only !== undefined ? [toPointerSegment(only), value as Scalar] : null;
}

function addPositions(shape: Shape, list: readonly unknown[]): void {
  if (list.length > maxPositions) return;
  list.forEach((entry, index) => {
    const found = readScalar(entry);
    const place = shape.positions[index] ?? createShape(`${shape.at}/${index}${found?.[0] ?? ''}`, '');
    shape.positions[index] = place;
    if (found === null) place.seen.null += 1;
    else addScalar(place, found[1]);
  });
}

/** The remaining inspection budget of all bodies. */
interface Budget {
  nodes: number;
  readonly names: Set<string>;
  /** The first exceeded limit. */
  cut: string | null;
}

/** True if a name is known or may still be added; else notes the limit. */
function admitName(budget: Budget, name: string): boolean {
  if (budget.names.has(name)) return true;
  if (budget.names.size >= caps.names) {
    budget.cut ??= `the first ${caps.names} names`;
    return false;
  }
  budget.names.add(name);
  return true;
}

interface Place {
  readonly shape: Shape;
  readonly value: unknown;
  readonly depth: number;
}

/** Adds a list or object to a shape; its contents go on the stack, the first on top. */
function addContainer({ shape, value, depth }: Place, stack: Place[], budget: Budget): void {
  if (Array.isArray(value)) {
    shape.seen.list += 1;
    shape.lengths.push(value.length);
    addPositions(shape, value);
    shape.entry = shape.entry ?? createShape(`${shape.at}/*`, '');
    for (let index = value.length - 1; index >= 0; index -= 1)
      stack.push({ shape: shape.entry, value: value[index] as unknown, depth: depth + 1 });
    return;
  }
  shape.seen.object += 1;
  const object = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(object).reverse()) {
    if (!admitName(budget, name)) continue;
    const field = shape.fields.get(name) ?? createShape(shape.at + toPointerSegment(name), name);
    shape.fields.set(name, field);
    stack.push({ shape: field, value: object[name], depth: depth + 1 });
  }
}

/** Adds a body to a shape, iteratively and within the budget. */
function addBody(root: Shape, body: unknown, budget: Budget): void {
  const stack: Place[] = [{ shape: root, value: body, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { shape, value, depth } = top;
    budget.nodes -= 1;
    if (budget.nodes < 0) {
      budget.cut ??= `the first ${caps.nodes} values`;
      return;
    }
    if (depth > caps.depth) budget.cut ??= `the upper ${caps.depth} levels`;
    else if (value === null || value === undefined) shape.seen.null += 1;
    else if (typeof value === 'object') addContainer(top, stack, budget);
    else addScalar(shape, value as Scalar);
  }
}

/** Merges bodies into one shape; `cut` describes the inspected part if they exceed a limit. */
export function mergeShapes(bodies: readonly unknown[]): {
  readonly root: Shape;
  readonly cut: string | null;
} {
  const root = createShape('', '');
  const budget: Budget = { nodes: caps.nodes, names: new Set(), cut: null };
  for (const body of bodies) addBody(root, body, budget);
  return { root, cut: budget.cut };
}

export const isScalar = ({ seen }: Shape): boolean =>
  seen.text + seen.number + seen.flag > 0 && seen.object + seen.list === 0;

/** True for a list that is empty in every body. */
export const isEmptyList = ({ lengths, seen }: Shape): boolean =>
  seen.list > 0 && seen.object === 0 && lengths.every((length) => length === 0);

/** Merges the values of an object keyed by data into one shape. */
export function mapEntry(shape: Shape): Shape {
  const entry = createShape(`${shape.at}/*`, '');
  const merge = (into: Shape, from: Shape, depth: number): void => {
    for (const type of Object.keys(from.seen) as (keyof Shape['seen'])[]) into.seen[type] += from.seen[type];
    for (const value of from.values) if (into.values.length < maxValues) into.values.push(value);
    for (const length of from.lengths) into.lengths.push(length);
    for (const [name, field] of from.fields) {
      const own = into.fields.get(name) ?? createShape(into.at + toPointerSegment(name), name);
      into.fields.set(name, own);
      if (depth < caps.merged) merge(own, field, depth + 1);
    }
    if (from.entry) {
      into.entry = into.entry ?? createShape(`${into.at}/*`, '');
      if (depth < caps.merged) merge(into.entry, from.entry, depth + 1);
    }
  };
  for (const field of shape.fields.values()) merge(entry, field, 0);
  return entry;
}

/** A scalar that may be a field. */
export interface Leaf {
  readonly at: string;
  /** Names from the row or from the top. */
  readonly names: readonly string[];
  readonly shape: Shape;
  /** The key of an object keyed by data. */
  readonly isKey: boolean;
  /** Inside a list that has one entry in every body. */
  readonly isSingle: boolean;
  /** Belongs to an enclosing row. */
  readonly isOuter?: true;
  /** Pointer and text of the column name, for a column named elsewhere. */
  readonly header?: readonly [string, string];
}

const maxDepth = 8;
const maxLeaves = 3_000;

/** Scalars of an object and its nested objects. `singles` includes lists that always have one entry. */
export function listLeaves(
  shape: Shape,
  skipped: ReadonlySet<string> = new Set(),
  singles = false,
  most = maxLeaves,
): Leaf[] {
  const found: Leaf[] = [];
  const walk = (at: Shape, names: readonly string[], isSingle: boolean): void => {
    if (skipped.has(at.at) || names.length > maxDepth || found.length >= most) return;
    const { seen } = at;
    if (isScalar(at) || (seen.null > 0 && seen.object + seen.list === 0)) {
      if (names.length > 0) found.push({ at: at.at, names, shape: at, isKey: false, isSingle });
      return;
    }
    if (seen.list > 0) {
      if (singles && at.entry && at.entry.seen.object > 0 && at.lengths.every((length) => length === 1))
        walk(at.entry, names, true);
      return;
    }
    for (const field of at.fields.values()) walk(field, [...names, field.name], isSingle);
  };
  walk(shape, [], false);
  return found;
}
