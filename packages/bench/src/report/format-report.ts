import type { BenchFigure, BenchRow } from '../benches/bench.ts';
import type { BenchReport, Machine } from './report.ts';

/** Rows of cells; the first row is the heading. */
type TextGrid = readonly (readonly string[])[];

const formatFigure = (figure: BenchFigure | undefined): string =>
  figure === null || figure === undefined
    ? '–'
    : typeof figure === 'number'
      ? figure.toLocaleString('en')
      : figure;

/** Columns: client, setting, then every column of any row. */
function toGrid(rows: readonly BenchRow[]): TextGrid {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const lines = rows.map(({ who, setting, figures }) => [
    who,
    setting,
    ...columns.map((column) => formatFigure(figures[column])),
  ]);
  return [['client', 'setting', ...columns], ...lines];
}

function columnWidths(grid: TextGrid): readonly number[] {
  return (grid[0] ?? []).map((_, at) => Math.max(3, ...grid.map((line) => (line[at] ?? '').length)));
}

/** Columns of equal width, for a terminal. */
function plainTable(grid: TextGrid): string {
  const widths = columnWidths(grid);
  return grid
    .map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** A table in Markdown, as the formatter of this repository writes it. */
function markdownTable(grid: TextGrid): string {
  const escaped = grid.map((line) => line.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = columnWidths(escaped);
  const drawn = (cells: readonly string[], filler: string): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, filler)).join(' | ')} |`;
  const [heading = [], ...lines] = escaped;
  const rule = heading.map(() => '');
  return [drawn(heading, ' '), drawn(rule, '-'), ...lines.map((line) => drawn(line, ' '))].join('\n');
}

const formatVerdict = (met: boolean): string => (met ? 'met' : 'not met');

function formatMachine({ node, system, cores, processor, load }: Machine): string {
  return `Node ${node} on ${system}, ${cores} cores (${processor}), load ${load} at the start.`;
}

const noiseNote =
  'Counts are exact. Times are medians on a machine that does other things too: compare the ratios of one run, not microseconds of two.';

function clientGrid({ clients }: BenchReport): TextGrid {
  const lines = clients.map(({ name, packages, tuning }) => [
    name,
    packages.map((one) => `${one.name} ${one.version} (${one.licence})`).join(', ') || 'in Node',
    tuning ?? 'has one setting',
  ]);
  return [['client', 'packages', 'tuned means'], ...lines];
}

function summaryGrid({ findings }: BenchReport): TextGrid {
  const lines = findings.map(({ id, title, target, ours, met }) => [
    id,
    title,
    target,
    ours,
    formatVerdict(met),
  ]);
  return [['', 'what', 'target', 'ours', ''], ...lines];
}

export function formatPlainText(report: BenchReport): string {
  const parts = report.findings.map(
    ({ id, title, target, ours, met, rows, remarks, seconds }) =>
      `${id}  ${title}\n    target: ${target}; ours: ${ours}: ${formatVerdict(met).toUpperCase()} (took ${seconds} s)\n\n` +
      `${plainTable(toGrid(rows))}\n\n${remarks.map((remark) => `  ${remark}`).join('\n')}\n`,
  );
  const met = report.findings.filter((finding) => finding.met).length;
  return [
    `${formatMachine(report.machine)}\n${noiseNote}\n`,
    `${plainTable(clientGrid(report))}\n`,
    ...parts,
    `${met} of ${report.findings.length} targets met.`,
  ].join('\n');
}

export function formatMarkdown(report: BenchReport): string {
  // results.json has all remarks.
  const methods = report.findings.map(({ id, remarks: [method, ...others], machine }) => {
    const reason = others.find((remark) => remark.startsWith('Why the target is not met'));
    const apart = machine === undefined ? null : `Ran apart: ${formatMachine(machine)}`;
    return `- ${id}: ${[method, reason, apart].filter(Boolean).join(' ')}`;
  });
  return [
    `Written by \`${report.command}\`. ${formatMachine(report.machine)} ${noiseNote}`,
    markdownTable(summaryGrid(report)),
    `### How each is measured\n\n${methods.join('\n')}`,
    `### The clients\n\n${markdownTable(clientGrid(report).map((line) => line.slice(0, 2)))}`,
  ].join('\n\n');
}

/** The rows of a bench in Markdown. */
export const formatRows = (rows: readonly BenchRow[]): string =>
  markdownTable(toGrid(rows).map(([who = '', , ...figures], at) => [at === 0 ? '' : who, ...figures]));

/** Replaces the generated part of a page. Throws if a marker is missing. */
export function replaceResults(page: string, results: string, command = 'npm run bench -- --write'): string {
  const startMarker = `<!-- bench: written by ${command} -->`;
  const endMarker = '<!-- /bench -->';
  const from = page.indexOf(startMarker);
  const to = page.indexOf(endMarker);
  if (from < 0 || to < from)
    throw new Error(
      `The page has no place for the results: put "${startMarker}" and "${endMarker}" into it.`,
    );
  return `${page.slice(0, from)}${startMarker}\n\n${results}\n\n${page.slice(to)}`;
}
