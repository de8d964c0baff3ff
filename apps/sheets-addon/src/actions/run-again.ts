import { countBytes } from '../cache/two-tier-cache.ts';
import { tokenize } from '../formulas/parse-calls.ts';
import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import type { PropertyStore } from '../ports/property-store.ts';
import type { SheetTab, Workbook } from '../ports/workbook.ts';
import type { GetText } from '../texts/texts.ts';
import { listOwnFormulas, type OwnFormula } from './own-formulas.ts';

/** Where an execution keeps formulas while their cells are empty. A property holds 9 KB (Google: guides/services/quotas). */
export const journalStart = 'answershare.journal.';
export const journalBytes = 8_000;

/** No execution lives longer (Google: guides/services/quotas): a journal that is older was left behind. */
const longestMs = 360_000;

/** Formulas of one column, below one another. */
export interface FormulaEntry {
  /** The tab's id, as its name may change meanwhile. */
  readonly sheet: number;
  /** The tab's name when its formulas were read. */
  readonly tab: string;
  readonly row: number;
  readonly column: number;
  readonly formulas: readonly string[];
}

/** Cells below one another as one piece, so that a column takes one call. */
export function splitEntries(cells: readonly OwnFormula[]): readonly FormulaEntry[] {
  const found: { sheet: number; tab: string; row: number; column: number; formulas: string[] }[] = [];
  for (const { tab, row, column, formula } of cells) {
    const last = found[found.length - 1];
    const follows =
      last !== undefined &&
      last.sheet === tab.id &&
      last.column === column &&
      last.row + last.formulas.length === row &&
      countBytes(JSON.stringify(last)) + countBytes(formula) < journalBytes / 2;
    if (follows) last.formulas.push(formula);
    else found.push({ sheet: tab.id, tab: tab.name, row, column, formulas: [formula] });
  }
  return found;
}

/** `Sheet1!B2:B50` */
export function toCellPosition({ tab, row, column, formulas }: FormulaEntry): string {
  const letters = toColumnLetters(column);
  const first = `${tab}!${letters}${row}`;
  return formulas.length === 1 ? first : `${first}:${letters}${row + formulas.length - 1}`;
}

/** What went wrong, or null. */
export function toFailure(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Sets the formulas of cells that stand empty; what somebody has written there since stays. */
function restoreEntry(workbook: Workbook, tab: SheetTab, { row, column, formulas }: FormulaEntry): void {
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
  properties,
  now,
}: Pick<ActionContext, 'workbook' | 'properties' | 'now'>): boolean {
  const left = properties
    .names()
    .filter((name) => name.indexOf(journalStart) === 0)
    .filter((name) => now() - Number.parseInt(name.slice(journalStart.length), 10) >= longestMs);
  if (left.length === 0) return false;
  const tabs = workbook.tabs();
  let restored = false;
  for (const name of left) {
    const open: FormulaEntry[] = [];
    for (const piece of JSON.parse(properties.get(name) ?? '[]') as readonly FormulaEntry[]) {
      const tab = tabs.find(({ id }) => id === piece.sheet);
      if (tab === undefined) continue;
      if (toFailure(() => restoreEntry(workbook, tab, piece)) === null) restored = true;
      else open.push(piece);
    }
    if (open.length === 0) properties.remove(name);
    else properties.set(name, JSON.stringify(open));
  }
  return restored;
}

/** A named range that formulas may take as an argument: writing to it has them run again (Google: guides/sheets/functions). */
export const refreshRange = 'AnswershareRefresh';

/** A range whose formulas were not run again. */
export interface SkippedFormulas {
  /** `Sheet1!B2:B50` */
  readonly place: string;
  /** What Sheets says of a range that it does not let be written; null where somebody has changed its formulas meanwhile. */
  readonly reason: string | null;
}

/** One sentence for a range whose formulas were not run again. */
export function formatSkipped(say: GetText, { place, reason }: SkippedFormulas): string {
  return reason === null ? say('refresh.changed', { place }) : say('refresh.untouched', { place, reason });
}

