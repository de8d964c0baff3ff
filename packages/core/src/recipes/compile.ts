import { isObject, type JsonObject, toText } from '../json/json.ts';
import { type CodecName, toFamily, type ValueFamily } from './codecs.ts';
import {
  belongsTo,
  type CompiledList,
  type CompiledPath,
  type CompiledRecipe,
  type CompiledRows,
  compilePath,
  type Field,
} from './compiled-recipe.ts';
import type { Guard, Recipe } from './recipe.ts';
import { countDepth, getOwn, hasOwn, type Path, parsePointer } from './recipe-pointer.ts';
import { findFamily, type ListSchema, type ResourceSchema, schemas } from './schema.ts';
import { knownWitnesses } from './witnesses.ts';

/** An unusable part of a recipe. */
export interface Flaw {
  /** Names and indices from the top of the recipe. */
  readonly path: readonly (string | number)[];
  readonly problem:
    | 'object'
    | 'list'
    | 'guard'
    | 'pointer'
    | 'kind'
    | 'name'
    | 'field'
    | 'family'
    | 'stars'
    | 'rows'
    | 'key'
    | 'witness'
    | 'number'
    | 'scale'
    | 'empty';
  readonly value: unknown;
}

type Position = Flaw['path'];

const noPath: Path = [];

/** Records a flaw and returns an empty list in place of the flawed part. */
type Reject = (at: Position, problem: Flaw['problem'], value: unknown) => [];

function readObject(reject: Reject, at: Position, value: unknown): JsonObject {
  if (isObject(value)) return value;
  if (value !== undefined) reject(at, 'object', value);
  return {};
}

function readNumbers(reject: Reject, at: Position, value: unknown): JsonObject {
  const numbers = readObject(reject, at, value);
  for (const [name, number] of Object.entries(numbers))
    if (!Number.isFinite(number)) reject([...at, name], 'number', number);
  return numbers;
}

