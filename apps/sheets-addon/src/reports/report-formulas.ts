import { columnLetters } from '../formulas/reference.ts';
import { writeFormula } from '../formulas/write-formula.ts';
import type { Report } from './report.ts';

/** A formula of a report that is written as formulas; its result spills from there. */
export interface PlacedFormula {
  readonly column: number;
  readonly formula: string;
}

/**
 * The formulas of a report.
 * @param firstRow the sheet's row below the headings
 * @param websites how many websites the key has
 */
export function reportFormulas(
  { parts }: Report,
  firstRow: number,
  websites: number,
): readonly PlacedFormula[] {
  const letters = columnLetters(1);
  const ids = `${letters}${firstRow}:${letters}${firstRow + Math.max(1, websites) - 1}`;
  return parts.map(({ name, column, arguments: args }) => ({
    column,
    formula: writeFormula(name, args === 'ids' ? [{ typed: ids }] : args),
  }));
}
