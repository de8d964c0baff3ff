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

const width = 100;

/** Breaks a list item at spaces; further lines are indented as the item's text. */
function wrapItem(text: string): string {
  const lines: string[] = [];
  let line = '-';
  for (const word of text.split(' ')) {
    if (`${line} ${word}`.length > width) {
      lines.push(line);
      line = ` ${word === '' ? '' : ` ${word}`}`;
    } else line = `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

const inCode = (text: string): string => (text.includes('[') ? `\`${text}\`` : text);

function describeOutcome({ cell, row }: ShownFault): string {
  const message = cell.replace('#ERROR! ', '');
  const isFault = cell !== message;
  if (row === message) return inCode(message);
  if (row === cell) return `${inCode(message)}${isFault ? ' The whole range fails so.' : ''}`;
  return `${inCode(message)} In a row of a range: ${inCode(row)}.`.replace(
    'In a row of a range: takes no range',
    'It takes no range',
  );
}

export function toItems(title: string, [one, two]: readonly [ShownFault, ShownFault]): string[] {
  const [first, second] = [one, two].map(describeOutcome);
  if (first === second) return [wrapItem(`**${title}.** ${first}`)];
  return [wrapItem(`**${title} (in Form 1).** ${first}`), wrapItem(`**${title} (in Form 2).** ${second}`)];
}

/** What these cases show in both Forms. */
export async function showFaults(
  cases: readonly FaultCase[],
): Promise<ReadonlyMap<FaultCase, readonly [ShownFault, ShownFault]>> {
  const jobs = cases.flatMap((one) => forms.map((form): [FaultCase, Form] => [one, form]));
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
  return new Map(cases.map((one) => [one, [of(one, 1), of(one, 2)]]));
}

const opening = `# What a cell shows when something goes wrong

Written by \`soak/fault-page.soak.ts\`, which sets up each case against the sandbox in both
Forms and reads what the cells show; with \`-u\` it writes the page anew. Unless a case names
another one, the cell has \`=AUTHORITY("${site}")\`, the list of websites is kept, and
the fault strikes every request. Both Forms show the same unless a Form is named.

- A cell that fails shows \`#ERROR!\` with the sentence in its note, so that \`IFERROR\` works. In a
  range a failing row shows the sentence itself. What concerns every row fails the whole range.
- "the figure" is a number. An older answer that is kept replaces a fault that passes.
  \`=API_STATUS("last_fault")\` names the fault, \`=API_STATUS("oldest_data")\` the age.
- The option \`on_error=blank\` or \`on_error=throw\` changes what a row of a range shows.
`;

/** `test/faults/faults.txt`. */
export function faultPage(shown: ReadonlyMap<FaultCase, readonly [ShownFault, ShownFault]>): string {
  const sections = faultSections.map(([heading, cases]) => {
    const items = cases.flatMap((one) => {
      const both = shown.get(one);
      return both ? toItems(one.title, both) : [];
    });
    return `## ${heading}\n\n${items.join('\n')}`;
  });
  return `${[opening.trimEnd(), ...sections].join('\n\n')}\n`;
}
