import type { CellValue } from '../sheet/cell-values.ts';
import type { Shown } from './form-demo.ts';

/** Rows of a table shown before "and N more". */
const ROWS_SHOWN = 4;

/** What a formula gave, as lines for a terminal. */
export function outcomeLines({ outcome, percent }: Shown): string[] {
  if ('error' in outcome) return [`#ERROR!  ${outcome.error}`];
  const { rows } = outcome;
  const width = rows[0]?.length ?? 0;
  if (rows.length === 1 && width === 1) return [cellText(rows[0]?.[0] ?? null, percent === true)];
  const texts = rows.map((row) =>
    row.map((cell, column) => cellText(cell, isShare(percent, rows[0]?.[column] ?? null))),
  );
  if (width === 1) return [`${rows.length} rows: ${texts.flat().join(', ')}`];
  const widths = Array.from({ length: width }, (_, column) =>
    Math.max(...texts.slice(0, ROWS_SHOWN + 1).map((row) => [...(row[column] ?? '')].length)),
  );
  const shown = texts.slice(0, ROWS_SHOWN + 1).map((row) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const more = rows.length - shown.length;
  return [
    `${rows.length} rows × ${width} columns`,
    ...shown.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function isShare(percent: Shown['percent'], heading: CellValue): boolean {
  return typeof percent !== 'boolean' && percent.includes(String(heading));
}

function cellText(cell: CellValue, share: boolean): string {
  if (cell === null) return '(blank)';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell === 'number') return share ? `${(cell * 100).toFixed(1)} %` : cell.toLocaleString('en-US');
  return printable(cell);
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length));
}

/** Text without control characters, which a terminal would obey. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
