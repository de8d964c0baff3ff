import { bytesOf } from '../exchange/property-bytes.ts';
import { columnLetters } from '../formulas/reference.ts';
import type { Office } from './office.ts';
import type { OwnFormula } from './own-formulas.ts';
import type { Tab, Workbook } from './workbook.ts';

/** Where an execution keeps formulas while their cells are empty. A property holds 9 KB (Google: guides/services/quotas). */
export const journalStart = 'answershare.journal.';
export const journalBytes = 8_000;

/** No execution lives longer (Google: guides/services/quotas): a journal that is older was left behind. */
const longestMs = 360_000;

/** Formulas of one column, below one another. */
export interface Kept {
  /** The tab's id, as its name may change meanwhile. */
  readonly sheet: number;
  /** The tab's name when its formulas were read. */
  readonly tab: string;
  readonly row: number;
  readonly column: number;
  readonly formulas: readonly string[];
}

/** Cells below one another as one piece, so that a column takes one call. */
export function pieces(cells: readonly OwnFormula[]): readonly Kept[] {
  const found: { sheet: number; tab: string; row: number; column: number; formulas: string[] }[] = [];
  for (const { tab, row, column, formula } of cells) {
    const last = found[found.length - 1];
    const follows =
      last !== undefined &&
      last.sheet === tab.id &&
      last.column === column &&
      last.row + last.formulas.length === row &&
      bytesOf(JSON.stringify(last)) + bytesOf(formula) < journalBytes / 2;
    if (follows) last.formulas.push(formula);
    else found.push({ sheet: tab.id, tab: tab.name, row, column, formulas: [formula] });
  }
  return found;
}

/** `Sheet1!B2:B50` */
export function placeOf({ tab, row, column, formulas }: Kept): string {
  const letters = columnLetters(column);
  const first = `${tab}!${letters}${row}`;
  return formulas.length === 1 ? first : `${first}:${letters}${row + formulas.length - 1}`;
}

/** What went wrong, or null. */
export function failureOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Sets the formulas of cells that stand empty; what somebody has written there since stays. */
function restore(workbook: Workbook, tab: Tab, { row, column, formulas }: Kept): void {
  const there = tab.formulas();
  formulas.forEach((formula, at) => {
    const place = { row: row + at, column, rows: 1, columns: 1 };
    const bare = (there[row + at - 1]?.[column - 1] ?? '') === '';
    if (bare && tab.read(place)[0]?.[0] === '') tab.writeFormulas(row + at, column, [[formula]]);
  });
  workbook.flush();
}

/**
 * Puts back the formulas of executions that were cut off while their cells were empty; true where there were some. What the
 * user may not write stays in the journal for one who may; what stood in a tab that was deleted since is let go.
 */
export function restoreFormulas({
  workbook,
  drawer,
  now,
}: Pick<Office, 'workbook' | 'drawer' | 'now'>): boolean {
  const left = drawer
    .names()
    .filter((name) => name.indexOf(journalStart) === 0)
    .filter((name) => now() - Number.parseInt(name.slice(journalStart.length), 10) >= longestMs);
  if (left.length === 0) return false;
  const tabs = workbook.tabs();
  let restored = false;
  for (const name of left) {
    const open: Kept[] = [];
    for (const piece of JSON.parse(drawer.get(name) ?? '[]') as readonly Kept[]) {
      const tab = tabs.find(({ id }) => id === piece.sheet);
      if (tab === undefined) continue;
      if (failureOf(() => restore(workbook, tab, piece)) === null) restored = true;
      else open.push(piece);
    }
    if (open.length === 0) drawer.remove(name);
    else drawer.set(name, JSON.stringify(open));
  }
  return restored;
}
