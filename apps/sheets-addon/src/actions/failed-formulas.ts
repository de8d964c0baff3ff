import { toReadySlot } from '../cache/ready-answers.ts';
import { isRowFault, isTransientCode, rowFault } from '../cells/fault-text.ts';
import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { rejectAction } from '../ports/cell.ts';
import { evaluateCall } from './evaluate-formula.ts';
import { createCallReader, recordQueries } from './file-queries.ts';
import { listOwnFormulas, type OwnFormula } from './own-formulas.ts';
import { createSpillTest, findFormula } from './spilling.ts';

/** Errors of Sheets (support.google.com: error types). */
const errorValue = /^#(?:ERROR!|N\/A|VALUE!|REF!|NAME\?|NUM!|DIV\/0!|NULL!)$/;

/** A formula of the add-on that shows a fault in its own cell or in rows of its result, or hides one. */
export interface FailedFormula {
  readonly cell: OwnFormula;
  /** `[code] sentence` of each faulty row; empty if the formula's own cell shows an error. */
  readonly rows: readonly string[];
  /** False if only another formula or another cell can help. */
  readonly isTransient: boolean;
}

/** True for a row of a range that a later answer may replace. */
export function isTransientRow(value: unknown): boolean {
  const code = typeof value === 'string' ? rowFault.exec(value)?.[1] : undefined;
  return code !== undefined && isTransientCode(code);
}

/**
 * Finds formulas whose value hides a fault, such as `IFERROR(CITATIONS(A2); 0)`: those with a query that the file knows
 * as failed. A computed argument may be the one of a failed query that no other formula has.
 */
function findHidden(context: ActionContext, own: readonly OwnFormula[]): readonly OwnFormula[] {
  const marked = new Set(context.failedQueries.list());
  if (marked.size === 0) return [];
  const readCalls = createCallReader(context.workbook);
  const unowned = new Set(marked);
  const formulas = own.map((cell) => {
    const calls = readCalls(cell);
    const slots = calls.flatMap(({ found, values, isComputed }) =>
      isComputed ? [] : recordQueries(found, values, context.calendar).map(toReadySlot),
    );
    for (const slot of slots) unowned.delete(slot);
    return { cell, slots, isComputed: calls.some((call) => call.isComputed && call.isNested) };
  });
  return formulas
    .filter(
      ({ slots, isComputed }) => slots.some((slot) => marked.has(slot)) || (isComputed && unowned.size > 0),
    )
    .map(({ cell }) => cell);
}

/**
 * Finds the add-on's formulas that show or hide a fault. A text in the form of a faulty row counts only within the result
 * of a formula. Reads each tab once; sends nothing.
 */
export function findFailedFormulas(context: ActionContext): readonly FailedFormula[] {
  const { workbook } = context;
  const own = listOwnFormulas(workbook);
  const isSpilled = createSpillTest(context);
  const failed = new Map<OwnFormula, FailedFormula>();
  for (const tab of workbook.tabs()) {
    const byPlace = new Map<string, OwnFormula>();
    for (const formula of own) {
      if (formula.tab.id === tab.id) byPlace.set(`${formula.row} ${formula.column}`, formula);
    }
    if (byPlace.size === 0) continue;
    tab.values().forEach((cells, rowIndex) => {
      cells.forEach((value, columnIndex) => {
        if (typeof value !== 'string') return;
        const [row, column] = [rowIndex + 1, columnIndex + 1];
        const cell = byPlace.get(`${row} ${column}`);
        if (cell !== undefined && errorValue.test(value)) {
          // The code is in the note, which no script can read. The other errors are no fault of an answer.
          failed.set(cell, { cell, rows: [], isTransient: value === '#ERROR!' });
        } else if (isRowFault(value)) {
          const formula = cell ?? findFormula(byPlace, row, column, (one) => isSpilled(one, row, column));
          if (formula === undefined) return;
          const before = failed.get(formula);
          const isTransient = before?.isTransient === true || isTransientRow(value);
          failed.set(formula, { cell: formula, rows: [...(before?.rows ?? []), value], isTransient });
        }
      });
    });
  }
  for (const cell of findHidden(context, own)) {
    failed.set(cell, { cell, rows: failed.get(cell)?.rows ?? [], isTransient: true });
  }
  return own.flatMap((cell) => failed.get(cell) ?? []);
}

/** A place in the file. */
export interface CellAddress {
  /** The tab's id: its name may change. */
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
}

/** A failed formula as the sidebar lists it. */
export interface ListedFormula extends CellAddress {
  /** `Sheet1!B7` */
  readonly place: string;
  /** Faulty rows of its result; 0 if the cell itself shows an error. */
  readonly rows: number;
  /** Why; empty if only a request could find out. */
  readonly sentence: string;
  readonly code: string;
}

/** Each listed formula is checked anew, which takes some milliseconds. */
const maxListed = 50;

/** Lists failed formulas for the sidebar. Costs no request. */
export function listFailedFormulas(context: ActionContext): {
  readonly total: number;
  readonly formulas: readonly ListedFormula[];
} {
  const found = findFailedFormulas(context);
  const formulas = found.slice(0, maxListed).map(({ cell, rows: [first, ...others] }): ListedFormula => {
    const { tab, row, column, calls } = cell;
    const [call] = calls;
    const fault =
      call === undefined || first !== undefined ? null : evaluateCall(context, call, tab, false).fault;
    return {
      sheet: tab.id,
      row,
      column,
      place: `${tab.name}!${toColumnLetters(column)}${row}`,
      rows: first === undefined ? 0 : others.length + 1,
      sentence: first?.replace(rowFault, '') ?? fault?.sentence ?? '',
      code: rowFault.exec(first ?? '')?.[1] ?? fault?.code ?? '',
    };
  });
  return { total: found.length, formulas };
}

/** Shows a cell to the user. @throws CellError if its tab is gone */
export function selectCell({ workbook, t }: ActionContext, { sheet, row, column }: CellAddress): null {
  const tab = workbook.tabs().find(({ id }) => id === sheet);
  if (tab === undefined) rejectAction(t('cell.gone'));
  tab.select(row, column);
  return null;
}
