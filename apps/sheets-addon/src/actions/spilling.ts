import type { FormulaCall } from '../formulas/parse-calls.ts';
import { toColumnLetters, writeReference } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import type { Rows } from '../ports/cell.ts';
import type { ActiveCell } from '../ports/workbook.ts';
import { measureResult } from './evaluate-formula.ts';
import { findFunction, type OwnFormula } from './own-formulas.ts';

/** The formula whose result fills a cell. Of each column only the nearest formula above can: it stops those above it. */
export function findFormula(
  byPlace: ReadonlyMap<string, OwnFormula>,
  row: number,
  column: number,
  fills: (formula: OwnFormula) => boolean,
): OwnFormula | undefined {
  for (let left = column; left > 0; left -= 1) {
    let above = row;
    while (above > 0 && !byPlace.has(`${above} ${left}`)) above -= 1;
    const found = byPlace.get(`${above} ${left}`);
    if (found !== undefined && fills(found)) return found;
  }
  return undefined;
}

/** Creates a test whether the result of a formula fills a cell. Measures each formula once. */
export function createSpillTest(
  context: ActionContext,
): (formula: OwnFormula, row: number, column: number) => boolean {
  const sizes = new Map<OwnFormula, { readonly rows: number; readonly columns: number }>();
  return (formula, row, column) => {
    let size = sizes.get(formula);
    if (size === undefined) {
      const all = formula.calls.map((call) => measureResult(context, call, formula.tab));
      size = {
        rows: Math.max(...all.map(({ rows }) => rows)),
        columns: Math.max(...all.map(({ columns }) => columns)),
      };
      sizes.set(formula, size);
    }
    return row < formula.row + size.rows && column < formula.column + size.columns;
  };
}

/** An open-ended range such as `D:D`, whose row-by-row result would end below the sheet; null for none. */
export function findOpenRange({ name, arguments: args }: FormulaCall, row: number): string | null {
  if (findFunction(name)?.stacksTables) return null;
  for (const argument of args) {
    if (argument.kind !== 'reference') continue;
    const { from, to } = argument.reference;
    const isOpen = to !== null && (from.row === null || to.row === null);
    if (isOpen && row > (from.row ?? to.row ?? 1)) return writeReference(argument.reference);
  }
  return null;
}

/** The first cell with content where a table would spill; null if it has room. */
export function findObstacle({ tab, row, column }: ActiveCell, value: Rows): string | null {
  const block = { row, column, rows: value.length, columns: value[0]?.length ?? 1 };
  const formulas = tab.formulas();
  for (const [down, line] of tab.read(block).entries()) {
    for (const [right, cell] of line.entries()) {
      if (down + right === 0) continue;
      const isEmpty = cell === '' && (formulas[row + down - 1]?.[column + right - 1] ?? '') === '';
      if (!isEmpty) return `${toColumnLetters(column + right)}${row + down}`;
    }
  }
  return null;
}
