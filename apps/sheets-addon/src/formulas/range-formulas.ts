import { type FormulaArgument, type FormulaCall, findCalls } from './parse-calls.ts';
import { type Reference, toColumnLetters, writeReference } from './reference.ts';

/** Formulas of one tab, row by row; `''` where a cell has none. The first is that of A1. */
export interface FormulaGrid {
  readonly tab: string;
  readonly formulas: readonly (readonly string[])[];
}

/** A column of formulas that one range formula can stand for. Rows and columns count from 1. */
export interface RangeFormula {
  readonly tab: string;
  readonly column: number;
  readonly firstRow: number;
  readonly rows: number;
  /** The cells, `B2:B50`. */
  readonly cells: string;
  readonly before: string;
  readonly after: string;
  /** Calls of Google's servers that a recalculation saves. */
  readonly savedCalls: number;
}

/** Fewer rows than this are as clear as they are. */
const fewestRows = 3;

type OneCell = Reference & { readonly from: { readonly row: number; readonly column: number } };

function isOneCell(
  argument: FormulaArgument | undefined,
): argument is { kind: 'reference'; reference: OneCell } {
  if (argument?.kind !== 'reference') return false;
  const { from, to } = argument.reference;
  return to === null && from.row !== null && !from.rowFixed && from.column !== null;
}

/** True for an argument that is the same in every row: nothing in it moves with the row. */
function isAbsolute(argument: FormulaArgument): boolean {
  if (argument.kind === 'other') return false;
  if (argument.kind !== 'reference') return true;
  const { from, to } = argument.reference;
  return to === null && from.rowFixed;
}

/** What formulas of one column have to share; null for a formula that no range formula can stand for. */
function pattern(call: FormulaCall | undefined, row: number): string | null {
  if (call === undefined || !call.whole) return null;
  const [website, ...others] = call.arguments;
  if (!isOneCell(website) || !others.every(isAbsolute)) return null;
  const { tab, from } = website.reference;
  return JSON.stringify([call.name, tab, from.column, from.columnFixed, from.row - row, others]);
}

function argumentSource(formula: string): string {
  const [, rest = ''] = /^[^(]*\(((?:.|\n)*)\)\s*$/.exec(formula) ?? [];
  return rest;
}

/** A call's text with another first argument. */
function replaceFirstArgument(formula: string, reference: Reference): string {
  const source = argumentSource(formula);
  const first = /^\s*(?:'(?:[^']|'')+'!)?[^,;]*/.exec(source)?.[0] ?? '';
  return `${formula.slice(0, formula.indexOf('('))}(${writeReference(reference)}${source.slice(first.length)})`;
}

/** The formula of a column's first row, its first argument stretched over `rows` rows. */
function stretchReference(formula: string, { reference }: { reference: OneCell }, rows: number): string {
  const { from } = reference;
  return replaceFirstArgument(formula, { ...reference, to: { ...from, row: from.row + rows - 1 } });
}

/** The formulas, one a row, that {@link RangeFormula.before} began: what a rewriting is undone with. */
export function splitRange(before: string, rows: number): readonly string[] {
  const website = findCalls(before, () => true)[0]?.arguments[0];
  if (!isOneCell(website)) return [];
  const { reference } = website;
  const formulas = [before];
  for (let down = 1; down < rows; down += 1) {
    formulas.push(
      replaceFirstArgument(before, {
        ...reference,
        from: { ...reference.from, row: reference.from.row + down },
      }),
    );
  }
  return formulas;
}

/**
 * The columns of formulas, one a row without gaps, that differ in nothing but the row of their first argument.
 * @param takesRange true for a function whose first argument may be a range
 */
export function combineIntoRanges(
  { tab, formulas }: FormulaGrid,
  takesRange: (name: string) => boolean,
): readonly RangeFormula[] {
  const found: RangeFormula[] = [];
  const width = formulas.reduce((most, row) => Math.max(most, row.length), 0);
  for (let column = 1; column <= width; column += 1) {
    const calls = formulas.map((row) => findCalls(row[column - 1] ?? '', takesRange)[0]);
    const patterns = calls.map((call, at) => pattern(call, at + 1));
    for (let first = 0; first < patterns.length; ) {
      let end = first + 1;
      while (end < patterns.length && patterns[first] !== null && patterns[end] === patterns[first]) end += 1;
      const rows = end - first;
      const before = formulas[first]?.[column - 1] ?? '';
      const website = calls[first]?.arguments[0];
      if (rows >= fewestRows && patterns[first] !== null && isOneCell(website)) {
        const letters = toColumnLetters(column);
        found.push({
          tab,
          column,
          firstRow: first + 1,
          rows,
          cells: `${letters}${first + 1}:${letters}${end}`,
          before,
          after: stretchReference(before, website, rows),
          savedCalls: rows - 1,
        });
      }
      first = end;
    }
  }
  return found;
}
