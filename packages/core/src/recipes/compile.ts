import { isObject } from '../bodies/json.ts';
import { type CodecName, codecs, isCodecName } from './codecs.ts';
import { depthOf, hasOwn, type Path, parsePointer } from './pointer.ts';
import type { Guard, ListRecipe, OwnRule, Recipe } from './recipe.ts';
import { familyIn, type ListSchema, schemas } from './schema.ts';

/** A place of a body, ready to be followed from the rows of a list or from the top. */
export interface Place {
  readonly pointer: string;
  readonly path: Path;
  /** How many `*` it shares with the rows. */
  readonly base: number;
  /** Steps behind the last shared `*`. */
  readonly rest: Path;
  /** In `rest`, steps before its last `*`: the container of a column; null where it has none. */
  readonly column: Path | null;
}

export interface Field extends Place {
  readonly name: string;
  readonly codec: CodecName;
  /** A number or a share, which is unknown where it was not measured. */
  readonly isFigure: boolean;
  /** It may be missing in all rows. */
  readonly optional: boolean;
}

export interface CompiledList {
  readonly name: string;
  readonly at: string;
  readonly path: Path;
  readonly key: string | null;
  readonly fields: readonly Field[];
  readonly merge: 'sum' | null;
  readonly except: ReadonlySet<string>;
  readonly guards: readonly (Place & { readonly guard: Guard })[];
  readonly known: readonly (Place & { readonly names: ReadonlySet<string> | number })[];
  readonly own: (Place & { readonly rule: OwnRule; readonly same: Path | null }) | null;
}

export interface CompiledRecipe {
  readonly whole: readonly Field[];
  readonly lists: readonly CompiledList[];
  readonly guards: CompiledList['guards'];
  readonly known: CompiledList['known'];
  readonly counted: readonly [from: Field, to: Field] | null;
}

