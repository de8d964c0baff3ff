import { tokensOf } from '../formulas/tokens.ts';
import {
  bytesOf,
  failureOf,
  journalBytes,
  journalStart,
  type Kept,
  pieces,
  placeOf,
} from './formula-journal.ts';
import type { Drawer, Office } from './office.ts';
import { type OwnFormula, ownFormulas } from './own-formulas.ts';
import type { Workbook } from './workbook.ts';

/** A named range that formulas may take as an argument: writing to it has them run again (Google: guides/sheets/functions). */
export const refreshRange = 'AnswershareRefresh';

/** A range that could not be written, and what Sheets says of it. */
export interface Untouched {
  /** `Sheet1!B2:B50` */
  readonly place: string;
  readonly reason: string;
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
