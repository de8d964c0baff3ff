import { isObject } from '../bodies/json.ts';
import { codecs, isCodecName } from './codecs.ts';
import {
  type CompiledList,
  type CompiledRecipe,
  type Field,
  misshapen,
  placeIn,
  qualifiersOf,
  textsOf,
} from './places.ts';
import { depthOf, hasOwn, type Path, parsePointer } from './pointer.ts';
import type { ListRecipe, Recipe } from './recipe.ts';
import { witnessesOf } from './relations.ts';
import { familyIn, type ListSchema, schemas } from './schema.ts';

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** Collects every complaint about a recipe while it is compiled. */
class Compiler {
  readonly complaints: string[];
  readonly recipe: Recipe;
  constructor(recipe: Recipe) {
    this.recipe = recipe;
    this.complaints = [...misshapen(recipe)];
  }

  pointer(where: string, text: unknown): Path {
    const path = parsePointer(text);
    if (path === null)
      this.complaints.push(`${where}: ${JSON.stringify(text)} is no pointer such as "/data/unit"`);
    return path ?? [];
  }

  field(
    where: string,
    text: unknown,
    family: string | undefined,
    names: readonly string[],
    rows: Path,
  ): Field[] {
    const name = where.slice(where.lastIndexOf('.') + 1);
    const [, pointer = '', written = ''] =
      (typeof text === 'string' ? /^(.*) (\S+)$/s.exec(text) : null) ?? [];
    const codec = written.replace(/\?$/, '');
    const path = parsePointer(pointer);
    const depth = depthOf(rows);
    if (family === undefined)
      this.complaints.push(`${where}: there is no field ${name}; use ${names.join(', ')}`);
    else if (path === null || !isCodecName(codec))
      this.complaints.push(
        `${where}: ${JSON.stringify(text)} is not a pointer with a codec such as "/data/score number"; codecs: ${Object.keys(codecs).join(', ')}`,
      );
    else if (codecs[codec].family !== family)
      this.complaints.push(`${where}: ${name} is a ${family}, and ${codec} is a ${codecs[codec].family}`);
    else if (depthOf(path) > depth)
      this.complaints.push(
        `${where}: it ${depth === 0 ? 'is one place, and "*" leads to several' : 'has more "*" than the rows'}`,
      );
    else {
      const isFigure = family === 'number' || family === 'share';
      return [{ ...placeIn(pointer, path, rows), name, codec, isFigure, optional: codec !== written }];
    }
    return [];
  }

  list(schema: ListSchema, name: string, part: unknown, where: string): CompiledList[] {
    const { at, fields, merge, except } = (isObject(part) ? part : {}) as Partial<ListRecipe>;
    const path = parsePointer(at);
    if (path === null || depthOf(path) === 0 || path[path.length - 1]?.at === 'key') {
      this.complaints.push(
        `${where}.at: ${JSON.stringify(at)} is not a pointer to each row, such as "/data/days/*"`,
      );
      return [];
    }
    const names = Object.keys(schema.fields);
    const isEmpty = entriesOf(fields).length === 0;
    const placed = entriesOf(fields).flatMap(([field, text]) =>
      this.field(`${where}.${field}`, text, familyIn(schema, field), names, path),
    );
    if (!isObject(fields)) this.complaints.push(`${where}.fields: it is no object; use ${names.join(', ')}`);
    else if (!isEmpty && schema.key !== null && !hasOwn(fields, schema.key))
      this.complaints.push(`${where}: the field ${schema.key} is missing`);
    const rule = name === 'competitors' && !isEmpty ? this.recipe.own : undefined;
    const own = rule && {
      ...placeIn(rule.at, this.pointer('own.at', rule.at), path),
      rule,
      same: rule.same === undefined ? null : this.pointer('own.same', rule.same),
    };
    return [
      {
        name,
        at: at as string,
        path,
        key: isEmpty ? null : schema.key,
        fields: placed,
        merge: merge ?? null,
        except: new Set(textsOf(except).map((one) => one.toLowerCase())),
        own: own ?? null,
        ...qualifiersOf(this.recipe, path),
      },
    ];
  }

  compile(): CompiledRecipe | null {
    const { recipe, complaints } = this;
    const schema = hasOwn(schemas, recipe.kind) ? schemas[recipe.kind] : undefined;
    if (schema === undefined) complaints.push(`kind: use ${Object.keys(schemas).join(', ')}`);
    if (schema === undefined || complaints.length > 0) return null;
    const names = Object.keys(schema.whole);
    const whole = entriesOf(recipe.whole).flatMap(([name, text]) =>
      this.field(`whole.${name}`, text, schema.whole[name], names, []),
    );
    const lists = entriesOf(recipe.lists).flatMap(([name, parts]) => {
      const list = hasOwn(schema.lists, name) ? schema.lists[name] : undefined;
      if (list && Array.isArray(parts))
        return parts.flatMap((part, index) => this.list(list, name, part, `lists.${name}[${index}]`));
      complaints.push(
        list
          ? `lists.${name}: it is no list of places`
          : `lists.${name}: there is no such list; use ${Object.keys(schema.lists).join(', ')}`,
      );
      return [];
    });
    const expect = entriesOf(recipe.expect).map(([pointer, value]) => ({
      ...placeIn(pointer, this.pointer('expect', pointer), []),
      value,
    }));
    for (const pointer of Object.keys(recipe.known ?? {})) this.pointer('known', pointer);
    for (const { at } of recipe.guards ?? []) this.pointer('guards', at);
    const [from, to] = recipe.counted
      ? (['from', 'to'] as const).flatMap((end) =>
          this.field(`counted.${end}`, recipe.counted?.[end], 'date', [], []),
        )
      : [];
    for (const witness of recipe.witnesses ?? [])
      if (!witnessesOf[recipe.kind].includes(witness))
        complaints.push(`witnesses: use ${witnessesOf[recipe.kind].join(', ') || 'none'}`);
    if (whole.length + lists.length === 0 && complaints.length === 0)
      complaints.push('the recipe places no field');
    if (recipe.constants?.scale !== undefined && !(recipe.constants.scale > 0))
      complaints.push('constants.scale: it is a number above 0');
    if (complaints.length > 0) return null;
    return { whole, lists, expect, counted: from && to ? [from, to] : null, ...qualifiersOf(recipe, []) };
  }
}

const compiled = new WeakMap<Recipe, CompiledRecipe>();

/** Everything that is wrong with a recipe, or the recipe ready to be applied. */
export function compileRecipe(
  recipe: Recipe,
):
  | { readonly ok: true; readonly compiled: CompiledRecipe }
  | { readonly ok: false; readonly complaints: readonly string[] } {
  const known = compiled.get(recipe);
  if (known) return { ok: true, compiled: known };
  const compiler = new Compiler(recipe);
  const result = compiler.compile();
  if (result === null) return { ok: false, complaints: compiler.complaints };
  compiled.set(recipe, result);
  return { ok: true, compiled: result };
}
