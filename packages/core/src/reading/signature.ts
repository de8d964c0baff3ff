import { readDate } from './dates.ts';
import { isEngine } from './engines.ts';
import { isObject } from './json.ts';
import { segment } from './names.ts';

/**
 * The types that a body holds at each pointer, sorted. `*` stands for the entries of a list or a map, `{date}` for a key that is a
 * date. A number is `number≤1` where every one of the place lies above 0 and up to 1, `number>1` where one is larger: a change
 * from one to the other may be a change of unit.
 */
export type Signature = Readonly<Record<string, readonly string[]>>;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'number') return typeof value;
  return Math.abs(value) > 1 ? 'number>1' : value === 0 ? 'number' : 'number≤1';
};

/** True for keys that are data and no field names: engines, domains, texts of several words, identifiers, or entries all of one make. */
function isMap(names: readonly string[], values: readonly unknown[]): boolean {
  const isData = (name: string): boolean =>
    isEngine(name) || /[. ]|^\d+$|^\D*\d[^a-z]*[a-z]\D*\d/i.test(name);
  const make = (value: unknown): string | null => (isObject(value) ? Object.keys(value).sort().join() : null);
  const [first] = values.map(make);
  const alike =
    first != null &&
    names.length > 1 &&
    first.split(',').length > 2 &&
    values.every((value) => make(value) === first);
  return alike || names.every(isData);
}

/** The signature of a parsed body. */
export function signatureOf(body: unknown): Signature {
  const found: Record<string, string[]> = {};
  const visit = (value: unknown, pointer: string, depth: number): void => {
    const types = found[pointer] ?? [];
    const type = typeOf(value);
    if (types.indexOf(type) < 0) types.push(type);
    found[pointer] = types;
    if (depth > 16) return;
    if (Array.isArray(value)) for (const entry of value as unknown[]) visit(entry, `${pointer}/*`, depth + 1);
    if (!isObject(value)) return;
    const names = Object.keys(value);
    const dated = names.every((name) => readDate(name) !== null);
    const map =
      !dated &&
      isMap(
        names,
        names.map((name) => value[name]),
      );
    for (const name of names) {
      visit(value[name], pointer + (dated ? '/{date}' : map ? '/*' : segment(name)), depth + 1);
    }
  };
  visit(body, '', 0);
  const sorted: Record<string, readonly string[]> = {};
  for (const pointer of Object.keys(found).sort()) sorted[pointer] = settled(found[pointer] ?? []);
  return sorted;
}

function settled(types: readonly string[]): readonly string[] {
  const large = types.indexOf('number>1') >= 0;
  const small = types.indexOf('number≤1') >= 0;
  return types
    .filter((type) => !(type === 'number' && (large || small)) && !(type === 'number≤1' && large))
    .sort();
}

/** A pointer with each concrete entry as `*`, so that a trace's pointer finds its place in a signature. */
export const generalPointer = (pointer: string): string => pointer.replace(/\/(\d+|\{date\})(?=\/|$)/g, '/*');

/** True where an earlier answer held something other than null at a trace's pointer. */
export function isObserved(signature: Signature, pointer: string): boolean {
  const wanted = generalPointer(pointer);
  return Object.keys(signature).some(
    (known) => generalPointer(known) === wanted && (signature[known] ?? []).some((type) => type !== 'null'),
  );
}
