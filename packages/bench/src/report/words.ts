import type { Report } from './report.ts';
import { type Grid, gridOf, markdownTable, plainTable } from './table.ts';

const verdict = (met: boolean): string => (met ? 'met' : 'not met');

function machineLine({ machine: { node, system, cores, processor, load } }: Report): string {
  return `Node ${node} on ${system}, ${cores} cores (${processor}), load ${load} at the start.`;
}

const noise =
  'Counts are exact. Times are medians on a machine that does other things too: compare the ratios of one run, not microseconds of two.';

function clientGrid({ clients }: Report): Grid {
  const lines = clients.map(({ name, packages, tuning }) => [
    name,
    packages.map((one) => `${one.name} ${one.version} (${one.licence})`).join(', ') || 'in Node',
    tuning ?? 'has one setting',
  ]);
  return [['client', 'packages', 'tuned means'], ...lines];
}

function summaryGrid({ findings }: Report): Grid {
  const lines = findings.map(({ id, title, target, ours, met }) => [id, title, target, ours, verdict(met)]);
  return [['', 'what', 'target', 'ours', ''], ...lines];
}

/** The whole run for a terminal. */
export function inPlainText(report: Report): string {
  const parts = report.findings.map(
    ({ id, title, target, ours, met, rows, remarks, seconds }) =>
      `${id}  ${title}\n    target: ${target}; ours: ${ours}: ${verdict(met).toUpperCase()} (took ${seconds} s)\n\n` +
      `${plainTable(gridOf(rows))}\n\n${remarks.map((remark) => `  ${remark}`).join('\n')}\n`,
  );
  const met = report.findings.filter((finding) => finding.met).length;
  return [
    `${machineLine(report)}\n${noise}\n`,
    `${plainTable(clientGrid(report))}\n`,
    ...parts,
    `${met} of ${report.findings.length} targets met.`,
  ].join('\n');
}

/** The whole run for the README. */
export function inMarkdown(report: Report): string {
  const parts = report.findings.map(
    ({ id, title, target, ours, met, rows, remarks }) =>
      `### ${id}: ${title}\n\nTarget: ${target}. Ours: ${ours}, ${verdict(met)}.\n\n` +
      `${markdownTable(gridOf(rows))}\n\n${remarks.join('\n')}`,
  );
  return [
    `Written by \`${report.command}\`. ${machineLine(report)} ${noise}`,
    markdownTable(summaryGrid(report)),
    ...parts,
    `### The clients\n\n${markdownTable(clientGrid(report))}`,
  ].join('\n\n');
}
