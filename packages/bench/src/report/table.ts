import type { Figure, Row } from '../benches/bench.ts';

/** Cells by line; the first line is the heading. */
export type Grid = readonly (readonly string[])[];

const worded = (figure: Figure | undefined): string =>
  figure === null || figure === undefined
    ? '–'
    : typeof figure === 'number'
      ? figure.toLocaleString('en')
      : figure;

/** Rows as cells: client, setting, then every column that a row has. */
export function gridOf(rows: readonly Row[]): Grid {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const lines = rows.map(({ who, setting, figures }) => [
    who,
    setting,
    ...columns.map((column) => worded(figures[column])),
  ]);
  return [['client', 'setting', ...columns], ...lines];
}

function widthsOf(grid: Grid): readonly number[] {
  return (grid[0] ?? []).map((_, at) => Math.max(3, ...grid.map((line) => (line[at] ?? '').length)));
}

/** Columns of equal width, for a terminal. */
export function plainTable(grid: Grid): string {
  const widths = widthsOf(grid);
  return grid
    .map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** A table in Markdown, as the formatter of this repository writes it. */
export function markdownTable(grid: Grid): string {
  const escaped = grid.map((line) => line.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = widthsOf(escaped);
  const drawn = (cells: readonly string[], filler: string): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, filler)).join(' | ')} |`;
  const [heading = [], ...lines] = escaped;
  const rule = heading.map(() => '');
  return [drawn(heading, ' '), drawn(rule, '-'), ...lines.map((line) => drawn(line, ' '))].join('\n');
}
