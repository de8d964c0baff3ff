import type { Cell, Rows } from './cell.ts';
import { Refusal } from './refusal.ts';

/** A spilling table. Without a header and without rows it is one blank cell: Sheets takes no empty result. */
export function table(header: readonly string[], rows: Rows, headers: string): Rows {
  const shown: (readonly Cell[])[] = headers === 'no' ? [] : [header];
  const whole = shown.concat(rows);
  return whole.length === 0 ? [['']] : whole;
}

/** The one website of a table. @throws Refusal where the cell is blank */
export function requireText(text: string | null, name: string, functionName: string): string {
  if (text === null)
    throw new Refusal('bad_request', `${functionName} needs a ${name}: an id, a domain or a name.`);
  return text;
}