/** A path as it is followed from rows at another path. */
function placeIn(pointer: string, path: Path, rows: Path): Place {
  let [base, from] = [0, 0];
  for (const [index, { at, name }] of rows.entries()) {
    if (path[index]?.at !== at || path[index]?.name !== name) break;
    if (at === 'each') [base, from] = [base + 1, index + 1];
  }
  const rest = path.slice(from);
  const last = rest.map(({ at }) => at).lastIndexOf('each');
  return { pointer, path, base, rest, column: last < 0 ? null : rest.slice(0, last) };
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** Places by pointer that belong to rows; without rows, those of the whole body. */
function belonging(pointers: readonly string[], rows: Path): Place[] {
  return pointers.flatMap((pointer) => {
    const path = parsePointer(pointer) ?? [];
    const place = placeIn(pointer, path, rows);
    const isColumn = place.base === 0 && place.path.length === rows.length && place.column !== null;
    const isShared = place.base > 0 && place.base === depthOf(path);
    return (depthOf(rows) === 0 ? depthOf(path) === 0 : isShared || isColumn) ? [place] : [];
  });
}

const namesOf = (names: unknown): ReadonlySet<string> | number =>
  typeof names === 'number' ? names : new Set(Array.isArray(names) ? names.map(String) : []);

/** What a recipe says of the meaning of figures in rows, or in the whole body. */
const statementsOf = (recipe: Recipe, rows: Path): Pick<CompiledList, 'guards' | 'known'> => ({
  guards: (recipe.guards ?? []).flatMap((guard) =>
    belonging([guard.at], rows).map((place) => ({ ...place, guard })),
  ),
  known: belonging(Object.keys(recipe.known ?? {}), rows).flatMap((place) =>
    place.column === null ? [{ ...place, names: namesOf(recipe.known?.[place.pointer]) }] : [],
  ),
});

/** Collects every complaint about a recipe while it is compiled. */
class Compiler {
  readonly complaints: string[] = [];
  readonly recipe: Recipe;
  constructor(recipe: Recipe) {
    this.recipe = recipe;
  }

  pointer(where: string, text: unknown): Path {
    const path = parsePointer(text);
    if (path === null)
      this.complaints.push(`${where}: ${JSON.stringify(text)} is no pointer such as "/data/unit"`);
    return path ?? [];
  }

  field(
    where: string,
    name: string,
    text: unknown,
    family: string | undefined,
    names: readonly string[],
    rows: Path,
  ): Field[] {
    const at = typeof text === 'string' ? text.lastIndexOf(' ') : -1;
    const pointer = typeof text === 'string' ? text.slice(0, Math.max(0, at)) : '';
    const written = typeof text === 'string' ? text.slice(at + 1) : '';
    const codec = written.replace(/\?$/, '');
    const path = at < 0 ? null : parsePointer(pointer);
    if (family === undefined)
      this.complaints.push(`${where}: there is no field ${name}; use ${names.join(', ')}`);
    else if (path === null || !isCodecName(codec))
      this.complaints.push(
        `${where}: ${JSON.stringify(text)} is not a pointer with a codec such as "/data/score number"; codecs: ${Object.keys(codecs).join(', ')}`,
      );
    else if (codecs[codec].family !== family)
      this.complaints.push(`${where}: ${name} is a ${family}, and ${codec} is a ${codecs[codec].family}`);
    else if (depthOf(path) > depthOf(rows))
      this.complaints.push(
        depthOf(rows) === 0
          ? `${where}: it is one place, and "*" leads to several`
          : `${where}: it has more "*" than the rows`,
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
    const compiled = entriesOf(fields).flatMap(([field, text]) =>
      this.field(`${where}.${field}`, field, text, familyIn(schema, field), names, path),
    );
    const isEmpty = entriesOf(fields).length === 0;
    if (!isObject(fields)) this.complaints.push(`${where}.fields: it is missing; use ${names.join(', ')}`);
    else if (!isEmpty && schema.key !== null && !hasOwn(fields, schema.key))
      this.complaints.push(`${where}: the field ${schema.key} is missing`);
    const { own } = this.recipe;
    const rule = name === 'competitors' && own !== undefined && !isEmpty ? own : null;
    return [
      {
        name,
        at: at as string,
        path,
        key: isEmpty ? null : schema.key,
        fields: compiled,
        merge: merge ?? null,
        except: new Set((Array.isArray(except) ? except : []).map((one) => String(one).toLowerCase())),
        own: rule && {
          ...placeIn(rule.at, this.pointer('own.at', rule.at), path),
          rule,
          same: rule.same === undefined ? null : this.pointer('own.same', rule.same),
        },
        ...statementsOf(this.recipe, path),
      },
    ];
  }

  compile(): CompiledRecipe | null {
    const { recipe, complaints } = this;
    const schema = hasOwn(schemas, recipe.kind) ? schemas[recipe.kind] : undefined;
    if (schema === undefined) {
      complaints.push(`kind: use ${Object.keys(schemas).join(', ')}`);
      return null;
    }
    const names = Object.keys(schema.whole);
    const whole = entriesOf(recipe.whole).flatMap(([name, text]) =>
      this.field(`whole.${name}`, name, text, schema.whole[name], names, []),
    );
    const lists = entriesOf(recipe.lists).flatMap(([name, parts]) => {
      const list = hasOwn(schema.lists, name) ? schema.lists[name] : undefined;
      const where = `lists.${name}`;
      if (list === undefined)
        complaints.push(`${where}: there is no such list; use ${Object.keys(schema.lists).join(', ')}`);
      else if (!Array.isArray(parts)) complaints.push(`${where}: it is not a list of places`);
      else return parts.flatMap((part, index) => this.list(list, name, part, `${where}[${index}]`));
      return [];
    });
    for (const pointer of Object.keys(recipe.expect ?? {})) this.pointer('expect', pointer);
    for (const pointer of Object.keys(recipe.known ?? {})) this.pointer('known', pointer);
    for (const { at } of recipe.guards ?? []) this.pointer('guards', at);
    const { counted } = recipe;
    const ends = counted
      ? (['from', 'to'] as const).flatMap((end) =>
          this.field(`counted.${end}`, end, counted[end], 'date', [], []),
        )
      : [];
    if (whole.length + lists.length === 0 && complaints.length === 0)
      complaints.push('the recipe places no field');
    if (recipe.constants?.scale !== undefined && !(recipe.constants.scale > 0))
      complaints.push('constants.scale: it is a number above 0');
    const [from, to] = ends;
    return complaints.length > 0
      ? null
      : { whole, lists, ...statementsOf(recipe, []), counted: from && to ? [from, to] : null };
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
