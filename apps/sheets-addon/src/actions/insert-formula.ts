import { redact } from '@answershare/core';
import { queryWebsites } from '../cells/website-argument.ts';
import type { FormulaCall } from '../formulas/parse-calls.ts';
import { toColumnLetters, writeReference } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { type Cell, CellError, type Rows, rejectAction } from '../ports/cell.ts';
import type { ActiveCell, SheetTab } from '../ports/workbook.ts';
import { type CallProblem, evaluateCall, isUnasked } from './evaluate-formula.ts';
import { listFormulaQueries } from './file-queries.ts';
import { groupIntoQuestions } from './gather.ts';
import { listOwnCalls } from './own-formulas.ts';
import { findObstacle, findOpenRange } from './spilling.ts';

export interface FormulaInput {
  readonly formula: string;
  /** Overwrites the cell's content. */
  readonly replace: boolean;
}

export interface InsertedFormula {
  readonly written: boolean;
  /** `B2`. */
  readonly cell: string;
}

/** A formula before it is inserted. */
export interface FormulaPreview {
  /** Upper bound of requests; cached answers cost none. */
  readonly requests: number;
  /** The first cells that it would show; null if only a request can give them. */
  readonly shown: readonly (readonly (string | number | boolean)[])[] | null;
  /** Rows and columns that it would fill. */
  readonly rows: number;
  readonly columns: number;
  /** The fault that the cell would show, as far as known; null for none. */
  readonly fault: CallProblem | null;
}

/** For a person who waits for a preview. */
const previewMs = 30_000;

/** @throws CellError unless the text is exactly one call of the add-on */
export function parseSingleCall({ t }: ActionContext, formula: unknown): FormulaCall {
  const calls = typeof formula === 'string' ? listOwnCalls(formula) : [];
  if (typeof formula === 'string' && redact(formula) !== formula) {
    rejectAction(t('formula.secret'));
  }
  const [call] = calls;
  if (calls.length !== 1 || call?.whole !== true) rejectAction(t('formula.unknown'));
  return call;
}

/** @throws CellError if the active tab has no cells */
export function getActiveCell({ workbook, t }: ActionContext): ActiveCell {
  const active = workbook.active();
  if (active === null) rejectAction(t('formula.noCell'));
  return active;
}

/** An upper bound of the requests that a call needs. */
function countRequests(context: ActionContext, call: FormulaCall, tab: SheetTab): number {
  const queries = listFormulaQueries(context, [{ tab, calls: [call] }]);
  if (queries.length === 0) return 0;
  const list = queries.some(({ endpoint }) => endpoint === 'websites') ? 1 : 0;
  return context.withService(
    { ms: previewMs },
    (session) => list + groupIntoQuestions(queries, queryWebsites(session.context), context.now()).length,
  );
}

const toRows = (value: Cell | Rows): Rows => (Array.isArray(value) ? (value as Rows) : [[value as Cell]]);

/** A preview has the first rows and columns of a table. */
const previewRows = 4;
const previewColumns = 3;

function toPreviewCell({ calendar }: ActionContext, cell: Cell): string | number | boolean {
  if (cell instanceof Date) return calendar.dateOfCell(cell);
  return isUnasked(cell) ? '…' : cell;
}

/** Shows what a formula would show. @param asks true to send its requests */
export function previewFormula(
  context: ActionContext,
  { formula, asks }: Pick<FormulaInput, 'formula'> & { readonly asks: boolean },
): FormulaPreview {
  const call = parseSingleCall(context, formula);
  const { tab } = getActiveCell(context);
  const { value, fault } = evaluateCall(context, call, tab, asks === true);
  const rows = value === null ? [] : toRows(value);
  const columns = rows[0]?.length ?? 0;
  if (fault?.inArguments) return { requests: 0, shown: null, rows: 0, columns, fault };
  const shown = rows
    .slice(0, previewRows)
    .map((row) => row.slice(0, previewColumns).map((cell) => toPreviewCell(context, cell)));
  return {
    requests: countRequests(context, call, tab),
    shown: value === null || shown.every((row) => row.every((cell) => cell === '…')) ? null : shown,
    rows: rows.length,
    columns,
    fault,
  };
}

/** Whether a call refers to the cell that would hold it. */
function isCircular({ arguments: args }: FormulaCall, { tab, row, column }: ActiveCell): boolean {
  return args.some((argument) => {
    if (argument.kind !== 'reference') return false;
    const { tab: name, from, to } = argument.reference;
    const last = to ?? from;
    const isWithin = (at: number, one: number | null, other: number | null): boolean =>
      at >= Math.min(one ?? 1, other ?? at) && at <= Math.max(one ?? at, other ?? at);
    return (
      (name === null || name === tab.name) &&
      isWithin(row, from.row, last.row) &&
      isWithin(column, from.column, last.column)
    );
  });
}

/** A formula about one website costs its question and the list: these are asked before it is written. */
const maxRequests = 2;

/**
 * Writes a formula that shows a value into the active cell. Leaves a cell with content alone unless `replace` is set.
 * @throws CellError with the cell's sentence if it would show a fault, and if its table has no room
 */
export function insertFormula(context: ActionContext, { formula, replace }: FormulaInput): InsertedFormula {
  const { t, workbook } = context;
  const call = parseSingleCall(context, formula);
  const active = getActiveCell(context);
  const { tab, row, column } = active;
  const cell = `${toColumnLetters(column)}${row}`;
  if (isCircular(call, active)) rejectAction(t('formula.circular', { cell }));
  const before = evaluateCall(context, call, tab, false);
  const isSmall = before.fault === null && countRequests(context, call, tab) <= maxRequests;
  const { value, fault } = isSmall ? evaluateCall(context, call, tab, true) : before;
  if (fault !== null) throw new CellError(fault.code, fault.sentence);
  const openRange = findOpenRange(call, row);
  if (openRange !== null) rejectAction(t('formula.openRange', { range: openRange }));
  const block = { row, column, rows: 1, columns: 1 };
  const isEmpty = tab.read(block)[0]?.[0] === '' && (tab.formulas()[row - 1]?.[column - 1] ?? '') === '';
  if (!isEmpty && replace !== true) return { written: false, cell };
  const obstacle = value === null ? null : findObstacle(active, toRows(value));
  if (obstacle !== null) rejectAction(t('formula.noRoom', { cell: obstacle }));
  tab.writeFormulas(row, column, [[formula]]);
  workbook.flush();
  return { written: true, cell };
}

/** The selected range as a formula names it. */
export function readSelection({ workbook, t }: ActionContext): { readonly reference: string } {
  const selected = workbook.selection();
  if (selected === null) rejectAction(t('formula.noCell'));
  const { tab, block } = selected;
  const corner = (row: number, column: number) => ({ row, column, rowFixed: false, columnFixed: false });
  const from = corner(block.row, block.column);
  const to = corner(block.row + block.rows - 1, block.column + block.columns - 1);
  return {
    reference: writeReference({
      tab: workbook.tabs().length === 1 ? null : tab.name,
      from,
      to: block.rows * block.columns === 1 ? null : to,
    }),
  };
}
