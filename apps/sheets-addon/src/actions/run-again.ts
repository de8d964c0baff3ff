import { tokensOf } from '../formulas/tokens.ts';
import type { Drawer, Office } from './office.ts';
import { type OwnFormula, ownFormulas } from './own-formulas.ts';
import type { Workbook } from './workbook.ts';

/** A named range that formulas may take as an argument: writing to it has them run again (Google: guides/sheets/functions). */
export const refreshRange = 'AnswershareRefresh';

/** Where an execution keeps formulas while their cells are empty. A property holds 9 KB (Google: guides/services/quotas). */
const journalStart = 'answershare.journal.';
const journalBytes = 8_000;

/** No execution lives longer (Google: guides/services/quotas): a journal that is older was left behind. */
const longestMs = 360_000;

interface Kept {
  readonly tab: string;
  readonly row: number;
  readonly column: number;
  readonly formulas: readonly string[];
}

/** Characters beyond ASCII take up to three bytes. */
const bytesOf = (text: string): number => text.replace(/[\u0080-\uffff]/g, '___').length;

/** Cells below one another as one piece, so that a column takes one call. */
function pieces(cells: readonly OwnFormula[]): readonly Kept[] {
  const found: { tab: string; row: number; column: number; formulas: string[] }[] = [];
  for (const { tab, row, column, formula } of cells) {
    const last = found[found.length - 1];
    const follows =
      last !== undefined &&
      last.tab === tab.name &&
      last.column === column &&
      last.row + last.formulas.length === row &&
      bytesOf(JSON.stringify(last)) + bytesOf(formula) < journalBytes / 2;
    if (follows) last.formulas.push(formula);
    else found.push({ tab: tab.name, row, column, formulas: [formula] });
  }
  return found;
}

function write(workbook: Workbook, kept: readonly Kept[], formulaOf: (formula: string) => string): void {
  for (const { tab, row, column, formulas } of kept) {
    workbook.tab(tab)?.writeFormulas(
      row,
      column,
      formulas.map((formula) => [formulaOf(formula)]),
    );
  }
}

/** Empties cells, has that take effect, and sets their formulas again. What is empty stands in the journal meanwhile. */
function setAnew(workbook: Workbook, drawer: Drawer, journal: string, kept: readonly Kept[]): void {
  drawer.set(journal, JSON.stringify(kept));
  write(workbook, kept, () => '');
  workbook.flush();
  write(workbook, kept, (formula) => formula);
  workbook.flush();
  drawer.remove(journal);
}

function restore(workbook: Workbook, kept: readonly Kept[]): void {
  for (const { tab, row, column, formulas } of kept) {
    const found = workbook.tab(tab);
    formulas.forEach((formula, at) => {
      const place = { row: row + at, column, rows: 1, columns: 1 };
      if (found?.read(place)[0]?.[0] === '') found.writeFormulas(row + at, column, [[formula]]);
    });
  }
  workbook.flush();
}

/** Puts back the formulas of executions that were cut off while their cells were empty; true where there were some. */
export function restoreFormulas({
  workbook,
  drawer,
  now,
}: Pick<Office, 'workbook' | 'drawer' | 'now'>): boolean {
  const left = drawer
    .names()
    .filter((name) => name.indexOf(journalStart) === 0)
    .filter((name) => now() - Number(name.slice(journalStart.length)) >= longestMs);
  for (const name of left) {
    restore(workbook, JSON.parse(drawer.get(name) ?? '[]') as readonly Kept[]);
    drawer.remove(name);
  }
  return left.length > 0;
}

/**
 * Has the formulas of ours run again: those that take the named range {@link refreshRange} by a new time in it, the others
 * by being set anew. @returns cells that were set anew
 */
export function runAgain({
  workbook,
  drawer,
  now,
  startedAt,
}: Pick<Office, 'workbook' | 'drawer' | 'now' | 'startedAt'>): number {
  const journal = journalStart + startedAt;
  const signal = workbook.named(refreshRange);
  const takesSignal = ({ formula }: OwnFormula): boolean =>
    (tokensOf(formula) ?? []).some(({ text }) => text.toLowerCase() === refreshRange.toLowerCase());
  const cells = ownFormulas(workbook).filter((cell) => signal === null || !takesSignal(cell));
  let batch: Kept[] = [];
  for (const piece of pieces(cells)) {
    if (batch.length > 0 && bytesOf(JSON.stringify(batch.concat(piece))) > journalBytes) {
      setAnew(workbook, drawer, journal, batch);
      batch = [];
    }
    batch.push(piece);
  }
  if (batch.length > 0) setAnew(workbook, drawer, journal, batch);
  if (signal) {
    signal.tab.write(signal.block.row, signal.block.column, [[new Date(now())]]);
    workbook.flush();
  }
  return cells.length;
}
