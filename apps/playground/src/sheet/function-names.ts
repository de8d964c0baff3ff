import type { ScriptFunction } from '@answershare/apps-script';
import { type AddFunctionDescription, type Getters, registries } from '@odoo/o-spreadsheet';
import type { Calls } from './calls.ts';
import { type Argument, LOADING, scriptArgument, sheetResult, waits } from './cell-values.ts';

type Result = ReturnType<AddFunctionDescription['compute']>;

// o-spreadsheet has one registry of functions for all sheets of a process: the sheet is told by its getters.
const callsOf = new WeakMap<Getters, Calls>();
const ours = new Set<string>();
registries.errorTypes.add(LOADING);

/** Lets the sheet with these getters call the script's functions. */
export function connectSheet(getters: Getters, calls: Calls): void {
  callsOf.set(getters, calls);
}

/**
 * Makes the pushed file's functions known, with names and help from its own JSDoc. As in Google Sheets only
 * those with `@customfunction` are suggested, and every argument may be left out.
 * Throws an Error when a name is taken by a function of the sheet itself.
 */
export function nameFunctions(functions: readonly ScriptFunction[]): void {
  const { functionRegistry } = registries;
  for (const { name, parameters, description, params, customFunction } of functions) {
    const known = name.toUpperCase();
    if (functionRegistry.contains(known) && !ours.has(known))
      throw new Error(`The function ${name} has the name of a function of the sheet: give it another one.`);
    ours.add(known);
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
        const calls = callsOf.get(this.getters);
        if (calls === undefined) return { value: '#ERROR', message: `${name} belongs to another sheet.` };
        return answered(calls, name, args);
      },
    });
  }
}

function answered(calls: Calls, name: string, args: readonly Argument[]): Result {
  if (args.some(waits)) return { value: LOADING, message: 'Loading…' };
  const given = args.map(scriptArgument);
  while (given.length > 0 && given.at(-1) === undefined) given.pop();
  const call = calls.ask(name, given);
  if (call.state === 'running') return { value: LOADING, message: 'Loading…' };
  if (call.state === 'failed') return { value: '#ERROR', message: call.message };
  return sheetResult(call.value);
}
