import { functions } from './catalogue/functions.ts';
import type { Cell, Rows } from './cells/cell.ts';
import { faultText } from './cells/fault-text.ts';
import { openDesk } from './google/desk.ts';

/**
 * Answers one custom function. What it throws is one sentence with its code first, which Sheets shows as the note of
 * `#ERROR!`; the error has no cause, so that nothing but that sentence leaves.
 */
export function answer(name: string, args: readonly unknown[]): Cell | Rows {
  const found = functions.find((one) => one.name === name);
  if (!found) throw new Error(`[unexpected] The add-on has no function ${name}.`);
  try {
    return found.answer(args, openDesk());
  } catch (thrown) {
    throw new Error(faultText(thrown));
  }
}
