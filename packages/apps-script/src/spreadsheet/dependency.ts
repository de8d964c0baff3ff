import { type Area, covers } from './area.ts';
import type { Cell } from './cell.ts';
import type { FormulaCall } from './formula-call.ts';
import type { Tab } from './tab.ts';

/** A formula of this project that may have to run. */
export interface Formula {
  tab: Tab;
  row: number;
  column: number;
  cell: Cell;
  call: FormulaCall;
  areas: Area[];
  key: string;
}

/** The formulas that are not settled: the fresh ones, and those that refer to one of them, however far. */
export function waitingFor(formulas: Formula[], fresh: Formula[]): Formula[] {
  const waiting = new Set(fresh);
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    const all = [...waiting];
    for (const formula of formulas) if (refersTo(formula, all)) waiting.add(formula);
  }
  return [...waiting];
}

export function refersTo(formula: Formula, others: Formula[]): boolean {
  return formula.areas.some((area) => others.some((other) => touches(area, other)));
}

/** Whether the area holds the other formula's cell, or a cell that its last result fills. */
function touches(area: Area, { tab, row, column, cell }: Formula): boolean {
  if (covers(area, tab.facts.id, row, column)) return true;
  if (cell.calculated === null || 'error' in cell.calculated || area.tab !== tab.facts.id) return false;
  const { rows } = cell.calculated;
  const width = rows[0]?.length ?? 0;
  const apart =
    row + rows.length <= area.row ||
    row >= area.row + area.rows ||
    column + width <= area.column ||
    column >= area.column + area.columns;
  return !apart;
}
