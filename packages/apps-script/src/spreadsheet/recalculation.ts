import { ScriptError } from '../script-error.ts';
import type { Area } from './area.ts';
import type { Calculated, SheetValue, Shown } from './cell.ts';
import { readArea } from './cell-access.ts';
import { type Formula, refersTo, waitingFor } from './dependency.ts';
import { type Argument, type FormulaCall, readFormulaCall } from './formula-call.ts';
import { dateFormat } from './locale.ts';
import { serialOf } from './serial-date.ts';
import type { Spreadsheet } from './spreadsheet.ts';
import type { Tab } from './tab.ts';

/** What one calculation did. */
export interface Calculation {
  /** The cells whose formula ran, in order of their rounds, as full A1 notation. */
  ran: string[];
}

export interface Functions {
  /** Their names in capitals. */
  names: ReadonlySet<string>;
  run(name: string, args: unknown[]): Promise<unknown>;
}

/**
 * Runs every formula whose arguments differ from those of its last run, those that others wait for first, and again
 * until nothing is new. Formulas that this project does not define are left alone.
 */
export async function recalculate(book: Spreadsheet, functions: Functions): Promise<Calculation> {
  const ran: string[] = [];
  for (;;) {
    const formulas = formulasOf(book, functions.names);
    const fresh = formulas.filter(({ cell, key }) => cell.calculated?.key !== key);
    if (fresh.length === 0) return { ran };
    const waiting = waitingFor(formulas, fresh);
    const ready = fresh.filter((formula) => !refersTo(formula, waiting));
    if (ready.length === 0) {
      for (const { cell, key } of fresh) cell.calculated = circular(key);
      for (const { tab } of fresh) tab.touch();
      continue;
    }
    const results = await Promise.all(ready.map((formula) => resultOf(book, formula, functions)));
    ready.forEach(({ tab, row, column, cell, call }, i) => {
      ran.push(book.a1({ tab: tab.facts.id, row, column, rows: 1, columns: 1 }));
      // What was typed over the formula while it ran stays.
      if (cell.formula !== null && readFormulaCall(cell.formula, book.locale)?.name === call.name) {
        cell.calculated = results[i] ?? null;
      }
      tab.touch();
    });
  }
}

function formulasOf(book: Spreadsheet, names: ReadonlySet<string>): Formula[] {
  const formulas: Formula[] = [];
  for (const tab of book.tabs) {
    for (const { row, column, cell } of tab.cells()) {
      if (cell.formula === null) continue;
      const call = readFormulaCall(cell.formula, book.locale);
      if (call === null || !names.has(call.name.toUpperCase())) continue;
      const areas = call.args.flatMap((arg) => ('cells' in arg ? (areaOf(book, arg.cells, tab) ?? []) : []));
      const key = keyOf(call, valuesOf(book, call.args, tab));
      formulas.push({ tab, row, column, cell, call, areas, key });
    }
  }
  return formulas;
}

function areaOf(book: Spreadsheet, cells: string, tab: Tab): Area | null {
  return book.find(cells, tab.facts.id);
}

/** The arguments as the function gets them; null where one names no cells. */
function valuesOf(book: Spreadsheet, args: Argument[], tab: Tab): unknown[] | null {
  const values: unknown[] = [];
  for (const arg of args) {
    if ('value' in arg) values.push(arg.value);
    else if ('blank' in arg) values.push('');
    else {
      const area = areaOf(book, arg.cells, tab);
      if (area === null) return null;
      const rows = readArea(book, area, 'value').map((row) =>
        row.map((value) => toScript(value as SheetValue)),
      );
      values.push(area.rows === 1 && area.columns === 1 ? rows[0]?.[0] : rows);
    }
  }
  return values;
}

function toScript(value: SheetValue): unknown {
  return typeof value === 'object' && value !== null ? new Date(value.date) : value;
}

function keyOf(call: FormulaCall, values: unknown[] | null): string {
  const distinct = (value: unknown): unknown => {
    if (value instanceof Date) return { date: value.getTime() };
    return Array.isArray(value) ? value.map(distinct) : value;
  };
  return JSON.stringify([call.name.toUpperCase(), values === null ? null : values.map(distinct)]);
}

function circular(key: string): Calculated {
  const message = 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.';
  return { key, error: '#REF!', message };
}

async function resultOf(book: Spreadsheet, formula: Formula, functions: Functions): Promise<Calculated> {
  const { key, call, tab } = formula;
  const values = valuesOf(book, call.args, tab);
  if (values === null)
    return { key, error: '#NAME?', message: `Unknown range name in ${formula.cell.formula}.` };
  try {
    const result = await functions.run(call.name, values);
    const rows = (Array.isArray(result) ? result : [[result]]) as unknown[][];
    return { key, rows: rows.map((row) => row.map((value) => shownOf(book, value))) };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { key, error: '#ERROR!', message: error.message };
  }
}

function shownOf(book: Spreadsheet, value: unknown): Shown {
  if (value instanceof Date) {
    const serial = serialOf(value.getTime(), book.facts.timeZone);
    const day = dateFormat(book.locale);
    return { content: serial, format: Number.isInteger(serial) ? day : `${day} H:mm:ss` };
  }
  if (typeof value === 'number') return { content: Number.isFinite(value) ? value : '#NUM!', format: null };
  return { content: typeof value === 'string' || typeof value === 'boolean' ? value : null, format: null };
}
