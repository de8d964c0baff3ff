import { isObject, type JsonObject } from '../json/json.ts';
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
import type { Guard, OwnRule, Recipe } from './recipe.ts';
import { countDepth, hasOwn, type Path, parsePointer } from './recipe-pointer.ts';
import { findFamily, type ResourceSchema, schemas } from './schema.ts';
import { knownWitnesses } from './witnesses.ts';

/** A part of a recipe that cannot be used. */
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
    | 'scale'
    | 'empty';
  readonly value: unknown;
}

type FieldPosition = Flaw['path'];

const noPath: Path = [];

function compile(recipe: Recipe, schema: ResourceSchema, flaws: Flaw[]): CompiledRecipe {
  const reject = (path: FieldPosition, problem: Flaw['problem'], value: unknown): [] => {
    flaws.push({ path, problem, value });
    return [];
  };
  const object = (path: FieldPosition, value: unknown): JsonObject => {
    if (isObject(value)) return value;
    if (value !== undefined) reject(path, 'object', value);
    return {};
  };
  const list = (path: FieldPosition, value: unknown): readonly unknown[] =>
    Array.isArray(value) ? value : value === undefined ? [] : reject(path, 'list', value);
  const pathAt = (path: FieldPosition, text: unknown): Path =>
    parsePointer(text) ?? reject(path, 'pointer', text);

  const fieldsAt = (
    path: FieldPosition,
    value: unknown,
    familyOf: (name: string) => ValueFamily | undefined,
    rows: Path,
  ): Field[] =>
    Object.entries(object(path, value)).flatMap(([name, text]): Field[] => {
      const [, pointer = '', codecText = ''] =
        /^(.*) (\S+)$/s.exec(typeof text === 'string' ? text : '') ?? [];
      const codec = codecText.replace(/\?$/, '');
      const at = parsePointer(pointer);
      const family = familyOf(name);
      const found = toFamily(codec);
      const where = [...path, name];
      if (family === undefined) return reject(where, 'name', text);
      if (at === null || found === undefined) return reject(where, 'field', text);
      if (found !== family) return reject(where, 'family', text);
      if (countDepth(at) > countDepth(rows)) return reject(where, 'stars', text);
      const isFigure = family === 'number' || family === 'share';
      return [
        {
          ...compilePath(pointer, at, rows),
          name,
          codec: codec as CodecName,
          isFigure,
          optional: codec !== codecText,
        },
      ];
    });

  const guards = list(['guards'], recipe.guards).flatMap((value, index) => {
    const guard = Object(value) as Guard;
    return Array.isArray(guard.measured) && Array.isArray(guard.unmeasured)
      ? [{ guard, pointer: guard.at, path: pathAt(['guards', index, 'at'], guard.at) }]
      : reject(['guards', index], 'guard', value);
  });
  const known = Object.entries(object(['known'], recipe.known)).map(([pointer, names]) => ({
    names: typeof names === 'number' ? names : new Set<string>(Array.isArray(names) ? names : []),
    pointer,
    path: pathAt(['known'], pointer),
  }));
  const inRows = (fields: readonly Field[], rows: Path): CompiledRows => {
    const toRelative = <T extends Pick<CompiledPath, 'pointer' | 'path'>>(one: T): T & CompiledPath => ({
      ...one,
      ...compilePath(one.pointer, one.path, rows),
    });
    return {
      fields,
      guards: guards.map(toRelative).filter((place) => belongsTo(place, rows)),
      known: known.map(toRelative).filter((place) => belongsTo(place, rows) && place.column === null),
    };
  };

  const rule = object(['own'], recipe.own) as Partial<OwnRule>;
  for (const name of ['is', 'not'] as const) list(['own', name], rule[name]);
  const ownIn = (rows: Path): CompiledList['own'] =>
    recipe.own
      ? {
          ...compilePath(recipe.own.at, pathAt(['own', 'at'], rule.at), rows),
          rule: recipe.own,
          same: rule.same === undefined ? null : pathAt(['own', 'same'], rule.same),
        }
      : null;
  const whole = fieldsAt(['whole'], recipe.whole, (name) => schema.whole[name], noPath);
  const lists = Object.entries(object(['lists'], recipe.lists)).flatMap(([name, parts]) => {
    const listSchema = hasOwn(schema.lists, name) ? schema.lists[name] : undefined;
    if (listSchema === undefined) return reject(['lists', name], 'name', parts);
    const { key } = listSchema;
    const blank: Record<string, null> = {};
    for (const field of Object.keys(listSchema.fields)) blank[field] = null;
    return list(['lists', name], parts).flatMap((value, index): CompiledList[] => {
      const where = ['lists', name, index];
      const part = object(where, value);
      const path = parsePointer(part.at);
      if (path === null || countDepth(path) === 0 || path[path.length - 1]?.at === 'key')
        return reject([...where, 'at'], 'rows', part.at);
      const fieldTexts = object([...where, 'fields'], part.fields ?? null);
      const fields = fieldsAt(
        [...where, 'fields'],
        fieldTexts,
        (field) => findFamily(listSchema, field),
        path,
      );
      const isEmpty = Object.keys(fieldTexts).length === 0;
      for (const field of fields) blank[field.name] = null;
      if (!isEmpty && key !== null && !hasOwn(fieldTexts, key)) reject([...where, 'fields'], 'key', key);
      return [
        {
          name,
          pointer: part.at as string,
          path,
          key: isEmpty ? null : key,
          sums: part.merge === 'sum',
          except: new Set(list([...where, 'except'], part.except).map((one) => String(one).toLowerCase())),
          own: name === 'competitors' && !isEmpty ? ownIn(path) : null,
          blank,
          ...inRows(fields, path),
        },
      ];
    });
  });
  const expect = Object.entries(object(['expect'], recipe.expect)).map(([pointer, value]) => ({
    ...compilePath(pointer, pathAt(['expect'], pointer), noPath),
    value,
  }));
  const { from, to } = object(['counted'], recipe.counted);
  const counted = recipe.counted ? fieldsAt(['counted'], { from, to }, () => 'date', noPath) : [];
  for (const witness of list(['witnesses'], recipe.witnesses))
    if (!knownWitnesses[recipe.kind].includes(witness as never)) reject(['witnesses'], 'witness', witness);
  const { scale } = object(['constants'], recipe.constants);
  if (scale !== undefined && !(Number(scale) > 0)) reject(['constants', 'scale'], 'scale', scale);
  object(['decimals'], recipe.decimals);
  if (whole.length + lists.length === 0 && flaws.length === 0) reject([], 'empty', recipe);
  return { whole: inRows(whole, noPath), lists, expect, counted };
}

const compiled = new WeakMap<Recipe, CompiledRecipe>();

/** A recipe ready to be applied, or everything that is wrong with it. */
export function compileRecipe(
  recipe: Recipe,
):
  | { readonly ok: true; readonly compiled: CompiledRecipe }
  | { readonly ok: false; readonly flaws: readonly Flaw[] } {
  const { kind } = recipe;
  if (!hasOwn(schemas, kind)) return { ok: false, flaws: [{ path: ['kind'], problem: 'kind', value: kind }] };
  const flaws: Flaw[] = [];
  const result = compiled.get(recipe) ?? compile(recipe, schemas[kind], flaws);
  if (flaws.length > 0) return { ok: false, flaws };
  compiled.set(recipe, result);
  return { ok: true, compiled: result };
}

/** The first flaw in one clause; `recipeComplaints` has sentences for all. */
export const formatFlaws = ([flaw]: readonly Flaw[]): string =>
  `the recipe is wrong at /${flaw?.path.join('/')} (${flaw?.problem})`;
