import { ScriptError, type ScriptFunction, type ScriptHost } from '@answershare/apps-script';
import { type AddFunctionDescription, type Getters, registries } from '@odoo/o-spreadsheet';
import { isLoading, LOADING, type SheetArgument, toScriptArgument, toSheetResult } from './cell-values.ts';

export type FunctionCall =
  | { readonly state: 'running'; readonly done: Promise<void> }
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'failed'; readonly message: string };

/**
 * The custom function calls of one sheet: one call per function and distinct arguments, as in Google Sheets
 * (guides/sheets/functions).
 */
export class FunctionCalls {
  readonly #host: ScriptHost;
  #memo = new Map<string, FunctionCall>();
  #hostError: { readonly cause: unknown } | null = null;

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  call(name: string, args: readonly unknown[]): FunctionCall {
    const key = JSON.stringify([name, args.map(toKeyPart)]);
    const known = this.#memo.get(key);
    if (known !== undefined) return known;
    const call: FunctionCall = { state: 'running', done: this.#run(key, name, args) };
    this.#memo.set(key, call);
    return call;
  }

  running(): Promise<void>[] {
    return [...this.#memo.values()].flatMap((call) => (call.state === 'running' ? [call.done] : []));
  }

  /** Throws the host's own error, if any; a script's error is the value of its cell. */
  throwHostError(): void {
    if (this.#hostError !== null) throw this.#hostError.cause;
  }

  clear(): void {
    this.#memo = new Map();
    this.#hostError = null;
  }

  async #run(key: string, name: string, args: readonly unknown[]): Promise<void> {
    const memo = this.#memo;
    try {
      memo.set(key, { state: 'done', value: await this.#host.customFunction(name, [...args]) });
    } catch (error) {
      if (!(error instanceof ScriptError) || error.kind === 'load') this.#hostError ??= { cause: error };
      const message = error instanceof Error ? error.message : String(error);
      memo.set(key, { state: 'failed', message });
    }
  }
}

/** Distinguishes a Date from its JSON text. */
function toKeyPart(value: unknown): unknown {
  if (value instanceof Date) return { date: value.getTime() };
  return Array.isArray(value) ? value.map(toKeyPart) : value;
}

type ComputeResult = ReturnType<AddFunctionDescription['compute']>;

// o-spreadsheet has one function registry per process; the getters identify the sheet.
const callsByGetters = new WeakMap<Getters, FunctionCalls>();
const registeredNames = new Set<string>();
registries.errorTypes.add(LOADING);

export function connectSheet(getters: Getters, calls: FunctionCalls): void {
  callsByGetters.set(getters, calls);
}

/**
 * Registers the script's functions with the help of their JSDoc. As in Google Sheets, only those with
 * `@customfunction` are suggested, and every argument is optional. Throws if a built-in function has the name.
 */
export function registerFunctions(functions: readonly ScriptFunction[]): void {
  const { functionRegistry } = registries;
  for (const { name, parameters, description, params, customFunction } of functions) {
    const known = name.toUpperCase();
    if (functionRegistry.contains(known) && !registeredNames.has(known))
      throw new Error(`The function ${name} has the name of a function of the sheet: give it another one.`);
    registeredNames.add(known);
    functionRegistry.replace(known, {
      description,
      category: 'Answershare',
      hidden: !customFunction,
      args: parameters.map((parameter) => ({
        name: parameter,
        description: params.find((param) => param.name === parameter)?.text ?? '',
        type: ['ANY', 'RANGE'],
        optional: true,
        acceptMatrix: true,
        acceptErrors: true,
      })),
      compute(...args) {
        const calls = callsByGetters.get(this.getters);
        if (calls === undefined) return { value: '#ERROR', message: `${name} belongs to another sheet.` };
        return callFunction(calls, name, args);
      },
    });
  }
}

function callFunction(calls: FunctionCalls, name: string, args: readonly SheetArgument[]): ComputeResult {
  if (args.some(isLoading)) return { value: LOADING, message: 'Loading…' };
  const scriptArgs = args.map(toScriptArgument);
  while (scriptArgs.length > 0 && scriptArgs.at(-1) === undefined) scriptArgs.pop();
  const call = calls.call(name, scriptArgs);
  if (call.state === 'running') return { value: LOADING, message: 'Loading…' };
  if (call.state === 'failed') return { value: '#ERROR', message: call.message };
  return toSheetResult(call.value);
}