/** What a piece takes in the journal, with its comma. */
const entryBytes = (piece: FormulaEntry): number => countBytes(JSON.stringify(piece)) + 1;

/** Formulas below one another, and their tab, whatever it is called by now. */
interface SheetFormulas {
  readonly piece: FormulaEntry;
  readonly tab: SheetTab;
}

function write({ tab, piece: { row, column, formulas } }: SheetFormulas, how: 'empty' | 'set'): void {
  tab.writeFormulas(
    row,
    column,
    formulas.map((formula) => [how === 'empty' ? '' : formula]),
  );
}

/** A piece, cut where cells hold other formulas than when it was read: rows may have moved since. */
function cutByChange({ tab, piece }: SheetFormulas): {
  readonly same: SheetFormulas[];
  readonly changed: FormulaEntry[];
} {
  const { row, column, formulas } = piece;
  const there = tab.readFormulas({ row, column, rows: formulas.length, columns: 1 });
  const cut: { same: boolean; piece: FormulaEntry & { formulas: string[] } }[] = [];
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
function setAgain(
  workbook: Workbook,
  properties: PropertyStore,
  journal: string,
  batch: readonly SheetFormulas[],
): readonly SkippedFormulas[] {
  const untouched: SkippedFormulas[] = [];
  const tried = ({ piece }: SheetFormulas, act: () => void): boolean => {
    const reason = toFailure(act);
    if (reason !== null) untouched.push({ place: toCellPosition(piece), reason });
    return reason === null;
  };
  const keep = (standing: readonly SheetFormulas[]): void =>
    properties.set(journal, JSON.stringify(standing.map(({ piece }) => piece)));
  const standing: SheetFormulas[] = [];
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
      for (const piece of changed) untouched.push({ place: toCellPosition(piece), reason: null });
    });
  }
  if (standing.length === 0) return untouched;
  keep(standing);
  const emptied = standing.filter((one) => tried(one, () => write(one, 'empty')));
  // Sheets may refuse a write only when it takes effect; which one it was shows piece by piece.
  const together = toFailure(() => workbook.flush()) === null;
  const open = emptied.filter(
    (one) =>
      !tried(one, () => {
        write(one, 'set');
        if (!together) workbook.flush();
      }),
  );
  workbook.flush();
  if (open.length === 0) properties.remove(journal);
  else keep(open);
  return untouched;
}

/**
 * Has the formulas of ours run again: those that take the named range {@link refreshRange} by a new time in it, the others
 * by being set anew. @returns how many cells that was to be done with, and the ranges that could not be written
 */
export function runAgain({
  workbook,
  properties,
  now,
  startedAt,
}: Pick<ActionContext, 'workbook' | 'properties' | 'now' | 'startedAt'>): {
  readonly cells: number;
  readonly untouched: readonly SkippedFormulas[];
} {
  const signal = workbook.named(refreshRange);
  const takesSignal = ({ formula }: OwnFormula): boolean =>
    (tokenize(formula) ?? []).some(({ text }) => text.toLowerCase() === refreshRange.toLowerCase());
  const cells = listOwnFormulas(workbook).filter((cell) => signal === null || !takesSignal(cell));
  const untouched: SkippedFormulas[] = [];
  const tabs = new Map<number, SheetTab>();
  for (const { tab } of cells) tabs.set(tab.id, tab);
  let batch: SheetFormulas[] = [];
  let bytes = 0;
  let batches = 0;
  const set = (): void => {
    if (batch.length === 0) return;
    batches += 1;
    const left = setAgain(workbook, properties, `${journalStart}${startedAt}.${batches}`, batch);
    for (const one of left) untouched.push(one);
    batch = [];
    bytes = 0;
  };
  for (const piece of splitEntries(cells)) {
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
    const reason = toFailure(() => {
      tab.write(block.row, block.column, [[new Date(now())]]);
      workbook.flush();
    });
    if (reason !== null) untouched.push({ place: refreshRange, reason });
  }
  return { cells: cells.length, untouched };
}
