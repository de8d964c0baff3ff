import { type Limit, limits, pagesReadOn, type Rule, rules } from './src/protocol/limits.ts';

/** The page and, for what no page states, what it rests on. */
const toSource = ({ page, status, note = '' }: Limit | Rule): string[] => [
  page,
  status === 'assumed' ? `assumed: ${note}` : note,
];

/** The text of docs/apps-script-limits.md. */
export function renderLimitsPage(): string {
  const rows: [string, Limit][] = Object.entries(limits);
  return `# Limits and rules of the local Apps Script

Written by \`pnpm --filter @answershare/apps-script limits-page\` from \`packages/apps-script/src/protocol/limits.ts\` and
\`rules.json\`. Pages are under developers.google.com/apps-script, or under developers.google.com
where they begin with \`workspace/\`; they were read on ${pagesReadOn} or later. Google states each row on its page, except
where the note says _assumed_. Nothing here was tried inside Google.

## Limits

${renderTable(
  ['Limit', 'Value', 'Page', 'Note'],
  rows.map(([name, limit]) => [
    `\`${name}\``,
    `${limit.value.toLocaleString('en-US')} ${limit.unit}`,
    ...toSource(limit),
  ]),
)}
${Object.entries(rules).map(renderSection).join('')}`;
}

function renderSection([topic, own]: [string, readonly Rule[]]): string {
  return `
## ${topic}

${renderTable(
  ['Rule', 'Page', 'Note'],
  own.map((rule) => [rule.rule, ...toSource(rule)]),
)}
`;
}

/** Padded, as the formatter of this repository wants it. */
function renderTable(head: string[], rows: string[][]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replace(/\|/g, '\\|')));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[], fill: string): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const [first = [], ...rest] = cells;
  const rule = head.map(() => '-');
  return [line(first, ' '), line(rule, '-'), ...rest.map((row) => line(row, ' '))].join('\n');
}
