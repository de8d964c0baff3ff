import type { Endpoint } from '../dialects/dialect.ts';
import { isObject } from '../reading/json.ts';
import { type CodecName, codecs, isCodecName } from './codecs.ts';
import { depthOf, hasOwn, type Path, parsePointer } from './pointer.ts';
import { familyIn, type ResourceSchema, schemas } from './schema.ts';

/** A place and how its value is written: `/metrics/shareOfVoice percent`. */
export type FieldText = string;

/** Where the rows of a list are. */
export interface ListRecipe {
  /** Pointer to each row, with at least one `*`. */
  readonly at: string;
  /** Absolute pointers: the nth `*` is the nth `*` of `at`. None where the list was empty: its first row is drift. */
  readonly fields: Readonly<Record<string, FieldText>>;
  /** Rows with the same key are summed; otherwise they are refused. */
  readonly merge?: 'sum';
  /** Keys of rows that stand for several: totals, averages, the others. Letter case aside. */
  readonly except?: readonly string[];
}

/** Which row of the competitors is the own brand's. */
export interface OwnRule {
  /** A field of the row. */
  readonly at: string;
  /** Values of that field in the own row. */
  readonly is?: readonly (string | boolean)[];
  /** A text elsewhere in the body that equals the field in the own row. */
  readonly same?: string;
}

/** A field whose value says whether the figures next to it were measured. */
export interface Guard {
  /** In a row with the stars of a list, else for the whole body. */
  readonly at: string;
  /** Values with which figures count. */
  readonly measured: readonly (string | boolean)[];
  /** Values with which figures are unknown. Any other value makes them unknown too, with a note. */
  readonly unmeasured: readonly (string | boolean)[];
}

/** A relation between figures that held in every body when the recipe was learnt. */
export type Witness = 'mentions' | 'whole' | 'engines' | 'weights' | 'daily';

/**
 * Where each figure of one endpoint's bodies is and how it is decoded. A person's mapping, a learnt recipe and a shipped
 * recipe have this one format.
 */
export interface Recipe {
  readonly v: 1;
  readonly kind: Endpoint;
  readonly whole?: Readonly<Record<string, FieldText>>;
  /** Several parts of one list are joined by its key. */
  readonly lists?: Readonly<Record<string, readonly ListRecipe[]>>;
  /** Facts that bodies do not hold: the score's maximum. */
  readonly constants?: { readonly scale?: number };
  readonly own?: OwnRule;
  /** Without a stated total: `rows` counts a complete feed, `engines` adds up the counts by engine. */
  readonly total?: 'rows' | 'engines';
  /** Values on which the meaning of figures hangs, by pointer. */
  readonly expect?: Readonly<Record<string, string | number | boolean | null>>;
  /** Names of an object when the recipe was learnt, by pointer, split by spaces. */
  readonly known?: Readonly<Record<string, string>>;
  readonly guards?: readonly Guard[];
  readonly witnesses?: readonly Witness[];
  /** Most decimals that a share in percent had when the recipe was learnt, by field. */
  readonly decimals?: Readonly<Record<string, number>>;
}

/** A field of a recipe, ready to be applied. */
export interface Field {
  readonly name: string;
  readonly pointer: string;
  readonly path: Path;
  /** Steps from the row, where the path leads through it. */
  readonly inRow: Path | null;
  readonly codec: CodecName;
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
}

export interface CompiledRecipe {
  readonly whole: readonly Field[];
  readonly lists: readonly CompiledList[];
}

const splitField = (text: unknown): readonly [string, string] => {
  const at = typeof text === 'string' ? text.lastIndexOf(' ') : -1;
  return typeof text === 'string' ? [text.slice(0, Math.max(0, at)), text.slice(at + 1)] : ['', ''];
};

/** The steps behind a row's path, where a field's path begins with it and goes on inside the row. */
function rowPath(path: Path, row: Path | null): Path | null {
  if (row === null || path[row.length]?.at === 'key') return null;
  const isInside = row.every(({ at, name }, index) => path[index]?.at === at && path[index]?.name === name);
  return isInside ? path.slice(row.length) : null;
}

/** Collects every complaint about a recipe while it is compiled. */
class Compiler {
  readonly complaints: string[] = [];

