import type { CodecName } from './codecs.ts';
import type { Guard, OwnRule } from './recipe.ts';
import { countDepth, type Path } from './recipe-pointer.ts';

/** A path of a body, ready to resolve from the rows of a list or from the top. */
export interface CompiledPath {
  readonly pointer: string;
  readonly path: Path;
  /** Number of `*` shared with the rows. */
  readonly base: number;
  /** Segments after the last shared `*`. */
  readonly rest: Path;
  /** Segments of `rest` before its last `*`: the container of a column; null without one. */
  readonly column: Path | null;
}

export interface Field extends CompiledPath {
  readonly name: string;
  readonly codec: CodecName;
  /** True for a number or share, which is unknown where not measured. */
  readonly isFigure: boolean;
  /** The field may be absent in all rows. */
  readonly optional: boolean;
}

type GuardPath = CompiledPath & { readonly guard: Guard };

export type KnownPath = CompiledPath & { readonly names: ReadonlySet<string> | number };

/** The fields of rows of a list, or of the whole body. */
export interface CompiledRows {
  readonly fields: readonly Field[];
  /** Paths that state whether figures count. */
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
  /** Null for every field that rows of this name may have. */
  readonly blank: Readonly<Record<string, null>>;
}

export interface CompiledRecipe {
  readonly whole: CompiledRows;
  readonly lists: readonly CompiledList[];
  readonly expect: readonly (CompiledPath & { readonly value: unknown })[];
  readonly counted: readonly Field[];
}

/** Compiles a path relative to rows at another path. */
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

/**
 * True if a path belongs to the rows, or to the whole body if `rows` is empty. A column belongs to rows whose path has its
 * length.
 */
export function belongsTo({ base, path, column }: CompiledPath, rows: Path): boolean {
  const isColumn = base === 0 && path.length === rows.length && column !== null;
  return isColumn || (base === countDepth(path) && (base > 0 || countDepth(rows) === 0));
}
