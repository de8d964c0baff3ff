import type { Cell } from '../cells/cell.ts';
import type { Argument } from '../formulas/calls.ts';
import type { Reference } from '../formulas/reference.ts';
import type { Tab, Workbook } from './workbook.ts';

/** Reads what references of one tab's formulas hold. Each tab is read once. */
export function referenceReader(workbook: Workbook): (reference: Reference, own: Tab) => unknown {
  const read = new Map<string, readonly (readonly Cell[])[]>();
  function valuesOf(tab: Tab): readonly (readonly Cell[])[] {
    const known = read.get(tab.name);
    if (known) return known;
    const values = tab.values();
    read.set(tab.name, values);
    return values;
  }
  return ({ tab: name, from, to }, own) => {
    const tab = name === null ? own : workbook.tab(name);
    if (tab === null) return '';
    const values = valuesOf(tab);
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

/** The cells of a named range; blank for a name that the file does not have. */
function namedValue(workbook: Workbook, name: string): unknown {
  const named = workbook.named(name);
  if (named === null) return '';
  const values = named.tab.read(named.block);
  return named.block.rows === 1 && named.block.columns === 1 ? values[0]?.[0] : values;
}

/** What Sheets would hand to a function; null for a computation, which only Sheets can do. */
export function argumentValue(
  argument: Argument,
  own: Tab,
  workbook: Workbook,
  read: (reference: Reference, own: Tab) => unknown,
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
      return { value: namedValue(workbook, argument.name) };
    case 'other':
      return null;
  }
}
