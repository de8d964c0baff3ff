import { outside } from './pointer.ts';
import { generalPointer, type Signature } from './signature.ts';

/** How much a difference matters: a `warning` where something is read from the place, else an `info`. */
export interface Difference {
  readonly pointer: string;
  readonly level: 'info' | 'warning';
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** How two bodies of one endpoint differ in shape. */
export interface Drift {
  readonly added: readonly Difference[];
  readonly removed: readonly Difference[];
  readonly retyped: readonly Difference[];
  /** Places that are read whose numbers went from at most 1 to above 1 or back, as a change from fraction to percent does. */
  readonly unitFlip: readonly Difference[];
}

const withoutNull = (types: readonly string[]): readonly string[] => types.filter((type) => type !== 'null');
const plain = (types: readonly string[]): string =>
  withoutNull(types)
    .map((type) => type.replace(/[≤>]1/, ''))
    .join();
const has = (types: readonly string[], type: string): boolean => types.indexOf(type) >= 0;

/**
 * Compares two signatures. `mapped` are the pointers of a reading's trace. A value that was null or became null is no difference;
 * nor is an entry that came or went under a list that was or is empty.
 */
export function driftBetween(before: Signature, after: Signature, mapped: readonly string[]): Drift {
  const read = mapped.map(generalPointer);
  const added: Difference[] = [];
  const removed: Difference[] = [];
  const retyped: Difference[] = [];
  const unitFlip: Difference[] = [];
  const silent = (signature: Signature, pointer: string): boolean => {
    const parent = outside(pointer);
    if (pointer === '') return false;
    if (signature[parent] === undefined) return silent(signature, parent);
    const types = signature[parent];
    return withoutNull(types).length === 0 || /\/(\*|\{date\})$/.test(pointer);
  };
  for (const pointer of Object.keys({ ...before, ...after })) {
    const isRead = read.indexOf(generalPointer(pointer)) >= 0;
    const was = before[pointer];
    const is = after[pointer];
    const difference = (level: Difference['level']): Difference => ({
      pointer,
      level,
      before: was ?? [],
      after: is ?? [],
    });
    if (was === undefined) {
      if (!silent(before, pointer)) added.push(difference('info'));
    } else if (is === undefined) {
      if (!silent(after, pointer)) removed.push(difference(isRead ? 'warning' : 'info'));
    } else if (plain(was) !== plain(is)) {
      if (plain(was) !== '' && plain(is) !== '') retyped.push(difference(isRead ? 'warning' : 'info'));
    } else if (isRead && has(was.concat(is), 'number≤1') && has(was.concat(is), 'number>1')) {
      unitFlip.push(difference('warning'));
    }
  }
  return { added, removed, retyped, unitFlip };
}
