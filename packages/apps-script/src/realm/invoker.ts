import type { WireValue } from '../values.ts';
import type { Kit } from './kit.ts';

/** The host's only two ways into a realm; both take and give plain text. */
export interface Invoker {
  /** JSON of an Outcome. */
  invoke(name: string, anyCase: boolean, args: string): string;
  /** JSON of a Failure. */
  describe(thrown: unknown): string;
}

export function invoker(
  kit: Kit,
  encode: (value: unknown) => WireValue,
  decode: (wire: WireValue) => unknown,
): Invoker {
  const { parse, stringify } = JSON;
  const { ownKeys, get, apply } = Reflect;
  const given = new Set(ownKeys(globalThis));
  const find = (name: string, anyCase: boolean): ((...args: unknown[]) => unknown) | null => {
    const names = ownKeys(globalThis).filter(
      (key): key is string => typeof key === 'string' && !given.has(key),
    );
    const key = names.includes(name)
      ? name
      : names.find((other) => anyCase && other.toUpperCase() === name.toUpperCase());
    // A trailing underscore makes a function private (guides/html/communication, guides/sheets/functions).
    if (key === undefined || key.endsWith('_')) return null;
    const found: unknown = get(globalThis, key);
    return typeof found === 'function' ? (found as (...args: unknown[]) => unknown) : null;
  };
  const call = (name: string, anyCase: boolean, args: string): object => {
    const found = find(name, anyCase);
    if (found === null) return { failure: { kind: 'load', message: `Script function not found: ${name}` } };
    const wires: WireValue[] = parse(args);
    let value: unknown;
    try {
      value = apply(found, undefined, wires.map(decode));
    } catch (thrown) {
      return { failure: kit.describe(thrown) };
    }
    try {
      return { value: stringify(encode(value)) };
    } catch (refused) {
      const what = refused instanceof Error ? refused.message : String(refused);
      const message = `${name} returned ${what}: return a value, a Date or rows of them.`;
      return { failure: { kind: 'type', message } };
    }
  };
  return {
    invoke: (name, anyCase, args) => stringify(call(name, anyCase, args)),
    describe: (thrown) => stringify(kit.describe(thrown)),
  };
}
