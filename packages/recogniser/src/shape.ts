import { segmentOf } from '@answershare/core';

/** What several bodies hold at one place; entries of a list are one place. */
export interface Shape {
  /** Pointer with `*` for entries. */
  readonly at: string;
  /** The last name; empty for the top and for entries. */
  readonly name: string;
  readonly parent: Shape | null;
  /** How often the place was there, by type. */
  readonly seen: { object: number; list: number; text: number; number: number; flag: number; null: number };
  readonly fields: Map<string, Shape>;
  entry: Shape | null;
  /** Scalars, capped. */
  readonly values: (string | number | boolean)[];
  /** Lengths of lists. */
  readonly lengths: number[];
}

const longestSample = 3_000;

function newShape(at: string, name: string, parent: Shape | null): Shape {
  const seen = { object: 0, list: 0, text: 0, number: 0, flag: 0, null: 0 };
  return { at, name, parent, seen, fields: new Map(), entry: null, values: [], lengths: [] };
}

/** Adds a body to a shape. Iterative: a deep body does not exhaust the stack. */
function add(root: Shape, body: unknown): void {
  const stack: { shape: Shape; value: unknown }[] = [{ shape: root, value: body }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { shape, value } = top;
    if (value === null || value === undefined) shape.seen.null += 1;
    else if (Array.isArray(value)) {
      shape.seen.list += 1;
      shape.lengths.push(value.length);
      shape.entry = shape.entry ?? newShape(`${shape.at}/*`, '', shape);
      for (let index = value.length - 1; index >= 0; index -= 1)
        stack.push({ shape: shape.entry, value: value[index] as unknown });
    } else if (typeof value === 'object') {
      shape.seen.object += 1;
      const object = value as Readonly<Record<string, unknown>>;
      for (const name of Object.keys(object).reverse()) {
        const field = shape.fields.get(name) ?? newShape(shape.at + segmentOf(name), name, shape);
        shape.fields.set(name, field);
        stack.push({ shape: field, value: object[name] });
      }
    } else {
      shape.seen[typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'flag'] += 1;
      if (shape.values.length < longestSample) shape.values.push(value as string | number | boolean);
    }
  }
}

/** The one shape of several bodies. */
export function shapeOf(bodies: readonly unknown[]): Shape {
  const root = newShape('', '', null);
  for (const body of bodies) add(root, body);
  return root;
}

export const isScalar = ({ seen }: Shape): boolean =>
  seen.text + seen.number + seen.flag > 0 && seen.object + seen.list === 0;

/** Every place of a shape, outer ones first. */
export function places(root: Shape): Shape[] {
  const all: Shape[] = [];
  const stack = [root];
  for (let shape = stack.pop(); shape !== undefined; shape = stack.pop()) {
    all.push(shape);
    const inner = Array.from(shape.fields.values());
    if (shape.entry) inner.push(shape.entry);
    for (let index = inner.length - 1; index >= 0; index -= 1) stack.push(inner[index] as Shape);
  }
  return all;
}

/** The values of an object as one place: its keys are data and no names. */
export function mapEntry(shape: Shape): Shape {
  const entry = newShape(`${shape.at}/*`, '', shape);
  const merge = (into: Shape, from: Shape): void => {
    for (const type of Object.keys(from.seen) as (keyof Shape['seen'])[]) into.seen[type] += from.seen[type];
    for (const value of from.values) if (into.values.length < longestSample) into.values.push(value);
    for (const length of from.lengths) into.lengths.push(length);
    for (const [name, field] of from.fields) {
      const own = into.fields.get(name) ?? newShape(into.at + segmentOf(name), name, into);
      into.fields.set(name, own);
      merge(own, field);
    }
    if (from.entry) {
      into.entry = into.entry ?? newShape(`${into.at}/*`, '', into);
      merge(into.entry, from.entry);
    }
  };
  for (const field of shape.fields.values()) merge(entry, field);
  return entry;
}
