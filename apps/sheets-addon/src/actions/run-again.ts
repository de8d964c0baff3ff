import { columnLetters } from '../formulas/reference.ts';
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

/** A range that could not be written, and what Sheets says of it. */
export interface Untouched {
  /** `Sheet1!B2:B50` */
  readonly place: string;
  readonly reason: string;
}

function placeOf({ tab, row, column, formulas }: Kept): string {
  const letters = columnLetters(column);
  const first = `${tab}!${letters}${row}`;
  return formulas.length === 1 ? first : `${first}:${letters}${row + formulas.length - 1}`;
}

/** What went wrong, or null. */
function failureOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function write(workbook: Workbook, { tab, row, column, formulas }: Kept, how: 'empty' | 'set'): void {
  workbook.tab(tab)?.writeFormulas(
    row,
    column,
    formulas.map((formula) => [how === 'empty' ? '' : formula]),
  );
}

/**
 * Empties cells, has that take effect, and sets their formulas again. What is empty stands in the journal meanwhile. A range
 * that cannot be written, such as a protected one, keeps no other from its formulas.
 * @returns the ranges that could not be written
 */
function setAnew(
  workbook: Workbook,
  drawer: Drawer,
  journal: string,
  kept: readonly Kept[],
): readonly Untouched[] {
  const untouched: Untouched[] = [];
  const tried = (piece: Kept, act: () => void): boolean => {
    const reason = failureOf(act);
    if (reason !== null) untouched.push({ place: placeOf(piece), reason });
    return reason === null;
  };
  drawer.set(journal, JSON.stringify(kept));
  const emptied = kept.filter((piece) => tried(piece, () => write(workbook, piece, 'empty')));
  // Sheets may refuse a write only when it takes effect; which one it was shows piece by piece.
  const together = failureOf(() => workbook.flush()) === null;
  const open = emptied.filter(
    (piece) =>
      !tried(piece, () => {
        write(workbook, piece, 'set');
        if (!together) workbook.flush();
      }),
  );
  workbook.flush();
  if (open.length === 0) drawer.remove(journal);
  else drawer.set(journal, JSON.stringify(open));
  return untouched;
}

/** Sets the formulas of cells that stand empty; what somebody has written there since stays. */
function restore(workbook: Workbook, kept: readonly Kept[]): void {
  for (const { tab, row, column, formulas } of kept) {
    const found = workbook.tab(tab);
    const there = found?.formulas() ?? [];
    formulas.forEach((formula, at) => {
      const place = { row: row + at, column, rows: 1, columns: 1 };
      const bare = (there[row + at - 1]?.[column - 1] ?? '') === '';
      if (bare && found?.read(place)[0]?.[0] === '') found.writeFormulas(row + at, column, [[formula]]);
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
    .filter((name) => now() - Number.parseInt(name.slice(journalStart.length), 10) >= longestMs);
  for (const name of left) {
    restore(workbook, JSON.parse(drawer.get(name) ?? '[]') as readonly Kept[]);
    drawer.remove(name);
  }
  return left.length > 0;
}

/**
 * Has the formulas of ours run again: those that take the named range {@link refreshRange} by a new time in it, the others
 * by being set anew. @returns how many cells that was to be done with, and the ranges that could not be written
 */
export function runAgain({
  workbook,
  drawer,
  now,
  startedAt,
}: Pick<Office, 'workbook' | 'drawer' | 'now' | 'startedAt'>): {
  readonly cells: number;
  readonly untouched: readonly Untouched[];
} {
  const signal = workbook.named(refreshRange);
  const takesSignal = ({ formula }: OwnFormula): boolean =>
    (tokensOf(formula) ?? []).some(({ text }) => text.toLowerCase() === refreshRange.toLowerCase());
  const cells = ownFormulas(workbook).filter((cell) => signal === null || !takesSignal(cell));
  const untouched: Untouched[] = [];
  let batch: Kept[] = [];
  let batches = 0;
  const set = (): void => {
    if (batch.length === 0) return;
    batches += 1;
    untouched.push(...setAnew(workbook, drawer, `${journalStart}${startedAt}.${batches}`, batch));
    batch = [];
  };
  for (const piece of pieces(cells)) {
    if (bytesOf(JSON.stringify(batch.concat(piece))) > journalBytes) set();
    batch.push(piece);
  }
  set();
  if (signal) {
    const { tab, block } = signal;
    const reason = failureOf(() => {
      tab.write(block.row, block.column, [[new Date(now())]]);
      workbook.flush();
    });
    if (reason !== null) untouched.push({ place: refreshRange, reason });
  }
  return { cells: cells.length, untouched };
}
