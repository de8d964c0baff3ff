import type { ScriptHost } from '@answershare/apps-script';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { connectAddon, startAddon } from '../addon/addon.ts';
import type { CellValue } from '../sheet/cell-values.ts';
import { createSheet } from '../sheet/sheet.ts';
import type { Closing } from './closing.ts';
import { demoSheet, ROWS_APART, type ShownFormula } from './formulas.ts';

/** What one formula of the demo gave: a block of cells, or the note of an error. */
export interface Shown extends ShownFormula {
  readonly outcome: { readonly rows: CellValue[][] } | { readonly error: string };
}

export interface FormDemo {
  readonly form: 1 | 2;
  readonly sandbox: RunningSandbox;
  readonly host: ScriptHost;
  readonly shown: readonly Shown[];
  /** API requests that connecting and the formulas have made, by the sandbox's own log. */
  readonly requests: { readonly connect: number; readonly formulas: number };
}

/** A service of this Form, the add-on connected to it, and a sheet that asks every function. */
export async function runForm(form: 1 | 2, closing: Closing): Promise<FormDemo> {
  const sandbox = await closing.add(await startSandbox({ form, seed: 1 }));
  const host = await closing.add(await startAddon(sandbox.baseUrl));
  await connectAddon(host, sandbox.keys.live);
  const connect = (await sandbox.admin.requests()).total;
  const { cells, formulas } = demoSheet(sandbox.websites);
  const sheet = await createSheet(host);
  for (const [address, text] of cells) sheet.setCell(address, text);
  const at = (index: number): string => `C${1 + index * ROWS_APART}`;
  for (const [index, { formula }] of formulas.entries()) sheet.setCell(at(index), formula);
  await sheet.evaluate();
  const shown = formulas.map((formula, index): Shown => {
    const error = sheet.error(at(index));
    return { ...formula, outcome: error === null ? { rows: sheet.table(at(index)) } : { error } };
  });
  const { total } = await sandbox.admin.requests();
  return { form, sandbox, host, shown, requests: { connect, formulas: total - connect } };
}
