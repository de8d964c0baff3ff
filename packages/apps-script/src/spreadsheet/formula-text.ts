import { cellsPattern } from './cell-input.ts';
import sheetFunctions from './sheet-functions.json' with { type: 'json' };

/** The functions of Google Sheets itself (support.google.com/docs/table/25273). */
const ownFunctions = new Set(sheetFunctions.names.split(' '));
const volatileFunctions = ['NOW', 'RAND', 'RANDARRAY', 'RANDBETWEEN'];
const volatileMessage =
  'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN().';

interface FormulaFault {
  readonly error: '#ERROR!' | '#NAME?';
  readonly message: string;
}

/** The calls of a formula with the text of their arguments, inner calls first. */
function listCalls(formula: string): { name: string; inside: string }[] {
  const calls: { name: string; inside: string }[] = [];
  const open: { name: string; start: number }[] = [];
  let name = '';
  for (const { 0: token, index } of formula.matchAll(
    /"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_.]*(?=\s*\()|[()]/gu,
  )) {
    if (token === '(') open.push({ name, start: index + 1 });
    const ended = token === ')' ? open.pop() : undefined;
    if (ended !== undefined && ended.name !== '')
      calls.push({ name: ended.name, inside: formula.slice(ended.start, index) });
    name = /^["'()]/.test(token) ? '' : token.toUpperCase();
  }
  return calls;
}

/** The cells and names that a text of a formula refers to. */
function listReferences(text: string): string[] {
  return text.replace(/"(?:[^"]|"")*"/g, '').match(new RegExp(cellsPattern, 'gu')) ?? [];
}

/** True if the text calls a volatile function or refers to a cell that `isVolatileCell` knows. */
export function isVolatileText(text: string, isVolatileCell: (reference: string) => boolean): boolean {
  return (
    listCalls(text).some(({ name }) => volatileFunctions.includes(name)) ||
    listReferences(text).some(isVolatileCell)
  );
}

/** Why Sheets does not run a formula, or null. `names` are the project's functions in upper case. */
export function findFormulaFault(
  formula: string,
  names: ReadonlySet<string>,
  isVolatileCell: (reference: string) => boolean,
): FormulaFault | null {
  const calls = listCalls(formula);
  // LET and LAMBDA give names to functions.
  const unknown = calls.some(({ name }) => name === 'LET' || name === 'LAMBDA')
    ? undefined
    : calls.find(({ name }) => !names.has(name) && !ownFunctions.has(name));
  if (unknown !== undefined) return { error: '#NAME?', message: `Unknown function: '${unknown.name}'.` };
  const isVolatile = calls.some(
    ({ name, inside }) => names.has(name) && isVolatileText(inside, isVolatileCell),
  );
  return isVolatile ? { error: '#ERROR!', message: volatileMessage } : null;
}