  field(
    where: string,
    name: string,
    text: unknown,
    family: string | undefined,
    names: readonly string[],
    row: Path | null,
  ): Field[] {
    const [pointer, written] = splitField(text);
    const codec = written.replace(/\?$/, '');
    const path = parsePointer(pointer);
    if (family === undefined)
      this.complaints.push(`${where}: there is no field ${name}; use ${names.join(', ')}`);
    else if (path === null || !isCodecName(codec))
      this.complaints.push(
        `${where}: ${JSON.stringify(text)} is not a pointer with a codec such as "/data/score number"; codecs: ${Object.keys(codecs).join(', ')}`,
      );
    else if (codecs[codec].family !== family && !(codec === 'id' && family === 'text'))
      this.complaints.push(`${where}: ${name} is a ${family}, and ${codec} is a ${codecs[codec].family}`);
    else return [{ name, pointer, path, inRow: rowPath(path, row), codec, optional: codec !== written }];
    return [];
  }

  list(schema: ResourceSchema, name: string, part: unknown, index: number): CompiledList[] {
    const list = hasOwn(schema.lists, name) ? schema.lists[name] : undefined;
    const where = `lists.${name}[${index}]`;
    if (list === undefined) {
      this.complaints.push(`${where}: there is no such list; use ${Object.keys(schema.lists).join(', ')}`);
      return [];
    }
    const { at, fields, merge, except } = (isObject(part) ? part : {}) as Partial<ListRecipe>;
    const path = typeof at === 'string' ? parsePointer(at) : null;
    const depth = path === null ? 0 : depthOf(path);
    if (path === null || depth === 0 || path[path.length - 1]?.at === 'key') {
      this.complaints.push(
        `${where}.at: ${JSON.stringify(at)} is not a pointer to each row, such as "/data/days/*"`,
      );
      return [];
    }
    if (!isObject(fields)) {
      this.complaints.push(`${where}.fields: it is no object; use ${Object.keys(list.fields).join(', ')}`);
      return [];
    }
    const compiled = Object.keys(fields).flatMap((field) =>
      this.field(
        `${where}.${field}`,
        field,
        fields[field],
        familyIn(list, field),
        Object.keys(list.fields),
        path,
      ),
    );
    for (const field of compiled) {
      if (depthOf(field.path) > depth)
        this.complaints.push(`${where}.${field.name}: it has more "*" than ${at as string}`);
    }
    if (list.key !== null && compiled.length > 0 && !(list.key in fields))
      this.complaints.push(`${where}: the field ${list.key} is missing`);
    return [
      {
        name,
        at: at as string,
        path,
        key: list.key,
        fields: compiled,
        merge: merge ?? null,
        except: new Set((except ?? []).map((one) => one.toLowerCase())),
      },
    ];
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
  const compiler = new Compiler();
  const schema = hasOwn(schemas, recipe.kind) ? schemas[recipe.kind] : undefined;
  if (schema === undefined)
    return { ok: false, complaints: [`kind: use ${Object.keys(schemas).join(', ')}`] };
  const names = Object.keys(schema.whole);
  const whole = Object.entries(recipe.whole ?? {}).flatMap(([name, text]) =>
    compiler.field(`whole.${name}`, name, text, schema.whole[name], names, null),
  );
  for (const { name, path } of whole) {
    if (depthOf(path) > 0)
      compiler.complaints.push(`whole.${name}: it is one place, and "*" leads to several`);
  }
  const lists = Object.entries(recipe.lists ?? {}).flatMap(([name, parts]) =>
    parts.flatMap((part, index) => compiler.list(schema, name, part, index)),
  );
  if (whole.length + lists.length === 0 && compiler.complaints.length === 0 && recipe.total === undefined)
    compiler.complaints.push('the recipe places no field');
  if (recipe.constants?.scale !== undefined && !(recipe.constants.scale > 0))
    compiler.complaints.push('constants.scale: it is a number above 0');
  if (compiler.complaints.length > 0) return { ok: false, complaints: compiler.complaints };
  const result = { whole, lists };
  compiled.set(recipe, result);
  return { ok: true, compiled: result };
}
