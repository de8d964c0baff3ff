import { type Cell, CellError, listCells, type Rows, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { isLabel } from './website-argument.ts';

/** The cells of one website, or a blank or a text in their place. */
type Line = Cell | readonly Cell[];

const isCells = (line: Line): line is readonly Cell[] => Array.isArray(line);

/** @throws CellError for a block of websites: each of them has several cells */
export function assertOneLine(argument: unknown): void {
  const range = toRange(argument);
  if (range === null || range.length === 1 || range.every((row) => row.length === 1)) return;
  throw new CellError(
    'bad_request',
    'ANALYTICS_TOTAL gives several cells per website here. Give the websites in one column or in one row.',
  );
}

/**
 * A column of websites as a row of cells for each, a row of websites as a column for each. Headings replace a heading of
 * the range, or come first if wanted.
 */
export function toGrid(
  argument: unknown,
  shown: Line | readonly (readonly Line[])[],
  headings: readonly string[],
  withHeadings: boolean,
  cellContext: FunctionContext,
): Cell | Rows {
  const range = toRange(argument);
  const table = range === null ? [[shown as Line]] : (shown as readonly (readonly Line[])[]);
  const toCell = (line: Line): Cell => (isCells(line) ? (line[0] ?? '') : line);
  if (headings.length === 1 && !withHeadings) {
    return range === null ? toCell(shown as Line) : table.map((row) => row.map(toCell));
  }
  const [first] = listCells(argument);
  const lines = table.flat();
  const hasHeading = lines.length > 1 && lines[0] === '' && isLabel(first, cellContext);
  const rows: Rows = lines.map((line, at) => {
    if (isCells(line)) return line;
    return at === 0 && hasHeading ? headings : headings.map((_, column) => (column === 0 ? line : ''));
  });
  const all = withHeadings && !hasHeading ? [headings, ...rows] : rows;
  const isRow = range !== null && range.length === 1 && lines.length > 1;
  return isRow ? headings.map((_, column) => all.map((row) => row[column] ?? '')) : all;
}
