import type { ScriptHost } from '@answershare/apps-script';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import type { CellValue } from '../workbook/cell-values.ts';
import { GridWorkbook } from '../workbook/workbook.ts';
import { connectAddon, startAddon } from '../world/addon.ts';
import type { CleanupStack } from '../world/cleanup.ts';

/** One row of the demo's table. */
interface DemoFormula {
  readonly formula: string;
  /** What the formula does not show. */
  readonly note: string | null;
  /** Formats the value, or these columns, as percent. */
  readonly percent: boolean | readonly string[];
}

interface DemoWebsite {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

interface DemoSheet {
  readonly cells: readonly (readonly [address: string, text: string])[];
  readonly formulas: readonly DemoFormula[];
}

/** Seven websites in A2:A8, one name that looks like a formula in A10, and every function of the add-on. */
function createDemoSheet(websites: readonly DemoWebsite[]): DemoSheet {
  const [first, second] = websites;
  const odd = websites.find(({ name }) => name.startsWith('='));
  const empty = websites.find(({ domain }) => domain.startsWith('quillfield'));
  if (first === undefined || second === undefined || odd === undefined || empty === undefined)
    throw new Error('The sandbox lacks the websites that the demo shows: start it with seed 1.');
  const show = (
    formula: string,
    note: string | null = null,
    percent: DemoFormula['percent'] = false,
  ): DemoFormula => ({ formula, note, percent });
  return {
    cells: [
      ...websites.slice(0, 7).map(({ domain }, index) => [`A${index + 2}`, domain] as const),
      // A leading apostrophe types text.
      ['A10', `'${odd.name}`],
    ],
    formulas: [
      show(`=CITATIONS("${first.id}")`, 'one website, by its id'),
      show(`=CITATIONS("${second.domain}")`, 'by its domain'),
      show('=CITATIONS(A2:A8)', 'seven websites in one formula'),
      show('=CITATIONS("nowhere.example")', 'a website that is not the team’s'),
      show('=WEBSITES()'),
      show(`=AUTHORITY("${first.domain}")`),
      show('=AUTHORITY_BREAKDOWN(A2)', null, ['Weight']),
      show('=SHARE_OF_VOICE(A2)', null, true),
      show('=COMPETITORS(A2)', null, ['Share of voice']),
      show('=ANALYTICS(A2, "7d")', 'one row a day'),
      show('=CITATIONS(A10)', `A10 holds the name ${odd.name}`),
      show(`=CITATIONS("${empty.domain}")`, 'a website without data: counted, and none'),
      show(`=AUTHORITY("${empty.domain}")`, 'a website without data: no score, which is not zero'),
    ],
  };
}

/** Rows between two formulas: more than any result has. */
const ROWS_APART = 40;

/** The result of one formula: a block of cells, or the note of an error. */
export interface FormulaOutcome extends DemoFormula {
  readonly outcome: { readonly rows: CellValue[][] } | { readonly error: string };
}

export interface FormDemo {
  readonly form: 1 | 2;
  readonly sandbox: RunningSandbox;
  readonly host: ScriptHost;
  readonly outcomes: readonly FormulaOutcome[];
  /** API requests in the sandbox's log, of connecting and of the formulas. */
  readonly requests: { readonly connect: number; readonly formulas: number };
}

/** Starts a service of this Form, connects the add-on and evaluates every function in a sheet. */
export async function runForm(form: 1 | 2, cleanup: CleanupStack): Promise<FormDemo> {
  const sandbox = await cleanup.add(await startSandbox({ form, seed: 1 }));
  const host = await cleanup.add(await startAddon(sandbox.baseUrl));
  await connectAddon(host, sandbox.keys.live);
  const connect = (await sandbox.admin.requests()).total;
  const { cells, formulas } = createDemoSheet(sandbox.websites);
  const sheet = await GridWorkbook.open(host);
  for (const [address, text] of cells) sheet.setCell(address, text);
  const at = (index: number): string => `C${1 + index * ROWS_APART}`;
  for (const [index, { formula }] of formulas.entries()) sheet.setCell(at(index), formula);
  await sheet.evaluate();
  const outcomes = formulas.map((formula, index): FormulaOutcome => {
    const error = sheet.error(at(index));
    return { ...formula, outcome: error === null ? { rows: sheet.table(at(index)) } : { error } };
  });
  const { total } = await sandbox.admin.requests();
  return { form, sandbox, host, outcomes, requests: { connect, formulas: total - connect } };
}
