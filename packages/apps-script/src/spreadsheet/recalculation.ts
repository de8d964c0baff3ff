import type { Area, FormulaResult, ResultCell, SheetValue, StoredCell } from '../protocol/document.ts';
import { ScriptError } from '../protocol/errors.ts';
import { areaContains } from './a1-notation.ts';
import { readArea } from './cell-access.ts';
import { type CustomFunctionCall, parseCustomFunctionCall } from './cell-input.ts';
import type { DocumentTab } from './document-tab.ts';
import { findFormulaFault, isVolatileText } from './formula-text.ts';
import { instantToSerial, serialToInstant, toDateFormat } from './locale.ts';
import type { Spreadsheet } from './spreadsheet.ts';

interface CellPlace {
  tab: DocumentTab;
  row: number;
  column: number;
  cell: StoredCell;
}

/** A formula of calls that this runtime calculates. */
interface FormulaCell extends CellPlace {
  areas: Area[];
  /** null = a reference is invalid. */
  call: ReadyCall | null;
  key: string;
}

/** A call with the values of its arguments. */
type ReadyCall = { value: unknown } | { name: string; args: ReadyCall[] };

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
  /** Epoch milliseconds. */
  now(): number;
}

/**
 * Runs formulas whose arguments changed, in order of dependency, until nothing changes. Formulas that need other
 * functions of Sheets than TODAY and NOW stay as they are.
 */
export async function recalculate(book: Spreadsheet, functions: CustomFunctions): Promise<Calculation> {
  const ran: string[] = [];
  const now = functions.now();
  for (;;) {
    const formulas = listFormulas(book, functions.names, now);
    const fresh = formulas.filter(({ cell, key }) => cell.result?.key !== key);
    if (fresh.length === 0) return { ran };
    const waiting = findPending(formulas, fresh);
    const ready = fresh.filter((formula) => !dependsOn(formula, waiting));
    if (ready.length === 0) {
      for (const { cell, key } of fresh) cell.result = circularReference(key);
      for (const { tab } of fresh) tab.invalidate();
      continue;
    }
    const texts = ready.map(({ cell }) => cell.formula);
    const results = await Promise.all(ready.map((formula) => evaluateFormula(book, formula, functions)));
    ready.forEach(({ tab, row, column, cell, call }, i) => {
      if (call === null || 'name' in call)
        ran.push(book.a1({ tab: tab.properties.id, row, column, rows: 1, columns: 1 }));
      // Input typed during the run wins.
      if (cell.formula === texts[i]) cell.result = results[i] ?? null;
      tab.invalidate();
    });
  }
}

function listFormulas(book: Spreadsheet, names: ReadonlySet<string>, now: number): FormulaCell[] {
  const places: CellPlace[] = book.tabs.flatMap((tab) =>
    [...tab.cells()].map((place) => ({ tab, ...place })),
  );
  const isVolatile = findVolatileCells(book, places);
  const formulas: FormulaCell[] = [];
  for (const place of places) {
    const { tab, cell } = place;
    if (cell.formula === null) continue;
    const fault = findFormulaFault(cell.formula, names, (cells) => isVolatile(cells, tab));
    if (fault !== null) {
      if (cell.result?.key !== fault.message) tab.invalidate();
      cell.result = { key: fault.message, ...fault };
      continue;
    }
    const call = parseCustomFunctionCall(cell.formula, book.locale);
    if (call === null || !isCalculable(call, names)) continue;
    const areas: Area[] = [];
    const ready = readCall(book, call, tab, now, areas);
    formulas.push({ ...place, areas, call: ready, key: resultKey(ready) });
  }
  return formulas;
}

/** Whether a reference from a tab contains a formula with a volatile function, directly or not. */
function findVolatileCells(
  book: Spreadsheet,
  places: readonly CellPlace[],
): (cells: string, tab: DocumentTab) => boolean {
  const found = new Set<CellPlace>();
  const isVolatile = (cells: string, tab: DocumentTab): boolean => {
    const area = found.size === 0 ? null : book.findArea(cells, tab.properties.id);
    return (
      area !== null &&
      [...found].some((one) => areaContains(area, one.tab.properties.id, one.row, one.column))
    );
  };
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const place of places)
      if (
        place.cell.formula !== null &&
        isVolatileText(place.cell.formula, (cells) => isVolatile(cells, place.tab))
      )
        found.add(place);
  }
  return isVolatile;
}

const isDateFunction = (name: string): boolean => /^(TODAY|NOW)$/i.test(name);

function isCalculable({ name, args }: CustomFunctionCall, names: ReadonlySet<string>): boolean {
  if (isDateFunction(name)) return args.length === 0;
  return (
    names.has(name.toUpperCase()) && args.every((arg) => !('call' in arg) || isCalculable(arg.call, names))
  );
}

/** The call with its values; null = a reference is invalid. Adds the areas that it reads to `areas`. */
function readCall(
  book: Spreadsheet,
  { name, args }: CustomFunctionCall,
  tab: DocumentTab,
  now: number,
  areas: Area[],
): ReadyCall | null {
  if (isDateFunction(name)) return { value: new Date(/^now$/i.test(name) ? now : findMidnight(book, now)) };
  const ready = args.map((arg): ReadyCall | null => {
    if ('call' in arg) return readCall(book, arg.call, tab, now, areas);
    if (!('cells' in arg)) return { value: 'value' in arg ? arg.value : '' };
    const area = book.findArea(arg.cells, tab.properties.id);
    if (area === null) return null;
    areas.push(area);
    const rows = readArea(book, area, 'value').map((row) =>
      row.map((value) => toScriptValue(value as SheetValue)),
    );
    return { value: toArgument(rows) };
  });
  const whole = ready.filter((one) => one !== null);
  return whole.length === ready.length ? { name, args: whole } : null;
}

/** One cell is passed as its value. */
function toArgument(rows: unknown[][]): unknown {
  return rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : rows;
}

function findMidnight({ properties: { timeZone } }: Spreadsheet, now: number): number {
  return serialToInstant(Math.floor(instantToSerial(now, timeZone)), timeZone);
}

function toScriptValue(value: SheetValue): unknown {
  return typeof value === 'object' && value !== null ? new Date(value.date) : value;
}

function resultKey(call: ReadyCall | null): string {
  // Without a mark, a date and the text of its JSON would be equal.
  return JSON.stringify(call, function (this: { [key: string]: unknown }, key, value) {
    if (this[key] instanceof Date) return { date: value };
    return key === 'name' ? String(value).toUpperCase() : value;
  });
}

function circularReference(key: string): FormulaResult {
  const message = 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.';
  return { key, error: '#REF!', message };
}

async function evaluateFormula(
  book: Spreadsheet,
  { key, call, tab, row, column, cell }: FormulaCell,
  functions: CustomFunctions,
): Promise<FormulaResult> {
  if (call === null) return { key, error: '#NAME?', message: `Unknown range name in ${cell.formula}.` };
  const place = { tab: tab.properties.id, row, column, rows: 1, columns: 1 };
  const run = async (ready: ReadyCall): Promise<unknown> => {
    if ('value' in ready) return ready.value;
    const args = await Promise.all(ready.args.map(run));
    const values = args.map((value) => (Array.isArray(value) ? toArgument(value) : (value ?? '')));
    return functions.run(ready.name, values, place);
  };
  try {
    const result = await run(call);
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
