import { isObject } from '../bodies/json.ts';
import type { CodecName } from './codecs.ts';
import { depthOf, type Path, parsePointer } from './pointer.ts';
import type { Guard, OwnRule, Recipe } from './recipe.ts';

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

export type KnownPlace = Place & { readonly names: ReadonlySet<string> | number };

/** What says whether figures count, in the rows of a list or in the whole body. */
export interface Qualifiers {
  readonly guards: readonly (Place & { readonly guard: Guard })[];
  readonly known: readonly KnownPlace[];
}

export interface CompiledList extends Qualifiers {
  readonly name: string;
  readonly at: string;
  readonly path: Path;
  readonly key: string | null;
  readonly fields: readonly Field[];
  readonly merge: 'sum' | null;
  readonly except: ReadonlySet<string>;
  readonly own: (Place & { readonly rule: OwnRule; readonly same: Path | null }) | null;
}

export interface CompiledRecipe extends Qualifiers {
  readonly whole: readonly Field[];
  readonly lists: readonly CompiledList[];
  readonly expect: readonly (Place & { readonly value: unknown })[];
  readonly counted: readonly [from: Field, to: Field] | null;
}

/** A path as it is followed from rows at another path. */
export function placeIn(pointer: string, path: Path, rows: Path): Place {
  let [base, from] = [0, 0];
  for (const [index, { at, name }] of rows.entries()) {
    if (path[index]?.at !== at || path[index]?.name !== name) break;
    if (at === 'each') [base, from] = [base + 1, index + 1];
  }
  const rest = path.slice(from);
  const last = rest.map(({ at }) => at).lastIndexOf('each');
  return { pointer, path, base, rest, column: last < 0 ? null : rest.slice(0, last) };
}

/** A place that belongs to rows, or without rows to the whole body; a column belongs to rows at a path of its length. */
function belonging(pointer: string, rows: Path): Place[] {
  const path = parsePointer(pointer) ?? [];
  const place = placeIn(pointer, path, rows);
  const isColumn = place.base === 0 && path.length === rows.length && place.column !== null;
  const isShared = place.base === depthOf(path) && (place.base > 0 || depthOf(rows) === 0);
  return isShared || isColumn ? [place] : [];
}

/** The texts of a list; none where it is no list. */
export const textsOf = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];

const namesOf = (names: unknown): KnownPlace['names'] =>
  typeof names === 'number' ? names : new Set(textsOf(names));

/** What a recipe says about the figures in rows, or in the whole body. */
export const qualifiersOf = ({ guards, known }: Recipe, rows: Path): Qualifiers => ({
  guards: (guards ?? []).flatMap((guard) => belonging(guard.at, rows).map((place) => ({ ...place, guard }))),
  known: Object.keys(known ?? {}).flatMap((pointer) =>
    belonging(pointer, rows)
      .filter(({ column }) => column === null)
      .map((place) => ({ ...place, names: namesOf(known?.[pointer]) })),
  ),
});

const objects = ['whole', 'lists', 'constants', 'own', 'counted', 'expect', 'known', 'decimals'] as const;
const lists = ['guards', 'witnesses'] as const;

/** The parts of a recipe that are no object or no list where they have to be one. */
export function misshapen(recipe: Recipe): readonly string[] {
  const wrong = (name: string, isRight: boolean, kind: string): string[] =>
    isRight ? [] : [`${name}: it is no ${kind}`];
  const isList = (part: unknown): boolean => part === undefined || Array.isArray(part);
  const guards: readonly unknown[] = Array.isArray(recipe.guards) ? recipe.guards : [];
  return [
    ...objects.flatMap((name) => wrong(name, recipe[name] === undefined || isObject(recipe[name]), 'object')),
    ...lists.flatMap((name) => wrong(name, isList(recipe[name]), 'list')),
    ...(['is', 'not'] as const).flatMap((name) => wrong(`own.${name}`, isList(recipe.own?.[name]), 'list')),
    ...guards.flatMap((guard, at) => {
      const isGuard = isObject(guard) && Array.isArray(guard.measured) && Array.isArray(guard.unmeasured);
      return wrong(`guards[${at}]`, isGuard, 'pointer with lists of values');
    }),
  ];
}
