import { bytesOf } from '../exchange/property-bytes.ts';
import { tokensOf } from '../formulas/tokens.ts';
import type { Say } from '../words/words.ts';
import { failureOf, journalBytes, journalStart, type Kept, pieces, placeOf } from './formula-journal.ts';
import type { Drawer, Office } from './office.ts';
import { type OwnFormula, ownFormulas } from './own-formulas.ts';
import type { Tab, Workbook } from './workbook.ts';

/** A named range that formulas may take as an argument: writing to it has them run again (Google: guides/sheets/functions). */
export const refreshRange = 'AnswershareRefresh';

/** A range whose formulas were not run again. */
export interface Untouched {
  /** `Sheet1!B2:B50` */
  readonly place: string;
  /** What Sheets says of a range that it does not let be written; null where somebody has changed its formulas meanwhile. */
  readonly reason: string | null;
}

/** One sentence for a range whose formulas were not run again. */
export function untouchedSentence(say: Say, { place, reason }: Untouched): string {
  return reason === null ? say('refresh.changed', { place }) : say('refresh.untouched', { place, reason });
}

/** What a piece takes in the journal, with its comma. */
const entryBytes = (piece: Kept): number => bytesOf(JSON.stringify(piece)) + 1;

/** Formulas below one another, and their tab, whatever it is called by now. */
interface Standing {
  readonly piece: Kept;
  readonly tab: Tab;
}

function write({ tab, piece: { row, column, formulas } }: Standing, how: 'empty' | 'set'): void {
  tab.writeFormulas(
    row,
    column,
    formulas.map((formula) => [how === 'empty' ? '' : formula]),
  );
}

/** A piece, cut where cells hold other formulas than when it was read: rows may have moved since. */
function cutByChange({ tab, piece }: Standing): { readonly same: Standing[]; readonly changed: Kept[] } {
  const { row, column, formulas } = piece;
  const there = tab.readFormulas({ row, column, rows: formulas.length, columns: 1 });
  const cut: { same: boolean; piece: Kept & { formulas: string[] } }[] = [];
  formulas.forEach((formula, at) => {
    const same = there[at]?.[0] === formula;
    const last = cut[cut.length - 1];
    if (last?.same === same) last.piece.formulas.push(formula);
    else cut.push({ same, piece: { ...piece, row: row + at, formulas: [formula] } });
  });
  return {
    same: cut.filter(({ same }) => same).map((part) => ({ tab, piece: part.piece })),
    changed: cut.filter(({ same }) => !same).map((part) => part.piece),
  };
}

/**
 * Empties cells, has that take effect, and sets their formulas again. What is empty stands in the journal meanwhile. A range
 * that cannot be written, such as a protected one, keeps no other from its formulas.
 * @returns the ranges that could not be written, or that hold other formulas by now
 */
function setAnew(
  workbook: Workbook,
  drawer: Drawer,
  journal: string,
  batch: readonly Standing[],
): readonly Untouched[] {
  const untouched: Untouched[] = [];
  const tried = ({ piece }: Standing, act: () => void): boolean => {
    const reason = failureOf(act);
    if (reason !== null) untouched.push({ place: placeOf(piece), reason });
    return reason === null;
  };
  const keep = (standing: readonly Standing[]): void =>
    drawer.set(journal, JSON.stringify(standing.map(({ piece }) => piece)));
  const standing: Standing[] = [];
  let bytes = 0;
  for (const one of batch) {
    tried(one, () => {
      const { same, changed } = cutByChange(one);
      for (const part of same) {
        bytes += entryBytes(part.piece);
        // Cut pieces take more room than the batch was measured by.
        if (standing.length === 0 || bytes <= journalBytes) standing.push(part);
        else changed.push(part.piece);
      }
      for (const piece of changed) untouched.push({ place: placeOf(piece), reason: null });
    });
  }
  if (standing.length === 0) return untouched;
  keep(standing);
  const emptied = standing.filter((one) => tried(one, () => write(one, 'empty')));
  // Sheets may refuse a write only when it takes effect; which one it was shows piece by piece.
  const together = failureOf(() => workbook.flush()) === null;
  const open = emptied.filter(
    (one) =>
      !tried(one, () => {
        write(one, 'set');
        if (!together) workbook.flush();
      }),
  );
  workbook.flush();
  if (open.length === 0) drawer.remove(journal);
  else keep(open);
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
  const tabs = new Map<number, Tab>();
  for (const { tab } of cells) tabs.set(tab.id, tab);
  let batch: Standing[] = [];
  let bytes = 0;
  let batches = 0;
  const set = (): void => {
    if (batch.length === 0) return;
    batches += 1;
    const left = setAnew(workbook, drawer, `${journalStart}${startedAt}.${batches}`, batch);
    for (const one of left) untouched.push(one);
    batch = [];
    bytes = 0;
  };
  for (const piece of pieces(cells)) {
    const tab = tabs.get(piece.sheet);
    if (tab === undefined) continue;
    const more = entryBytes(piece);
    if (bytes + more > journalBytes) set();
    batch.push({ piece, tab });
    bytes += more;
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
