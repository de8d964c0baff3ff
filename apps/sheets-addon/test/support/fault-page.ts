import type { Form } from '@answershare/sandbox';
import { type FaultCase, faultSections, runCase, type Stage, site } from './fault-cases.ts';
import { forms } from './local-addon.ts';

/** What a case shows in a cell, and in the first row of a range. */
export interface ShownFault {
  readonly cell: string;
  readonly row: string;
}

/** Cases run in parallel: each has its own service and add-on, and mostly waits. */
const parallelCases = 6;

/** Replaces host names and times of one run by those of the page. */
function formatNote(shown: unknown): string {
  if (typeof shown === 'number') return 'the figure';
  if (shown === '') return 'blank';
  return String(shown)
    .replace(/127\.0\.0\.1:\d+/g, 'api.example.com')
    .replace(/after \d{4}-\d\d-\d\d \d\d:\d\d/g, 'after YYYY-MM-DD hh:mm')
    .replace(/after \d\d:\d\d:\d\d/g, 'after hh:mm:ss');
}

async function showCase(
  { addon }: Stage,
  { call = ['AUTHORITY', site], ranged }: FaultCase,
): Promise<ShownFault> {
  const [name, ...args] = call;
  const attempt = (values: readonly unknown[]): Promise<unknown> =>
    addon.cell(name, ...values).catch((error: Error) => error);
  const outcome = (shown: unknown): string =>
    shown instanceof Error ? `#ERROR! ${formatNote(shown.message)}` : formatNote(shown);
  const cell = outcome(await attempt(args));
  if (ranged === false) return { cell, row: 'takes no range' };
  const at = name.startsWith('API_') ? 1 : 0;
  const range = args.map((value, index) => (index === at ? [[value], ['']] : value));
  const rows = await attempt(range);
  return { cell, row: outcome(Array.isArray(rows) ? rows[0][0] : rows) };
}

const inCode = (text: string): string => (text.includes('[') ? `\`${text.replaceAll('|', '\\|')}\`` : text);

type Line = readonly [what: string, form: string, cell: string, row: string];

function toLines(title: string, [one, two]: readonly [ShownFault, ShownFault]): Line[] {
  const line = (form: string, { cell, row }: ShownFault): Line => {
    const message = cell.replace('#ERROR! ', '');
    const same = cell.startsWith('#') ? 'the whole range fails so' : 'the same';
    const inRange = row === cell ? same : row === message ? 'the same text' : inCode(row);
    return [title, form, inCode(cell), inRange];
  };
  if (one.cell === two.cell && one.row === two.row) return [line('both', one)];
  return [line('1', one), line('2', two)];
}

/** A table with columns of one width, as the formatter leaves it. */
function table(lines: readonly Line[]): string {
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [head = '', ...rest] = lines.map((line) => row(line.map((cell, at) => cell.padEnd(widths[at] ?? 0))));
  return [head, row(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
}

/** What each case shows in both Forms, in the order of the page. */
export async function allFaults(): Promise<ReadonlyMap<FaultCase, readonly [ShownFault, ShownFault]>> {
  const jobs = faultSections.flatMap(([, cases]) =>
    cases.flatMap((one) => forms.map((form): [FaultCase, Form] => [one, form])),
  );
  const shown = new Map<string, ShownFault>();
  const left = [...jobs];
  const worker = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      const [one, form] = job;
      shown.set(`${form} ${one.title}`, await runCase(form, one, (stage) => showCase(stage, one)));
    }
  };
  await Promise.all(Array.from({ length: parallelCases }, worker));
  const of = (one: FaultCase, form: Form): ShownFault => {
    const found = shown.get(`${form} ${one.title}`);
    if (!found) throw new Error(`The case "${one.title}" was not shown in Form ${form}.`);
    return found;
  };
  return new Map(faultSections.flatMap(([, cases]) => cases.map((one) => [one, [of(one, 1), of(one, 2)]])));
}

const opening = `# What a cell shows when something goes wrong

Written by \`test/faults/fault-page.test.ts\`, which sets up each case against the sandbox in both Forms and reads what the
cells show; \`vitest run -u\` writes the page anew. Where nothing else is said the cell holds \`=AUTHORITY("${site}")\`, the list
of websites is kept, and the fault strikes every request.

- A cell that fails shows \`#ERROR!\` with the sentence in its note, so that \`IFERROR\` works. In a range a failing row shows
  the sentence itself; what concerns every row fails the whole range.
- "the figure" is a number: where an older answer is kept it is shown for faults that will pass. \`=API_STATUS("last_fault")\`
  tells the fault, \`=API_STATUS("oldest_data")\` the age.
- The option \`on_error=blank\` or \`on_error=throw\` changes what a row of a range shows.
`;

/** `docs/FAULTS.md`. */
export function faultPage(shown: ReadonlyMap<FaultCase, readonly [ShownFault, ShownFault]>): string {
  const sections = faultSections.map(([heading, cases]) => {
    const lines = cases.flatMap((one) => {
      const both = shown.get(one);
      return both ? toLines(one.title, both) : [];
    });
    return `## ${heading}\n\n${table([['What happens', 'Form', 'In a cell', 'In a row of a range'], ...lines])}`;
  });
  return `${[opening.trimEnd(), ...sections].join('\n\n')}\n`;
}
