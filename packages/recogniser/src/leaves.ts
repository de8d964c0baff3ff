import { isScalar, type Shape } from './shape.ts';

/** A scalar that a field may be, with what its names mean. */
export interface Leaf {
  readonly at: string;
  /** Names from the row or from the top. */
  readonly names: readonly string[];
  readonly shape: Shape;
  /** It is the key of an object whose keys are data. */
  readonly isKey: boolean;
  /** It is in a list that had one entry in every body. */
  readonly isSingle: boolean;
  /** It is in the rows around. */
  readonly isOuter?: true;
  /** A column without a name of its own: the place of its name and the name. */
  readonly header?: readonly [string, string];
}

const deepest = 8;
const mostLeaves = 3_000;

/** Scalars inside an object and the objects in it. Lists of one entry are entered where `singles` says so. */
export function leavesOf(
  shape: Shape,
  skipped: ReadonlySet<string> = new Set(),
  singles = false,
  most = mostLeaves,
): Leaf[] {
  const found: Leaf[] = [];
  const visit = (at: Shape, names: readonly string[], isSingle: boolean): void => {
    if (skipped.has(at.at) || names.length > deepest || found.length >= most) return;
    const { seen } = at;
    if (isScalar(at) || (seen.null > 0 && seen.object + seen.list === 0)) {
      if (names.length > 0) found.push({ at: at.at, names, shape: at, isKey: false, isSingle });
      return;
    }
    if (seen.list > 0) {
      if (singles && at.entry && at.entry.seen.object > 0 && at.lengths.every((length) => length === 1))
        visit(at.entry, names, true);
      return;
    }
    for (const field of at.fields.values()) visit(field, [...names, field.name], isSingle);
  };
  visit(shape, [], false);
  return found;
}
