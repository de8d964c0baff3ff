import { type FormulaArgument, type FormulaCall, findCalls } from '../formulas/parse-calls.ts';
import type { Reference } from '../formulas/reference.ts';
import { functions } from '../functions/functions.ts';
import type { SheetFunction } from '../functions/parameters.ts';
import type { Cell } from '../ports/cell.ts';
import type { SheetTab, Workbook } from '../ports/workbook.ts';

/** A cell whose formula calls a function of the add-on. Rows and columns count from 1. */
export interface OwnFormula {
  readonly tab: SheetTab;
  readonly row: number;
  readonly column: number;
  readonly formula: string;
  readonly calls: readonly FormulaCall[];
}

const isOwnFunction = (name: string): boolean => findFunction(name) !== null;

/** The calls of the add-on's functions in a formula. */
export const listOwnCalls = (formula: string): readonly FormulaCall[] => findCalls(formula, isOwnFunction);

/** Every cell of the file with a formula of the add-on, by tab, then column, then row. */
export function listOwnFormulas(workbook: Workbook): readonly OwnFormula[] {
  const found: OwnFormula[] = [];
  for (const tab of workbook.tabs()) {
    const formulas = tab.formulas();
    const width = formulas.reduce((most, row) => Math.max(most, row.length), 0);
    for (let column = 1; column <= width; column += 1) {
      formulas.forEach((row, at) => {
        const formula = row[column - 1] ?? '';
        const calls = formula === '' ? [] : listOwnCalls(formula);
        if (calls.length > 0) found.push({ tab, row: at + 1, column, formula, calls });
      });
    }
  }
  return found;
}

/** Creates a reader of references in one tab's formulas. Reads each tab once. */
export function createReferenceReader(workbook: Workbook): (reference: Reference, own: SheetTab) => unknown {
  const cache = new Map<string, readonly (readonly Cell[])[]>();
  function readValues(tab: SheetTab): readonly (readonly Cell[])[] {
    const cached = cache.get(tab.name);
    if (cached) return cached;
    const values = tab.values();
    cache.set(tab.name, values);
    return values;
  }
  return ({ tab: name, from, to }, own) => {
    const tab = name === null ? own : workbook.tab(name);
    if (tab === null) return '';
    const values = readValues(tab);
    const cell = (row: number, column: number): Cell => values[row - 1]?.[column - 1] ?? '';
    if (to === null) return cell(from.row ?? 1, from.column ?? 1);
    const width = values.reduce((most, row) => Math.max(most, row.length), 1);
    const firstRow = Math.min(from.row ?? 1, to.row ?? values.length);
    const lastRow = Math.max(from.row ?? 1, to.row ?? values.length);
    const firstColumn = Math.min(from.column ?? 1, to.column ?? width);
    const lastColumn = Math.max(from.column ?? 1, to.column ?? width);
    const rows: Cell[][] = [];
    for (let row = firstRow; row <= lastRow; row += 1) {
      const line: Cell[] = [];
      for (let column = firstColumn; column <= lastColumn; column += 1) line.push(cell(row, column));
      rows.push(line);
    }
    return rows;
  };
}

/** The cells of a named range; blank for an unknown name. */
function readNamedRange(workbook: Workbook, name: string): unknown {
  const named = workbook.named(name);
  if (named === null) return '';
  const values = named.tab.read(named.block);
  return named.block.rows === 1 && named.block.columns === 1 ? values[0]?.[0] : values;
}

/** The value that Sheets would pass to a function; null for a computation, which only Sheets can do. */
export function readArgumentValue(
  argument: FormulaArgument,
  own: SheetTab,
  workbook: Workbook,
  read: (reference: Reference, own: SheetTab) => unknown,
): { readonly value: unknown } | null {
  switch (argument.kind) {
    case 'blank':
      return { value: '' };
    case 'text':
      return { value: argument.text };
    case 'number':
      return { value: argument.number };
    case 'boolean':
      return { value: argument.boolean };
    case 'reference':
      return { value: read(argument.reference, own) };
    case 'named':
      return { value: readNamedRange(workbook, argument.name) };
    case 'other':
      return null;
  }
}

/** A function by its name or its hidden prefixed name; null for any other. */
export function findFunction(name: string): SheetFunction | null {
  const bareName = name.replace(/^AS_/, '');
  return functions.find((one) => one.name === bareName) ?? null;
}
