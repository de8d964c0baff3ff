import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { type Cell, type Rows, rejectAction } from '../ports/cell.ts';
import type { Block, NamedBlock, SheetTab } from '../ports/workbook.ts';
import { computeReportLayout } from './report-content.ts';
import type { ReportDefinition } from './report-definitions.ts';

/** Title, status, an empty row, headings. */
export const headingRowIndex = 4;

const toRowBlock = (row: number, columns: number): Block => ({ row, column: 1, rows: 1, columns });

/** Writes a report's headings on an empty tab. */
export function writeHeadings({ t }: ActionContext, tab: SheetTab, { columns }: ReportDefinition): Block {
  const block = toRowBlock(headingRowIndex, columns.length);
  tab.write(headingRowIndex, 1, [columns.map(({ heading }) => t(heading))]);
  tab.setFormat(block, { bold: true });
  tab.freeze(headingRowIndex);
  return block;
}

/** Writes title and status after fitting the columns: their length would widen the first column. */
export function writeTitle(tab: SheetTab, title: string, status: string): void {
  tab.write(1, 1, [[title], [status]]);
  tab.setFormat(toRowBlock(1, 1), { bold: true, size: 14 });
  tab.setFormat(toRowBlock(2, 1), { muted: true });
}

/** Sets the number formats of columns, with a few spare rows. */
export function formatColumns(
  tab: SheetTab,
  { columns }: ReportDefinition,
  places: readonly number[],
  row: number,
  rows: number,
): void {
  columns.forEach(({ numberFormat }, at) => {
    if (rows > 0 && numberFormat !== null)
      tab.setFormat({ row, column: places[at] ?? at + 1, rows, columns: 1 }, { numberFormat });
  });
}

/** Adjacent columns, written in one call. */
interface ColumnRun {
  readonly column: number;
  /** Their positions in the report, from 0. */
  readonly parts: readonly number[];
}

function findRuns(places: readonly number[]): readonly ColumnRun[] {
  const found: { column: number; parts: number[] }[] = [];
  const inOrder = places.map((column, part) => ({ column, part })).sort((a, b) => a.column - b.column);
  for (const { column, part } of inOrder) {
    const last = found[found.length - 1];
    if (last !== undefined && last.column + last.parts.length === column) last.parts.push(part);
    else found.push({ column, parts: [part] });
  }
  return found;
}

/** The first cell with content in rows that a report needs beyond its earlier ones; null for none. */
function findBlockingCell(
  tab: SheetTab,
  before: Block,
  rows: number,
  runs: readonly ColumnRun[],
): string | null {
  const more = rows + 1 - before.rows;
  if (more <= 0) return null;
  const row = before.row + before.rows;
  for (const { column, parts } of runs) {
    const cells = tab.read({ row, column, rows: more, columns: parts.length });
    for (let down = 0; down < cells.length; down += 1) {
      const at = (cells[down] ?? []).findIndex((cell) => cell !== '');
      if (at >= 0) return toColumnLetters(column + at) + (row + down);
    }
  }
  return null;
}

/** The sheet's columns of a report, by their headings. @throws CellError if a heading does not occur exactly once */
function findOwnColumns(
  { t }: ActionContext,
  { tab, block }: NamedBlock,
  report: ReportDefinition,
  title: string,
): number[] {
  const [headings = []] = tab.read({ ...block, rows: 1 });
  const layout = computeReportLayout(headings, report, t);
  if ('columns' in layout) return layout.columns.map((at) => block.column + at);
  const last = toColumnLetters(block.column + block.columns - 1);
  rejectAction(
    t('report.headings', {
      title,
      cells: `${toColumnLetters(block.column)}${block.row}:${last}${block.row}`,
      columns: layout.missing.map((heading) => `“${heading}”`).join(', '),
    }),
  );
}

/** Replaces a report's rows. @throws CellError if a heading is missing or a cell with content is in the way */
export function writeRows(
  context: ActionContext,
  { tab, block }: NamedBlock,
  report: ReportDefinition,
  rows: Rows,
  title: string,
): Block {
  const { t } = context;
  const places = findOwnColumns(context, { tab, block }, report, title);
  const runs = findRuns(places);
  const blocked = findBlockingCell(tab, block, rows.length, runs);
  if (blocked !== null) rejectAction(t('report.blocked', { title, cell: blocked }));
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

/** Google documents no limit for a tab's name; longer names are not visible. */
const maxTabNameLength = 60;

/** A tab's name from any title, without characters that a formula would escape except quotes. */
export function toTabName(title: string, taken: readonly string[]): string {
  const clean = title
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/gu, ' ')
    .replace(/[[\]*?:/\\!'"=+@<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxTabNameLength)
    .replace(/^[-\s]+|[\s\p{Cs}]+$/gu, '');
  const base = clean === '' ? 'Answershare' : clean;
  const lower = taken.map((name) => name.toLowerCase());
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (!lower.includes(name.toLowerCase())) return name;
  }
}

/** A named range's name: letters, digits and `_`, unlike a cell's address. Sheets compares names without case. */
export function toRangeName(kind: string, taken: readonly string[]): string {
  const base = `Answershare_${kind.replace(/[^A-Za-z0-9_]/g, '_')}`;
  const lower = taken.map((name) => name.toLowerCase());
  for (let count = 1; ; count += 1) {
    if (!lower.includes(`${base}_${count}`.toLowerCase())) return `${base}_${count}`;
  }
}
