import fc from 'fast-check';

const evil = (text: string): unknown => JSON.parse(text);

const cyclic: unknown[] = [];
cyclic.push(cyclic);

/** Values that break code which expects one type: other types, objects that pose as texts, inherited names. */
const oddValues: readonly unknown[] = [
  ...[undefined, null, true, 0, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 10n, Symbol('odd')],
  ...['', ' ', '0', '/', '/*', '/a number', '-1', '\ud800', '\0', '../..', 'x'.repeat(5_000)],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...[[], {}, [[]], [undefined], Object.create(null), new Date(Number.NaN), cyclic, () => 0],
  evil('{"toString":1,"valueOf":1}'),
  evil('[{"toString":1,"valueOf":1}]'),
  evil('{"toJSON":1,"length":-1,"constructor":null}'),
  evil('{"__proto__":{"compare":1}}'),
];

/** Any value. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddValues),
  fc.anything({ maxDepth: 2, maxKeys: 3, withBigInt: true, withNullPrototype: true, withSparseArray: true }),
);

/** Only values that JSON can hold. */
export const jsonGarbage: fc.Arbitrary<unknown> = garbage.map((value) => {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return evil('{"toString":1,"valueOf":1}');
  }
});

type Key = string | number;

const isNode = (value: unknown): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/** The paths of all values inside a value, its own among them. */
function listPaths(value: unknown): readonly (readonly Key[])[] {
  if (!isNode(value)) return [[]];
  const below = Object.keys(value).flatMap((key) => listPaths(value[key]).map((path) => [key, ...path]));
  return [[], ...below];
}

function setAt(value: unknown, [key, ...rest]: readonly Key[], put: unknown): unknown {
  if (key === undefined) return put;
  // No parser makes a list with names.
  if (!isNode(value) || (Array.isArray(value) && !(Number(key) >= 0))) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<Key, unknown>;
  // An assignment to __proto__ would set the prototype.
  Object.defineProperty(copy, key, {
    value: setAt(Object.hasOwn(value, key) ? value[key] : undefined, rest, put),
    ...{ configurable: true, enumerable: true, writable: true },
  });
  return copy;
}

const oddNames = ['__proto__', 'constructor', 'toString', 'odd', '0', ''];

/**
 * A valid value with one to three other values in it: in place of its parts, or under names that it does not have.
 * @param values what replaces a part
 */
export function spoil<T>(valid: T, values: fc.Arbitrary<unknown> = garbage): fc.Arbitrary<T> {
  const paths = listPaths(valid);
  const place = fc
    .tuple(fc.constantFrom(...paths), fc.option(fc.constantFrom(...oddNames)))
    .map(([path, name]) => (name === null ? path : [...path, name]));
  return fc
    .array(fc.tuple(place, values), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((value, [path, put]) => setAt(value, path, put), valid) as T);
}
