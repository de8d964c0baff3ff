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

/** Columns of equal width, for a terminal. */
export function plainTable(grid: Grid): string {
  const widths = (grid[0] ?? []).map((_, at) => Math.max(...grid.map((line) => (line[at] ?? '').length)));
  return grid
    .map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** A table in Markdown. */
export function markdownTable(grid: Grid): string {
  const [heading = [], ...lines] = grid;
  const drawn = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [drawn(heading), drawn(heading.map(() => '---')), ...lines.map(drawn)].join('\n');
}
