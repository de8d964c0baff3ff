/**
 * Values on their way between the host and an execution, as JSON. Strings, booleans, null and finite numbers
 * stand for themselves, arrays stay arrays, everything else is `{$: kind, v}`.
 * Both functions also run inside an execution's realm, from their own source text: they may name nothing else.
 */
export type WireValue =
  | string
  | number
  | boolean
  | null
  | WireValue[]
  | { $: 'undefined' }
  | { $: 'number'; v: string }
  | { $: 'date'; v: number | null }
  | { $: 'object'; v: { [key: string]: WireValue } };

/** Throws a TypeError naming what cannot leave: a function, a Promise, a symbol, a bigint, a cycle. */
export function encodeValue(value: unknown): WireValue {
  const open: unknown[] = [];
  const encode = (v: unknown): WireValue => {
    if (v === undefined) return { $: 'undefined' };
    if (v === null || typeof v === 'string' || typeof v === 'boolean') return v;
    if (typeof v === 'number') return Number.isFinite(v) ? v : { $: 'number', v: String(v) };
    if (typeof v !== 'object') throw new TypeError(`a ${typeof v}`);
    if (v instanceof Date) return { $: 'date', v: Number.isNaN(v.getTime()) ? null : v.getTime() };
    if (typeof Reflect.get(v, 'then') === 'function') throw new TypeError('a Promise');
    if (open.indexOf(v) >= 0) throw new TypeError('an object that contains itself');
    open.push(v);
    let encoded: WireValue;
    if (Array.isArray(v)) {
      // Array.from visits the holes of a sparse array, map does not.
      encoded = Array.from(v, encode);
    } else {
      const fields: { [key: string]: WireValue } = {};
      for (const [key, field] of Object.entries(v)) {
        Object.defineProperty(fields, key, { value: encode(field), enumerable: true });
      }
      encoded = { $: 'object', v: fields };
    }
    open.pop();
    return encoded;
  };
  return encode(value);
}

/** Rebuilds the value with the constructors of the realm it runs in. */
export function decodeValue(wire: WireValue): unknown {
  const decode = (w: WireValue): unknown => {
    if (w === null || typeof w !== 'object') return w;
    if (Array.isArray(w)) return w.map(decode);
    if (w.$ === 'undefined') return undefined;
    if (w.$ === 'number') return Number(w.v);
    if (w.$ === 'date') return new Date(w.v === null ? Number.NaN : w.v);
    const object: { [key: string]: unknown } = {};
    for (const [key, field] of Object.entries(w.v)) {
      Object.defineProperty(object, key, {
        value: decode(field),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return object;
  };
  return decode(wire);
}
