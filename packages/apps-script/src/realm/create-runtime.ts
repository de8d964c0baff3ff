import type { ScriptErrorKind } from '../protocol/errors.ts';
import type { Reply } from '../protocol/host-calls.ts';
import type { RealmFacts } from '../protocol/thread-messages.ts';
import type { WireValue } from '../protocol/values.ts';
import type { ParameterType, ServiceRuntime } from './service-runtime.ts';

/** `permissionsByMode` and `scopesByPermission` are the tables of authorization.ts. */
export function createServiceRuntime(
  host: (body: string) => string,
  factsJson: string,
  permissionsByMode: Record<string, string[]>,
  scopesByPermission: { [need: string]: string[] },
): ServiceRuntime {
  const facts: RealmFacts = JSON.parse(factsJson);
  const { parse, stringify } = JSON;
  const kinds = new WeakMap<Error, ScriptErrorKind>();
  const exception: ServiceRuntime['exception'] = (message, kind = 'thrown') => {
    const error = new Error(message);
    Object.defineProperty(error, 'name', { value: 'Exception', configurable: true, writable: true });
    kinds.set(error, kind);
    return error;
  };
  const typeName = (value: unknown): string => {
    if (Array.isArray(value)) return `${typeof value[0]}[]`;
    if (value instanceof Date) return 'Date';
    if (value === null || value === undefined) return String(value);
    return typeof value === 'object' ? 'Object' : `${typeof value}`.replace(/^./, (c) => c.toUpperCase());
  };
  const fits = (value: unknown, type: ParameterType): boolean => {
    if (type === 'any') return true;
    if (type === 'null') return value === null;
    if (type === 'date') return value instanceof Date;
    if (type.slice(-4) === '[][]') {
      const cell = type.slice(0, -4) as ParameterType;
      const row = (one: unknown): boolean =>
        Array.isArray(one) && one.every((v) => v === null || fits(v, cell));
      return Array.isArray(value) && value.every(row);
    }
    if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
    if (type === 'string[]') return Array.isArray(value) && value.every((v) => typeof v === 'string');
    if (type === 'number[]') return Array.isArray(value) && value.every((v) => typeof v === 'number');
    return typeof value === type;
  };
  // Cells and simple triggers need only UrlFetchApp's scope.
  const asks = (need: string): boolean =>
    facts.mode === 'FULL' || (facts.mode === 'CUSTOM_FUNCTION' && need === 'fetch');
  const unset = (): never => {
    throw new Error('used before it was defined');
  };
  return {
    facts,
    exception,
    call(operation, ...args) {
      let body: string;
      try {
        body = host(stringify([operation, ...args]));
      } catch {
        // A host error must not reach the script: it would expose the host's constructors.
        throw exception(`The call ${operation} could not be made.`);
      }
      // A plain text in place of JSON.
      if (body.charAt(0) === '=') return body.slice(1) as never;
      const reply: Reply = parse(body);
      if ('failure' in reply) throw exception(reply.failure.message, reply.failure.kind);
      return reply.value as never;
    },
    allow(method, need) {
      const grants = permissionsByMode[facts.mode];
      if (grants === undefined || grants.indexOf(need) < 0) {
        throw exception(`You do not have permission to call ${method}`, 'permission');
      }
      const { listed, granted } = facts.scopes;
      const scopes = scopesByPermission[need];
      if (scopes === undefined || listed === null || !asks(need)) return;
      const has = (list: readonly string[]): boolean => scopes.some((scope) => list.indexOf(scope) >= 0);
      const required = scopes.length === 1 ? scopes[0] : `(${scopes.join(' || ')})`;
      if (!has(listed)) {
        throw exception(
          `Specified permissions are not sufficient to call ${method}. Required permissions: ${required}`,
          'permission',
        );
      }
      if (facts.mode !== 'FULL' || granted === null || has(granted)) return;
      throw exception(
        `You do not have permission to call ${method}. Required permissions: ${required}`,
        'permission',
      );
    },
    check(method, args, ...signatures) {
      const fit = signatures.some(
        (types) => types.length === args.length && types.every((type, i) => fits(args[i], type)),
      );
      if (fit) return;
      const types = args.map(typeName).join(',');
      throw exception(`The parameters (${types}) don't match the method signature for ${method}.`);
    },
    service(name, service) {
      Object.defineProperty(globalThis, name, {
        value: Object.freeze(service),
        configurable: true,
        writable: true,
      });
    },
    enumeration: (names) => Object.freeze(Object.fromEntries(names.map((name) => [name, name]))),
    describe(thrown) {
      if (!(thrown instanceof Error)) return { kind: 'thrown', message: String(thrown) };
      return {
        kind: kinds.get(thrown) ?? 'thrown',
        message: String(thrown.message),
        name: String(thrown.name),
        stack: String(thrown.stack),
      };
    },
    blobs: { make: unset, base64Of: unset },
    localTime: null,
    formatDate: unset,
    spreadsheetApp: {},
    sheets: unset,
    scriptApp: {},
  };
}

/** The host's only functions inside a realm; both exchange plain text. */
export interface Invoker {
  /** JSON of an ExecutionOutcome. */
  invoke(name: string, anyCase: boolean, args: string): string;
  /** JSON of a ScriptFailure. */
  describe(thrown: unknown): string;
}

export function createInvoker(
  runtime: ServiceRuntime,
  encode: (value: unknown) => WireValue,
  decode: (wire: WireValue) => unknown,
): Invoker {
  const { parse, stringify } = JSON;
  const { ownKeys, get, apply } = Reflect;
  const builtIns = new Set(ownKeys(globalThis));
  const find = (name: string, anyCase: boolean): ((...args: unknown[]) => unknown) | null => {
    const names = ownKeys(globalThis).filter(
      (key): key is string => typeof key === 'string' && !builtIns.has(key),
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
      return { failure: runtime.describe(thrown) };
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
    describe: (thrown) => stringify(runtime.describe(thrown)),
  };
}
