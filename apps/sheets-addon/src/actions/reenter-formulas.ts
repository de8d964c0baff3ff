import { tokenize } from '../formulas/parse-calls.ts';
import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { countBytes, type PropertyStore } from '../ports/property-store.ts';
import type { SheetTab, Workbook } from '../ports/workbook.ts';
import type { Translate } from '../texts/texts.ts';
import { listOwnFormulas, type OwnFormula } from './own-formulas.ts';

/** Property prefix of formulas in cells empty for a moment; 9 KB each (Google: guides/services/quotas). */
const journalPrefix = 'answershare.journal.';
const journalBytes = 8_000;

/** No execution runs longer (Google: guides/services/quotas): an older journal belongs to an aborted one. */
const maxExecutionMs = 360_000;

/** Adjacent formulas of one column. */
interface FormulaEntry {
  /** The tab's id: its name may change. */
  readonly sheet: number;
  /** The tab's name when its formulas were read. */
  readonly tab: string;
  readonly row: number;
  readonly column: number;
  readonly formulas: readonly string[];
}

/** Groups adjacent cells of a column into one entry, written in one call. */
function splitEntries(cells: readonly OwnFormula[]): readonly FormulaEntry[] {
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
function toCellPosition({ tab, row, column, formulas }: FormulaEntry): string {
  const letters = toColumnLetters(column);
  const first = `${tab}!${letters}${row}`;
  return formulas.length === 1 ? first : `${first}:${letters}${row + formulas.length - 1}`;
}

/** The error message, or null. */
function captureError(run: () => void): string | null {
  try {
    run();
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Writes formulas into cells that are still empty; later content stays. */
function restoreEntry(workbook: Workbook, tab: SheetTab, { row, column, formulas }: FormulaEntry): void {
  const current = tab.formulas();
  formulas.forEach((formula, at) => {
    const place = { row: row + at, column, rows: 1, columns: 1 };
    const isEmpty = (current[row + at - 1]?.[column - 1] ?? '') === '';
    if (isEmpty && tab.read(place)[0]?.[0] === '') tab.writeFormulas(row + at, column, [[formula]]);
  });
  workbook.flush();
}

/** Restores formulas of aborted executions; true if any. Those that this user may not write stay. */
export function restoreFormulas({
  workbook,
  properties,
  now,
}: Pick<ActionContext, 'workbook' | 'properties' | 'now'>): boolean {
  const journals = properties
    .names()
    .filter((name) => name.startsWith(journalPrefix))
    .filter((name) => now() - Number.parseInt(name.slice(journalPrefix.length), 10) >= maxExecutionMs);
  if (journals.length === 0) return false;
  const tabs = workbook.tabs();
  let restored = false;
  for (const name of journals) {
    const pending: FormulaEntry[] = [];
    for (const entry of JSON.parse(properties.get(name) ?? '[]') as readonly FormulaEntry[]) {
      const tab = tabs.find(({ id }) => id === entry.sheet);
      if (tab === undefined) continue;
      if (captureError(() => restoreEntry(workbook, tab, entry)) === null) restored = true;
      else pending.push(entry);
    }
    if (pending.length === 0) properties.remove(name);
    else properties.set(name, JSON.stringify(pending));
  }
  return restored;
}

/** A named range as argument of formulas: writing it runs them again (Google: guides/sheets/functions). */
export const refreshRange = 'AnswershareRefresh';

/** A range whose formulas did not run again. */
export interface SkippedFormulas {
  /** `Sheet1!B2:B50` */
  readonly place: string;
  readonly cells: number;
  /** Why Sheets rejects a write to the range; null if its formulas have changed. */
  readonly reason: string | null;
}

/** Formats one skipped range as a sentence. */
export function formatSkipped(t: Translate, { place, reason }: SkippedFormulas): string {
  return reason === null ? t('refresh.changed', { place }) : t('refresh.untouched', { place, reason });
}

/** Bytes of an entry in the journal, with its comma. */
const entryBytes = (entry: FormulaEntry): number => countBytes(JSON.stringify(entry)) + 1;

/** An entry and its tab, whatever the tab's present name. */
interface SheetFormulas {
  readonly entry: FormulaEntry;
  readonly tab: SheetTab;
}

function write({ tab, entry: { row, column, formulas } }: SheetFormulas, mode: 'empty' | 'set'): void {
  tab.writeFormulas(
    row,
    column,
    formulas.map((formula) => [mode === 'empty' ? '' : formula]),
  );
}

/** An entry without cells whose formulas have changed: rows may have moved since. */
function splitByChange({ tab, entry }: SheetFormulas): {
  readonly same: SheetFormulas[];
  readonly changed: FormulaEntry[];
} {
  const { row, column, formulas } = entry;
  const current = tab.readFormulas({ row, column, rows: formulas.length, columns: 1 });
  const runs: { same: boolean; entry: FormulaEntry & { formulas: string[] } }[] = [];
  formulas.forEach((formula, at) => {
    const same = current[at]?.[0] === formula;
    const last = runs[runs.length - 1];
    if (last?.same === same) last.entry.formulas.push(formula);
    else runs.push({ same, entry: { ...entry, row: row + at, formulas: [formula] } });
  });
  return {
    same: runs.filter(({ same }) => same).map((part) => ({ tab, entry: part.entry })),
    changed: runs.filter(({ same }) => !same).map((part) => part.entry),
  };
}

/**
 * Clears cells, flushes, and writes their formulas again; the journal holds the cleared formulas. A protected range
 * does not affect the others.
 * @returns ranges that could not be written or whose formulas have changed
 */
function rewriteBatch(
  workbook: Workbook,
  properties: PropertyStore,
  journal: string,
  batch: readonly SheetFormulas[],
): readonly SkippedFormulas[] {
  const skipped: SkippedFormulas[] = [];
  const skip = (entry: FormulaEntry, reason: string | null): void => {
    skipped.push({ place: toCellPosition(entry), cells: entry.formulas.length, reason });
  };
  const tryWrite = ({ entry }: SheetFormulas, write: () => void): boolean => {
    const reason = captureError(write);
    if (reason !== null) skip(entry, reason);
    return reason === null;
  };
  const storeJournal = (unchanged: readonly SheetFormulas[]): void =>
    properties.set(journal, JSON.stringify(unchanged.map(({ entry }) => entry)));
  const unchanged: SheetFormulas[] = [];
  let bytes = 0;
  for (const one of batch) {
    tryWrite(one, () => {
      const { same, changed } = splitByChange(one);
      for (const part of same) {
        bytes += entryBytes(part.entry);
        // Split entries need more bytes than the batch was measured by.
        if (unchanged.length === 0 || bytes <= journalBytes) unchanged.push(part);
        else changed.push(part.entry);
      }
      for (const entry of changed) skip(entry, null);
    });
  }
  if (unchanged.length === 0) return skipped;
  storeJournal(unchanged);
  const cleared = unchanged.filter((one) => tryWrite(one, () => write(one, 'empty')));
  // Sheets may reject a write only on flush; writing entry by entry finds the rejected one.
  const isFlushed = captureError(() => workbook.flush()) === null;
  const pending = cleared.filter(
    (one) =>
      !tryWrite(one, () => {
        write(one, 'set');
        if (!isFlushed) workbook.flush();
      }),
  );
  workbook.flush();
  if (pending.length === 0) properties.remove(journal);
  else storeJournal(pending);
  return skipped;
}

type WriteContext = Pick<ActionContext, 'workbook' | 'properties' | 'now' | 'startedAt'>;

/**
 * Runs formulas again: Sheets does so if a formula is set again (Google: guides/sheets/functions).
 * @returns the ranges that could not be written
 */
export function rewriteFormulas(
  { workbook, properties, startedAt }: WriteContext,
  cells: readonly OwnFormula[],
): readonly SkippedFormulas[] {
  const skipped: SkippedFormulas[] = [];
  const tabs = new Map<number, SheetTab>();
  for (const { tab } of cells) tabs.set(tab.id, tab);
  let batch: SheetFormulas[] = [];
  let bytes = 0;
  let batches = 0;
  const flushBatch = (): void => {
    if (batch.length === 0) return;
    batches += 1;
    const rejected = rewriteBatch(workbook, properties, `${journalPrefix}${startedAt}.${batches}`, batch);
    for (const one of rejected) skipped.push(one);
    batch = [];
    bytes = 0;
  };
  for (const entry of splitEntries(cells)) {
    const tab = tabs.get(entry.sheet);
    if (tab === undefined) continue;
    const added = entryBytes(entry);
    if (bytes + added > journalBytes) flushBatch();
    batch.push({ entry, tab });
    bytes += added;
  }
  flushBatch();
  return skipped;
}

/**
 * Runs the add-on's formulas again. Formulas with the named range {@link refreshRange} get a new time in it; the others
 * are rewritten.
 * @returns the number of cells, and the ranges that could not be written
 */
export function runAgain(context: WriteContext): {
  readonly cells: number;
  readonly skipped: readonly SkippedFormulas[];
} {
  const { workbook, now } = context;
  const refreshCell = workbook.named(refreshRange);
  const usesRefreshRange = ({ formula }: OwnFormula): boolean =>
    (tokenize(formula) ?? []).some(({ text }) => text.toLowerCase() === refreshRange.toLowerCase());
  const cells = listOwnFormulas(workbook).filter((cell) => refreshCell === null || !usesRefreshRange(cell));
  const skipped = [...rewriteFormulas(context, cells)];
  if (refreshCell) {
    const { tab, block } = refreshCell;
    const reason = captureError(() => {
      tab.write(block.row, block.column, [[new Date(now())]]);
      workbook.flush();
    });
    if (reason !== null) skipped.push({ place: refreshRange, cells: 1, reason });
  }
  return { cells: cells.length, skipped };
}
