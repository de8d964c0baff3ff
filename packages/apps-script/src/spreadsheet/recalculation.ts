import type { Area, FormulaResult, ResultCell, SheetValue, StoredCell } from '../protocol/document.ts';
import { ScriptError } from '../protocol/errors.ts';
import { areaContains } from './a1-notation.ts';
import { readArea } from './cell-access.ts';
import {
  type CustomFunctionArgument,
  type CustomFunctionCall,
  parseCustomFunctionCall,
} from './cell-input.ts';
import type { DocumentTab } from './document-tab.ts';
import { instantToSerial, toDateFormat } from './locale.ts';
import type { Spreadsheet } from './spreadsheet.ts';

/** A formula that calls a function of the project. */
interface FormulaCell {
  tab: DocumentTab;
  row: number;
  column: number;
  cell: StoredCell;
  call: CustomFunctionCall;
  areas: Area[];
  key: string;
}

/** The fresh formulas and those that depend on them, directly or not. */
function findPending(formulas: FormulaCell[], fresh: FormulaCell[]): FormulaCell[] {
  const waiting = new Set(fresh);
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    const all = [...waiting];
    for (const formula of formulas) if (dependsOn(formula, all)) waiting.add(formula);
  }
  return [...waiting];
}

function dependsOn(formula: FormulaCell, others: FormulaCell[]): boolean {
  return formula.areas.some((area) => others.some((other) => overlapsResult(area, other)));
}

/** Whether the area contains the other formula's cell or a cell of its last result. */
function overlapsResult(area: Area, { tab, row, column, cell }: FormulaCell): boolean {
  if (areaContains(area, tab.properties.id, row, column)) return true;
  if (cell.result === null || 'error' in cell.result || area.tab !== tab.properties.id) return false;
  const { rows } = cell.result;
  const width = rows[0]?.length ?? 0;
  const apart =
    row + rows.length <= area.row ||
    row >= area.row + area.rows ||
    column + width <= area.column ||
    column >= area.column + area.columns;
  return !apart;
}

export interface Calculation {
  /** Full A1 notation of the cells whose formula ran, in order. */
  ran: string[];
}

export interface CustomFunctions {
  /** In upper case. */
  names: ReadonlySet<string>;
  run(name: string, args: unknown[], cell: Area): Promise<unknown>;
}

/**
 * Runs formulas whose arguments changed, in order of dependency, until nothing changes. Ignores formulas of other
 * functions.
 */
export async function recalculate(book: Spreadsheet, functions: CustomFunctions): Promise<Calculation> {
  const ran: string[] = [];
  for (;;) {
    const formulas = listFormulas(book, functions.names);
    const fresh = formulas.filter(({ cell, key }) => cell.result?.key !== key);
    if (fresh.length === 0) return { ran };
    const waiting = findPending(formulas, fresh);
    const ready = fresh.filter((formula) => !dependsOn(formula, waiting));
    if (ready.length === 0) {
      for (const { cell, key } of fresh) cell.result = circularReference(key);
      for (const { tab } of fresh) tab.invalidate();
      continue;
    }
    const results = await Promise.all(ready.map((formula) => evaluateFormula(book, formula, functions)));
    ready.forEach(({ tab, row, column, cell, call }, i) => {
      ran.push(book.a1({ tab: tab.properties.id, row, column, rows: 1, columns: 1 }));
      // Input typed during the run wins.
      if (cell.formula !== null && parseCustomFunctionCall(cell.formula, book.locale)?.name === call.name) {
        cell.result = results[i] ?? null;
      }
      tab.invalidate();
    });
  }
}

function listFormulas(book: Spreadsheet, names: ReadonlySet<string>): FormulaCell[] {
  const formulas: FormulaCell[] = [];
  for (const tab of book.tabs) {
    for (const { row, column, cell } of tab.cells()) {
      if (cell.formula === null) continue;
      const call = parseCustomFunctionCall(cell.formula, book.locale);
      if (call === null || !names.has(call.name.toUpperCase())) continue;
      const areas = call.args.flatMap((arg) =>
        'cells' in arg ? (findArgumentArea(book, arg.cells, tab) ?? []) : [],
      );
      const key = resultKey(call, readArguments(book, call.args, tab));
      formulas.push({ tab, row, column, cell, call, areas, key });
    }
  }
  return formulas;
}

function findArgumentArea(book: Spreadsheet, cells: string, tab: DocumentTab): Area | null {
  return book.findArea(cells, tab.properties.id);
}

/** The arguments that the function gets; null = a reference is invalid. */
function readArguments(
  book: Spreadsheet,
  args: CustomFunctionArgument[],
  tab: DocumentTab,
): unknown[] | null {
  const values: unknown[] = [];
  for (const arg of args) {
    if ('value' in arg) values.push(arg.value);
    else if ('blank' in arg) values.push('');
    else {
      const area = findArgumentArea(book, arg.cells, tab);
      if (area === null) return null;
      const rows = readArea(book, area, 'value').map((row) =>
        row.map((value) => toScriptValue(value as SheetValue)),
      );
      values.push(area.rows === 1 && area.columns === 1 ? rows[0]?.[0] : rows);
    }
  }
  return values;
}

function toScriptValue(value: SheetValue): unknown {
  return typeof value === 'object' && value !== null ? new Date(value.date) : value;
}

function resultKey(call: CustomFunctionCall, values: unknown[] | null): string {
  const distinct = (value: unknown): unknown => {
    if (value instanceof Date) return { date: value.getTime() };
    return Array.isArray(value) ? value.map(distinct) : value;
  };
  return JSON.stringify([call.name.toUpperCase(), values === null ? null : values.map(distinct)]);
}

function circularReference(key: string): FormulaResult {
  const message = 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.';
  return { key, error: '#REF!', message };
}

async function evaluateFormula(
  book: Spreadsheet,
  formula: FormulaCell,
  functions: CustomFunctions,
): Promise<FormulaResult> {
  const { key, call, tab, row, column } = formula;
  const values = readArguments(book, call.args, tab);
  if (values === null)
    return { key, error: '#NAME?', message: `Unknown range name in ${formula.cell.formula}.` };
  try {
    const result = await functions.run(call.name, values, {
      tab: tab.properties.id,
      row,
      column,
      rows: 1,
      columns: 1,
    });
    const rows = (Array.isArray(result) ? result : [[result]]) as unknown[][];
    return { key, rows: rows.map((row) => row.map((value) => toResultCell(book, value))) };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { key, error: '#ERROR!', message: error.message };
  }
}

function toResultCell(book: Spreadsheet, value: unknown): ResultCell {
  if (value instanceof Date) {
    const serial = instantToSerial(value.getTime(), book.properties.timeZone);
    const day = toDateFormat(book.locale);
    return { content: serial, numberFormat: Number.isInteger(serial) ? day : `${day} H:mm:ss` };
  }
  if (typeof value === 'number')
    return { content: Number.isFinite(value) ? value : '#NUM!', numberFormat: null };
  return {
    content: typeof value === 'string' || typeof value === 'boolean' ? value : null,
    numberFormat: null,
  };
}
