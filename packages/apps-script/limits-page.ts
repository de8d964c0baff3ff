import { type Limit, limits } from './src/protocol/limits.ts';
import { type Rule, rules } from './src/protocol/rules.ts';

/** The text of docs/apps-script-limits.md. */
export function renderLimitsPage(): string {
  const rows: [string, Limit][] = Object.entries(limits);
  return `# Limits and rules of the local Apps Script

Written by \`pnpm --filter @answershare/apps-script limits-page\` from \`packages/apps-script/src/protocol/limits.ts\` and
\`rules.ts\`; a test holds it to them. Pages are under developers.google.com/apps-script, or under developers.google.com
where they begin with \`workspace/\`. _Documented_ means that Google states it on that page; _assumed_ that no page
does in this form, and the note says what it rests on. Nothing here was tried inside Google.

## Limits

${renderTable(
  ['Limit', 'Value', 'Unit', 'Page', 'Read', 'Status', 'Note'],
  rows.map(([name, limit]) => [
    `\`${name}\``,
    limit.value.toLocaleString('en-US'),
    limit.unit,
    limit.page,
    limit.read,
    limit.status,
    limit.note ?? '',
  ]),
)}
${Object.entries(rules).map(renderSection).join('')}`;
}

function renderSection([topic, own]: [string, readonly Rule[]]): string {
  return `
## ${topic}

${renderTable(
  ['Rule', 'Page', 'Read', 'Status', 'Note'],
  own.map(({ rule, page, read, status, note = '' }) => [rule, page, read, status, note]),
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
