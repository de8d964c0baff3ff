import { type FormulaArgument, type FormulaCall, findCalls } from './parse-calls.ts';
import { type Reference, toColumnLetters, writeReference } from './reference.ts';

/** Formulas of one tab by row, the first from A1; `''` for none. */
export interface FormulaGrid {
  readonly tab: string;
  readonly formulas: readonly (readonly string[])[];
}

/** A column of formulas that one range formula can replace. Rows and columns count from 1. */
export interface RangeFormula {
  readonly tab: string;
  readonly column: number;
  readonly firstRow: number;
  readonly rows: number;
  /** The cells, `B2:B50`. */
  readonly cells: string;
  readonly before: string;
  readonly after: string;
  /** Custom function calls saved per recalculation. */
  readonly savedCalls: number;
}

/** A range formula makes fewer rows than this no clearer. */
const minRows = 3;

type OneCell = Reference & { readonly from: { readonly row: number; readonly column: number } };

function isOneCell(
  argument: FormulaArgument | undefined,
): argument is { kind: 'reference'; reference: OneCell } {
  if (argument?.kind !== 'reference') return false;
  const { from, to } = argument.reference;
  return to === null && from.row !== null && !from.rowFixed && from.column !== null;
}

/** True if an argument is the same in every row, without relative references. */
function isAbsolute(argument: FormulaArgument): boolean {
  if (argument.kind === 'other') return false;
  if (argument.kind !== 'reference') return true;
  const { from, to } = argument.reference;
  return to === null && from.rowFixed;
}

/** The common part of a column's formulas; null if no range formula can replace them. */
function toPattern(call: FormulaCall | undefined, row: number): string | null {
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

/** Replaces the first argument of a call's text. */
function replaceFirstArgument(formula: string, reference: Reference): string {
  const source = argumentSource(formula);
  const first = /^\s*(?:'(?:[^']|'')+'!)?[^,;]*/.exec(source)?.[0] ?? '';
  return `${formula.slice(0, formula.indexOf('('))}(${writeReference(reference)}${source.slice(first.length)})`;
}

/** A range formula: the first row's formula with its first argument extended over `rows` rows. */
function stretchReference(formula: string, { reference }: { reference: OneCell }, rows: number): string {
  const { from } = reference;
  return replaceFirstArgument(formula, { ...reference, to: { ...from, row: from.row + rows - 1 } });
}

/** The single formulas, one per row, that start with {@link RangeFormula.before}: for undo. */
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

/** Finds adjacent formulas that differ only in the row of a first argument that may be a range. */
export function combineIntoRanges(
  { tab, formulas }: FormulaGrid,
  takesRange: (name: string) => boolean,
): readonly RangeFormula[] {
  const found: RangeFormula[] = [];
  const width = formulas.reduce((most, row) => Math.max(most, row.length), 0);
  for (let column = 1; column <= width; column += 1) {
    const calls = formulas.map((row) => findCalls(row[column - 1] ?? '', takesRange)[0]);
    const patterns = calls.map((call, at) => toPattern(call, at + 1));
    for (let first = 0; first < patterns.length; ) {
      let end = first + 1;
      while (end < patterns.length && patterns[first] !== null && patterns[end] === patterns[first]) end += 1;
      const rows = end - first;
      const before = formulas[first]?.[column - 1] ?? '';
      const website = calls[first]?.arguments[0];
      if (rows >= minRows && patterns[first] !== null && isOneCell(website)) {
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
