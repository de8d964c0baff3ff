import { functions } from './functions/functions.ts';
import { openFunctionContext } from './google/function-context.ts';
import type { Cell, Rows } from './ports/cell.ts';

/**
 * Answers one custom function. Throws one sentence that begins with its code; Sheets shows it as the note of `#ERROR!`.
 * The error has no cause, so nothing else leaks.
 */
export function answer(name: string, args: readonly unknown[]): Cell | Rows {
  const found = functions.find((one) => one.name === name);
  if (!found) throw new Error(`[unexpected] The add-on has no function ${name}.`);
  const cellContext = openFunctionContext(name);
  try {
    return found.answer(args, cellContext);
  } catch (thrown) {
    throw new Error(cellContext.words().formatCellFault(thrown));
  }
}
