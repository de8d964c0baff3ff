import type { Cell, Rows } from '../cells/cell.ts';
import { Refusal } from '../cells/refusal.ts';
import { columnLetters } from '../formulas/reference.ts';
import type { Report } from '../reports/report.ts';
import type { Office } from './office.ts';
import type { Block, NamedBlock, Tab } from './workbook.ts';

/** Title, status, an empty row, headings. */
export const headingRow = 4;

export interface ReportSheet {
  readonly tab: Tab;
  /** Headings and rows. */
  readonly block: Block;
}

const line = (row: number, columns: number): Block => ({ row, column: 1, rows: 1, columns });

/** The headings of a report on an empty tab. */
export function writeHeadings({ say }: Office, tab: Tab, { columns }: Report): Block {
  const block = line(headingRow, columns.length);
  tab.write(headingRow, 1, [columns.map(({ heading }) => say(heading))]);
  tab.look(block, { bold: true });
  tab.freeze(headingRow);
  return block;
}

/** Title and status line, after the columns were fitted: their length would make the first column as wide. */
export function writeTitle(tab: Tab, title: string, status: string): void {
  tab.write(1, 1, [[title], [status]]);
  tab.look(line(1, 1), { bold: true, size: 14 });
  tab.look(line(2, 1), { muted: true });
}

/** The number format of each column, for rows that are there and a few that may come. */
export function formatColumns(tab: Tab, { columns }: Report, row: number, rows: number): void {
  columns.forEach(({ numberFormat }, at) => {
    if (rows > 0 && numberFormat !== null)
      tab.look({ row, column: at + 1, rows, columns: 1 }, { numberFormat });
  });
}

/** The first cell with content where a report needs room beyond what it had; null where there is none. */
function inTheWay(tab: Tab, had: Block, rows: number): string | null {
  const more = rows + 1 - had.rows;
  if (more <= 0) return null;
  const row = had.row + had.rows;
  const cells = tab.read({ row, column: had.column, rows: more, columns: had.columns });
  for (let down = 0; down < cells.length; down += 1) {
    const at = (cells[down] ?? []).findIndex((cell) => cell !== '');
    if (at >= 0) return columnLetters(had.column + at) + (row + down);
  }
  return null;
}

/**
 * Writes a report's rows below its headings, in place of the earlier ones; what stands beside or below stays.
 * @throws Refusal where something stands in the way
 */
export function writeRows(
  { say }: Office,
  { tab, block }: NamedBlock,
  report: Report,
  rows: Rows,
  title: string,
): Block {
  const blocked = inTheWay(tab, block, rows.length);
  if (blocked !== null) throw new Refusal('refused', say('report.blocked', { title, cell: blocked }));
  const first = block.row + 1;
  const width = report.columns.length;
  if (block.rows > 1) tab.clear({ row: first, column: block.column, rows: block.rows - 1, columns: width });
  formatColumns(tab, report, first, rows.length);
  const cells: Cell[][] = rows.map((row) => report.columns.map((_, at) => row[at] ?? ''));
  if (cells.length > 0) tab.write(first, block.column, cells);
  return { ...block, rows: cells.length + 1, columns: width };
}
