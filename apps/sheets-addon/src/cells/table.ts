import type { Cell, Rows } from './cell.ts';

/** A spilling table. Without a header and without rows it is one blank cell: Sheets takes no empty result. */
export function table(header: readonly string[], rows: Rows, headers: string): Rows {
  const shown: (readonly Cell[])[] = headers === 'no' ? [] : [header];
  const whole = shown.concat(rows);
  return whole.length === 0 ? [['']] : whole;
}
