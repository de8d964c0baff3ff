import type { ScriptFunction } from '@answershare/apps-script';
import {
  type AddFunctionDescription,
  type CellPosition,
  type Getters,
  type Model,
  registries,
} from '@odoo/o-spreadsheet';
import './google-grid.ts';
import {
  fromWireValue,
  isLoading,
  LOADING,
  type SheetArgument,
  toScriptArgument,
  toSheetResult,
  toWireValue,
} from './cell-values.ts';

/** A value as JSON (`toWireValue`), or the note of an error. */
export type FunctionOutcome = { readonly value: unknown } | { readonly error: string };

/** Runs a custom function in a cell with a formula; `args` are encoded as by `toWireValue`. Never rejects. */
export type RunFunction = (
  name: string,
  args: readonly unknown[],
  formula: string,
) => Promise<FunctionOutcome>;

interface FunctionCall {
  /** Null while it runs. */
  outcome: FunctionOutcome | null;
  readonly done: Promise<FunctionOutcome>;
  readonly cells: Map<string, CellPosition>;
}

/** The custom function calls of one grid: one call per function, distinct arguments and formula. */
export class FunctionCalls {
  readonly #run: RunFunction;
  #calls = new Map<string, FunctionCall>();
  #running = new Set<Promise<void>>();
  #model: Model | null = null;
  /** Keys with a new outcome whose cells still show the old one. */
  readonly #arrived = new Set<string>();
  #update: ReturnType<typeof setTimeout> | null = null;

  constructor(run: RunFunction) {
    this.#run = run;
  }

  /** Recalculates the model's cells as outcomes arrive. */
  connect(model: Model): void {
    this.#model = model;
    callsByGetters.set(model.getters, this);
  }

  /** The outcome, or null while the function runs. */
  call(name: string, args: readonly unknown[], cell: CellPosition | undefined): FunctionOutcome | null {
    const text = cell && this.#model?.getters.getCellText(cell, { showFormula: true });
    const call = this.#find(name, args, text ?? '');
    if (cell !== undefined) call.cells.set(toCellKey(cell), cell);
    return call.outcome;
  }

  /** As `call`, for a grid in another process. */
  request(...call: Parameters<RunFunction>): Promise<FunctionOutcome> {
    return this.#find(...call).done;
  }

  /** Resolves when no function runs and every cell shows its outcome. */
  async settle(): Promise<void> {
    while (this.#running.size > 0 || this.#arrived.size > 0) {
      await Promise.all(this.#running);
      this.#showOutcomes();
    }
  }

  /**
   * Forgets the calls of these cells, also those that run, applies a change and calculates the cells again. Calls that the
   * change begins stay. Returns the forgotten keys.
   */
  forgetCells(positions: readonly CellPosition[], change: () => void): string[] {
    const wanted = new Set(positions.map(toCellKey));
    const keys = [...this.#calls].flatMap(([key, { cells }]) =>
      [...cells.keys()].some((cell) => wanted.has(cell)) ? [key] : [],
    );
    this.forget(keys, change);
    return keys;
  }

  /** Forgets calls, applies a change and calculates their cells again. */
  forget(keys: readonly string[], change?: () => void): void {
    const cells = keys.flatMap((key) => [...(this.#calls.get(key)?.cells.values() ?? [])]);
    for (const key of keys) this.#calls.delete(key);
    change?.();
    if (cells.length > 0) this.#calculate(cells);
  }

  /** Forgets all calls and calculates every cell again. */
  clear(): void {
    this.#calls = new Map();
    this.#model?.dispatch('EVALUATE_CELLS');
  }

  /** Calculates the cells of all outcomes that have arrived. */
  #showOutcomes(): void {
    if (this.#update !== null) clearTimeout(this.#update);
    this.#update = null;
    const cells = [...this.#arrived].flatMap((key) => [...(this.#calls.get(key)?.cells.values() ?? [])]);
    this.#arrived.clear();
    if (cells.length > 0) this.#calculate(cells);
  }

  /** Cells that have moved since their call are not found; then all are calculated. */
  #calculate(cells: readonly CellPosition[]): void {
    const { getters } = this.#model ?? {};
    const ids = cells.flatMap((cell) => {
      const found = getters?.tryGetSheet(cell.sheetId) === undefined ? undefined : getters.getCell(cell);
      return found === undefined ? [] : [found.id];
    });
    this.#model?.dispatch('EVALUATE_CELLS', ids.length === cells.length ? { cellIds: ids } : {});
  }

  #find(...wanted: Parameters<RunFunction>): FunctionCall {
    const key = JSON.stringify(wanted);
    const known = this.#calls.get(key);
    if (known !== undefined) return known;
    const done = this.#run(...wanted);
    const call: FunctionCall = { outcome: null, done, cells: new Map() };
    this.#calls.set(key, call);
    const running = done.then((outcome) => {
      this.#running.delete(running);
      call.outcome = outcome;
      this.#arrived.add(key);
      // Outcomes that arrive together are shown by one calculation.
      this.#update ??= setTimeout(() => this.#showOutcomes(), 20);
    });
    this.#running.add(running);
    return call;
  }
}

const toCellKey = ({ sheetId, col, row }: CellPosition): string => `${sheetId}:${col}:${row}`;

type ComputeResult = ReturnType<AddFunctionDescription['compute']>;

/** How the text of a parameter begins that may be left out. */
const optional = /^Optional\. /;

// o-spreadsheet has one function registry per process; the getters identify the workbook.
const callsByGetters = new WeakMap<Getters, FunctionCalls>();
const registeredNames = new Set<string>();
registries.errorTypes.add(LOADING);
// o-spreadsheet prints timings there; Node writes them to stdout.
console.debug = (): void => undefined;

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
    const texts = new Map(params.map((param) => [param.name, param.text]));
    functionRegistry.replace(known, {
      description,
      category: 'Answershare',
      hidden: !customFunction,
      // A file keeps the formula, with its value: Google Sheets runs it where the add-on is installed.
      isExported: true,
      args: parameters.map((parameter) => ({
        name: parameter,
        description: (texts.get(parameter) ?? '').replace(optional, ''),
        type: ['ANY', 'RANGE'],
        optional: true,
        acceptMatrix: true,
        acceptErrors: true,
      })),
      compute(...args) {
        const calls = callsByGetters.get(this.getters);
        if (calls === undefined) return { value: '#ERROR', message: `${name} belongs to another sheet.` };
        return callFunction(calls, name, args, this.__originCellPosition);
      },
    });
    // The help shows brackets for optional arguments only; a missing one is the function's to refuse.
    for (const argument of functionRegistry.get(known).args)
      argument.optional = optional.test(texts.get(argument.name) ?? '');
  }
}

function callFunction(
  calls: FunctionCalls,
  name: string,
  args: readonly SheetArgument[],
  cell: CellPosition | undefined,
): ComputeResult {
  if (args.some(isLoading)) return { value: LOADING, message: 'Loading…' };
  const scriptArgs = args.map(toScriptArgument);
  while (scriptArgs.length > 0 && scriptArgs.at(-1) === undefined) scriptArgs.pop();
  const outcome = calls.call(name, scriptArgs.map(toWireValue), cell);
  if (outcome === null) return { value: LOADING, message: 'Loading…' };
  if ('error' in outcome) return { value: '#ERROR', message: outcome.error };
  return toSheetResult(fromWireValue(outcome.value));
}
