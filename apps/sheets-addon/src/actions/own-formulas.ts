import { type Call, callsIn } from '../formulas/calls.ts';
import { functionNamed } from './recorded-asks.ts';
import type { Tab, Workbook } from './workbook.ts';

/** A cell whose formula calls a function of ours. Rows and columns count from 1. */
export interface OwnFormula {
  readonly tab: Tab;
  readonly row: number;
  readonly column: number;
  readonly formula: string;
  readonly calls: readonly Call[];
}

const known = (name: string): boolean => functionNamed(name) !== null;

/** The calls of our functions in a formula. */
export const ownCalls = (formula: string): readonly Call[] => callsIn(formula, known);

/** Every cell of the file with a formula of ours, tab by tab, column by column from the top. */
export function ownFormulas(workbook: Workbook): readonly OwnFormula[] {
  const found: OwnFormula[] = [];
  for (const tab of workbook.tabs()) {
    const formulas = tab.formulas();
    const width = formulas.reduce((most, row) => Math.max(most, row.length), 0);
    for (let column = 1; column <= width; column += 1) {
      formulas.forEach((row, at) => {
        const formula = row[column - 1] ?? '';
        const calls = formula === '' ? [] : ownCalls(formula);
        if (calls.length > 0) found.push({ tab, row: at + 1, column, formula, calls });
      });
    }
  }
  return found;
}
