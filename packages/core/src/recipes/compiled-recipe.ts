import type { CodecName } from './codecs.ts';
import type { Guard, OwnRule } from './recipe.ts';
import { countDepth, type Path } from './recipe-pointer.ts';

/** A place of a body, ready to be followed from the rows of a list or from the top. */
export interface CompiledPath {
  readonly pointer: string;
  readonly path: Path;
  /** How many `*` it shares with the rows. */
  readonly base: number;
  /** Steps behind the last shared `*`. */
  readonly rest: Path;
  /** In `rest`, steps before its last `*`: the container of a column; null where it has none. */
  readonly column: Path | null;
}

export interface Field extends CompiledPath {
  readonly name: string;
  readonly codec: CodecName;
  /** A number or a share, which is unknown where it was not measured. */
  readonly isFigure: boolean;
  /** It may be missing in all rows. */
  readonly optional: boolean;
}

export type GuardPath = CompiledPath & { readonly guard: Guard };

export type KnownPath = CompiledPath & { readonly names: ReadonlySet<string> | number };

/** Rows and what is read in them, for a list or for the whole body. */
export interface CompiledRows {
  readonly fields: readonly Field[];
  /** What says whether the figures count. */
  readonly guards: readonly GuardPath[];
  readonly known: readonly KnownPath[];
}

export interface CompiledList extends CompiledRows {
  readonly name: string;
  readonly pointer: string;
  readonly path: Path;
  readonly key: string | null;
  readonly sums: boolean;
  readonly except: ReadonlySet<string>;
  readonly own: (CompiledPath & { readonly rule: OwnRule; readonly same: Path | null }) | null;
  /** Every field that the rows of this name may have, unknown. */
  readonly blank: Readonly<Record<string, null>>;
}

export interface CompiledRecipe {
  readonly whole: CompiledRows;
  readonly lists: readonly CompiledList[];
  readonly expect: readonly (CompiledPath & { readonly value: unknown })[];
  readonly counted: readonly Field[];
}

/** A path as it is followed from rows at another path. */
export function compilePath(pointer: string, path: Path, rows: Path): CompiledPath {
  let [base, from] = [0, 0];
  for (const [index, { at, name }] of rows.entries()) {
    if (path[index]?.at !== at || path[index]?.name !== name) break;
    if (at === 'each') [base, from] = [base + 1, index + 1];
  }
  const rest = path.slice(from);
  const last = rest.map(({ at }) => at).lastIndexOf('each');
  return { pointer, path, base, rest, column: last < 0 ? null : rest.slice(0, last) };
}

/** Whether a place belongs to rows, or without rows to the whole body; a column belongs to rows at a path of its length. */
export function belongsTo({ base, path, column }: CompiledPath, rows: Path): boolean {
  const isColumn = base === 0 && path.length === rows.length && column !== null;
  return isColumn || (base === countDepth(path) && (base > 0 || countDepth(rows) === 0));
}
