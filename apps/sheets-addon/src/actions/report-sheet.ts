import type { Cell, Rows } from '../cells/cell.ts';
import { Refusal } from '../cells/refusal.ts';
import { columnLetters } from '../formulas/reference.ts';
import type { Report } from '../reports/report.ts';
import { reportLayout } from '../reports/report-layout.ts';
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

/** The number format of columns that stand at these places, for rows that are there and a few that may come. */
export function formatColumns(
  tab: Tab,
  { columns }: Report,
  places: readonly number[],
  row: number,
  rows: number,
): void {
  columns.forEach(({ numberFormat }, at) => {
    if (rows > 0 && numberFormat !== null)
      tab.look({ row, column: places[at] ?? at + 1, rows, columns: 1 }, { numberFormat });
  });
}

/** Columns beside one another, so that they take one call. */
interface Run {
  readonly column: number;
  /** What they are in the report, from 0. */
  readonly parts: readonly number[];
}

function runsOf(places: readonly number[]): readonly Run[] {
  const found: { column: number; parts: number[] }[] = [];
  const inOrder = places.map((column, part) => ({ column, part })).sort((a, b) => a.column - b.column);
  for (const { column, part } of inOrder) {
    const last = found[found.length - 1];
    if (last !== undefined && last.column + last.parts.length === column) last.parts.push(part);
    else found.push({ column, parts: [part] });
  }
  return found;
}

/** The first cell with content where a report needs room beyond what it had; null where there is none. */
function inTheWay(tab: Tab, had: Block, rows: number, runs: readonly Run[]): string | null {
  const more = rows + 1 - had.rows;
  if (more <= 0) return null;
  const row = had.row + had.rows;
  for (const { column, parts } of runs) {
    const cells = tab.read({ row, column, rows: more, columns: parts.length });
    for (let down = 0; down < cells.length; down += 1) {
      const at = (cells[down] ?? []).findIndex((cell) => cell !== '');
      if (at >= 0) return columnLetters(column + at) + (row + down);
    }
  }
  return null;
}

/** The sheet's columns of a report's own, by their headings. @throws Refusal where one is not there once */
function ownColumns({ say }: Office, { tab, block }: NamedBlock, report: Report, title: string): number[] {
  const [headings = []] = tab.read({ ...block, rows: 1 });
  const layout = reportLayout(headings, report, say);
  if ('columns' in layout) return layout.columns.map((at) => block.column + at);
  const last = columnLetters(block.column + block.columns - 1);
  throw new Refusal(
    'refused',
    say('report.headings', {
      title,
      cells: `${columnLetters(block.column)}${block.row}:${last}${block.row}`,
      columns: layout.missing.map((heading) => `“${heading}”`).join(', '),
    }),
  );
}

/**
 * Writes a report's rows below its headings, in place of the earlier ones; what stands between, beside or below stays.
 * @throws Refusal where a heading is missing, or something stands in the way
 */
export function writeRows(
  office: Office,
  { tab, block }: NamedBlock,
  report: Report,
  rows: Rows,
  title: string,
): Block {
  const { say } = office;
  const places = ownColumns(office, { tab, block }, report, title);
  const runs = runsOf(places);
  const blocked = inTheWay(tab, block, rows.length, runs);
  if (blocked !== null) throw new Refusal('refused', say('report.blocked', { title, cell: blocked }));
  const first = block.row + 1;
  for (const { column, parts } of runs) {
    if (block.rows > 1) tab.clear({ row: first, column, rows: block.rows - 1, columns: parts.length });
  }
  formatColumns(tab, report, places, first, rows.length);
  for (const { column, parts } of runs) {
    const cells: Cell[][] = rows.map((row) => parts.map((part) => row[part] ?? ''));
    if (cells.length > 0) tab.write(first, column, cells);
  }
  return { ...block, rows: rows.length + 1 };
}
