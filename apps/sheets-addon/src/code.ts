import { formatFault } from './cells/fault-text.ts';
import { functions } from './functions/functions.ts';
import { openFunctionContext } from './google/function-context.ts';
import { formatInstant } from './google/platform.ts';
import type { Cell, Rows } from './ports/cell.ts';

/**
 * Answers one custom function. Throws one sentence that begins with its code; Sheets shows it as the note of `#ERROR!`.
 * The error has no cause, so nothing else leaks.
 */
export function answer(name: string, args: readonly unknown[]): Cell | Rows {
  const found = functions.find((one) => one.name === name);
  if (!found) throw new Error(`[unexpected] The add-on has no function ${name}.`);
  try {
    return found.answer(args, openFunctionContext(name));
  } catch (thrown) {
    throw new Error(formatFault(thrown, formatInstant));
  }
}
