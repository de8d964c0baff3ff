import { countBytes } from '../cache/two-tier-cache.ts';
import { tokenize } from '../formulas/parse-calls.ts';
import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import type { PropertyStore } from '../ports/property-store.ts';
import type { SheetTab, Workbook } from '../ports/workbook.ts';
import type { GetText } from '../texts/texts.ts';
import { listOwnFormulas, type OwnFormula } from './own-formulas.ts';

/**
 * Property prefix of formulas whose cells are empty for a moment. A property holds 9 KB (Google:
 * guides/services/quotas).
 */
export const journalStart = 'answershare.journal.';
export const journalBytes = 8_000;

/** No execution runs longer (Google: guides/services/quotas): an older journal belongs to an aborted one. */
const longestMs = 360_000;

/** Adjacent formulas of one column. */
export interface FormulaEntry {
  /** The tab's id: its name may change. */
  readonly sheet: number;
  /** The tab's name when its formulas were read. */
  readonly tab: string;
  readonly row: number;
  readonly column: number;
  readonly formulas: readonly string[];
}

/** Groups adjacent cells of a column into one entry, written in one call. */
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

/** The error message, or null. */
export function toFailure(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Writes formulas into cells that are still empty; later content stays. */
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
 * Restores the formulas of aborted executions; true if there were any. Formulas that this user may not write stay in
 * the journal. Formulas of a deleted tab are dropped.
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

/**
 * A named range that formulas may take as an argument: writing it runs them again (Google: guides/sheets/functions).
 */
export const refreshRange = 'AnswershareRefresh';

/** A range whose formulas did not run again. */
export interface SkippedFormulas {
  /** `Sheet1!B2:B50` */
  readonly place: string;
  /** Why Sheets rejects a write to the range; null if its formulas have changed. */
  readonly reason: string | null;
}

/** Formats one skipped range as a sentence. */
export function formatSkipped(say: GetText, { place, reason }: SkippedFormulas): string {
  return reason === null ? say('refresh.changed', { place }) : say('refresh.untouched', { place, reason });
}

/** Bytes of an entry in the journal, with its comma. */
const entryBytes = (piece: FormulaEntry): number => countBytes(JSON.stringify(piece)) + 1;

/** An entry and its tab, whatever the tab's present name. */
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

/** An entry without cells whose formulas have changed: rows may have moved since. */
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
 * Clears cells, flushes, and writes their formulas again; the journal holds the cleared formulas. A protected range
 * does not affect the others.
 * @returns ranges that could not be written or whose formulas have changed
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
        // Split entries need more bytes than the batch was measured by.
        if (standing.length === 0 || bytes <= journalBytes) standing.push(part);
        else changed.push(part.piece);
      }
      for (const piece of changed) untouched.push({ place: toCellPosition(piece), reason: null });
    });
  }
  if (standing.length === 0) return untouched;
  keep(standing);
  const emptied = standing.filter((one) => tried(one, () => write(one, 'empty')));
  // Sheets may reject a write only on flush; writing entry by entry finds the rejected one.
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
 * Runs the add-on's formulas again. Formulas with the named range {@link refreshRange} get a new time in it; the others
 * are rewritten.
 * @returns the number of cells, and the ranges that could not be written
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