const readList = (reject: Reject, at: Position, value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : reject(at, 'list', value);

const readPath = (reject: Reject, at: Position, pointer: unknown): Path =>
  parsePointer(pointer) ?? reject(at, 'pointer', pointer);

type FamilyOf = (name: string) => ValueFamily | undefined;

function compileFields(reject: Reject, at: Position, value: unknown, find: FamilyOf, rows: Path): Field[] {
  return Object.entries(readObject(reject, at, value)).flatMap(([name, text]): Field[] => {
    const [, pointer = '', suffix = ''] = /^(.*) (\S+)$/s.exec(typeof text === 'string' ? text : '') || [];
    const codec = suffix.replace(/\?$/, '');
    const path = parsePointer(pointer);
    const family = find(name);
    const found = toFamily(codec);
    if (family === undefined) return reject([...at, name], 'name', text);
    if (path === null || found === undefined) return reject([...at, name], 'field', text);
    if (found !== family) return reject([...at, name], 'family', text);
    if (countDepth(path) > countDepth(rows)) return reject([...at, name], 'stars', text);
    const isFigure = family === 'number' || family === 'share';
    const field = { name, codec: codec as CodecName, isFigure, optional: codec !== suffix };
    return [{ ...compilePath(pointer, path, rows), ...field }];
  });
}

/** Combines fields with the guards and known names of the same rows. */
type CompileRows = (fields: readonly Field[], rows: Path) => CompiledRows;

function compileQualifiers(reject: Reject, recipe: Recipe): CompileRows {
  const guards = readList(reject, ['guards'], recipe.guards).flatMap((value, index) => {
    const guard = (isObject(value) ? value : {}) as unknown as Guard;
    return Array.isArray(guard.measured) && Array.isArray(guard.unmeasured)
      ? [{ guard, pointer: guard.at, path: readPath(reject, ['guards', index, 'at'], guard.at) }]
      : reject(['guards', index], 'guard', value);
  });
  const known = Object.entries(readObject(reject, ['known'], recipe.known)).map(([pointer, names]) => ({
    names: typeof names === 'number' ? names : new Set<string>(Array.isArray(names) ? names : []),
    pointer,
    path: readPath(reject, ['known'], pointer),
  }));
  return (fields, rows) => {
    const from = <T extends Pick<CompiledPath, 'pointer' | 'path'>>(one: T): T & CompiledPath => ({
      ...one,
      ...compilePath(one.pointer, one.path, rows),
    });
    return {
      fields,
      guards: guards.map(from).filter((place) => belongsTo(place, rows)),
      known: known.map(from).filter((place) => belongsTo(place, rows) && place.column === null),
    };
  };
}

type CompileOwn = (rows: Path) => CompiledList['own'];

function compileOwn(reject: Reject, { own }: Recipe): CompileOwn {
  const { at, same, ...values } = readObject(reject, ['own'], own);
  for (const name of ['is', 'not']) readList(reject, ['own', name], values[name]);
  return (rows) =>
    own
      ? {
          ...compilePath(own.at, readPath(reject, ['own', 'at'], at), rows),
          rule: own,
          same: same === undefined ? null : readPath(reject, ['own', 'same'], same),
        }
      : null;
}

type CompilePart = (part: JsonObject, at: Position) => CompiledList[];

function compileList(
  reject: Reject,
  name: string,
  schema: ListSchema,
  own: CompileOwn,
  toRows: CompileRows,
): CompilePart {
  const names = new Set(Object.keys(schema.fields));
  const find: FamilyOf = (field) => findFamily(schema, field);
  return (part, at) => {
    const path = parsePointer(part.at);
    if (path === null || countDepth(path) === 0 || path[path.length - 1]?.at === 'key')
      return reject([...at, 'at'], 'rows', part.at);
    const texts = readObject(reject, [...at, 'fields'], part.fields ?? null);
    const fields = compileFields(reject, [...at, 'fields'], texts, find, path);
    for (const field of fields) names.add(field.name);
    const blank = Object.fromEntries(Array.from(names, (field) => [field, null]));
    const isEmpty = Object.keys(texts).length === 0;
    const key = isEmpty ? null : schema.key;
    if (key !== null && !hasOwn(texts, key)) reject([...at, 'fields'], 'key', key);
    const except = readList(reject, [...at, 'except'], part.except);
    return [
      {
        ...{ name, pointer: part.at as string, path, key, sums: part.merge === 'sum', blank },
        except: new Set(except.map((one) => toText(one).toLowerCase())),
        own: name === 'competitors' && !isEmpty ? own(path) : null,
        ...toRows(fields, path),
      },
    ];
  };
}

/** Checks the witnesses, constants and decimals. */
function checkFacts(reject: Reject, recipe: Recipe): void {
  for (const witness of readList(reject, ['witnesses'], recipe.witnesses))
    if (!knownWitnesses[recipe.kind].includes(witness as never)) reject(['witnesses'], 'witness', witness);
  const constants = readNumbers(reject, ['constants'], recipe.constants);
  const { scale } = constants;
  if (typeof scale === 'number' && scale <= 0) reject(['constants', 'scale'], 'scale', scale);
  readNumbers(reject, ['decimals'], recipe.decimals);
  const { days } = readObject(reject, ['counted'], recipe.counted);
  if (recipe.counted) readNumbers(reject, ['counted'], { days });
}

function compile(recipe: Recipe, schema: ResourceSchema, flaws: Flaw[]): CompiledRecipe {
  const reject: Reject = (path, problem, value) => {
    flaws.push({ path, problem, value });
    return [];
  };
  const toRows = compileQualifiers(reject, recipe);
  const own = compileOwn(reject, recipe);
  const whole = compileFields(reject, ['whole'], recipe.whole, (name) => getOwn(schema.whole, name), noPath);
  const lists = Object.entries(readObject(reject, ['lists'], recipe.lists)).flatMap(([name, parts]) => {
    const listSchema = getOwn(schema.lists, name);
    if (listSchema === undefined) return reject(['lists', name], 'name', parts);
    const compilePart = compileList(reject, name, listSchema, own, toRows);
    return readList(reject, ['lists', name], parts).flatMap((part, index) =>
      compilePart(readObject(reject, ['lists', name, index], part), ['lists', name, index]),
    );
  });
  const expect = Object.entries(readObject(reject, ['expect'], recipe.expect)).map(([pointer, value]) => ({
    ...compilePath(pointer, readPath(reject, ['expect'], pointer), noPath),
    value,
  }));
  const { from, to } = readObject(reject, ['counted'], recipe.counted);
  const dates = recipe.counted ? { from, to } : undefined;
  const counted = compileFields(reject, ['counted'], dates, () => 'date', noPath);
  checkFacts(reject, recipe);
  if (whole.length + lists.length === 0 && flaws.length === 0) reject([], 'empty', recipe);
  return { whole: toRows(whole, noPath), lists, expect, counted };
}

const compiled = new WeakMap<Recipe, CompiledRecipe>();

/** Compiles a recipe (cached by identity), or lists all its flaws. */
export function compileRecipe(
  recipe: Recipe,
):
  | { readonly ok: true; readonly compiled: CompiledRecipe }
  | { readonly ok: false; readonly flaws: readonly Flaw[] } {
  if (!isObject(recipe)) return { ok: false, flaws: [{ path: [], problem: 'object', value: recipe }] };
  const { kind } = recipe;
  const schema = getOwn(schemas, kind);
  if (schema === undefined) return { ok: false, flaws: [{ path: ['kind'], problem: 'kind', value: kind }] };
  const flaws: Flaw[] = [];
  const result = compiled.get(recipe) ?? compile(recipe, schema, flaws);
  if (flaws.length > 0) return { ok: false, flaws };
  compiled.set(recipe, result);
  return { ok: true, compiled: result };
}

/** The first flaw in one clause; `validateRecipe` has sentences for all. */
export const formatFlaws = ([flaw]: readonly Flaw[]): string =>
  `the recipe is wrong at /${flaw?.path.join('/')} (${flaw?.problem})`;
