import { redact } from '@answershare/core';
import { toCellFault } from '../cells/fault-text.ts';
import type { FormulaCall } from '../formulas/parse-calls.ts';
import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { CellFault, CellQuery } from '../ports/query.ts';
import type { ActiveCell, SheetTab } from '../ports/workbook.ts';
import { listFormulaQueries, recordQueries } from './file-queries.ts';
import { groupIntoQuestions } from './gather.ts';
import { createReferenceReader, findFunction, listOwnCalls, readArgumentValue } from './own-formulas.ts';
import { toWebsites } from './sample-figures.ts';

/** The fault that a cell with a call would show. */
interface CallProblem extends CellFault {
  /** True if an argument is the cause: only another formula can succeed. */
  readonly inArguments: boolean;
}

const checkMs = 30_000;

/** Faults that only a request could resolve. */
const requestFaults = ['paused', 'pending'];
const argumentFaults = ['bad_request', 'bad_window'];

function findFault(attempt: () => unknown): CallProblem | null {
  try {
    attempt();
    return null;
  } catch (thrown) {
    const fault = toCellFault(thrown, 'cell');
    if (requestFaults.includes(fault.code)) return null;
    return { ...fault, inArguments: argumentFaults.includes(fault.code) };
  }
}

/** One query per window of analytics: whether the Form can express a window is known without a request. */
function selectDistinctWindows(queries: readonly CellQuery[]): readonly CellQuery[] {
  const texts = queries.map(({ window }) => JSON.stringify(window));
  return queries.filter(({ window }, at) => window !== null && texts.indexOf(texts[at] ?? '') === at);
}

/**
 * Runs a call as its cell would, with the current values of its references and cached answers. The functions check
 * their own arguments. Sends nothing, except for the list of websites for a change over the history.
 * @returns null if no fault shows without a request
 */
export function checkCall(context: ActionContext, call: FormulaCall, tab: SheetTab): CallProblem | null {
  const found = findFunction(call.name);
  if (found === null) return null;
  const { calendar, file, workbook } = context;
  const read = createReferenceReader(workbook);
  const values = call.arguments.map(
    (argument) => readArgumentValue(argument, tab, workbook, read)?.value ?? '',
  );
  const withPausedService = <T>(use: (cellContext: FunctionContext) => T): T =>
    context.withService({ ms: checkMs, paused: true }, ({ context: cellContext }) => use(cellContext));
  const cellContext: FunctionContext = {
    ...calendar,
    file,
    query: (queries) => withPausedService((own) => own.query(queries)),
    bodies: (queries) => withPausedService((own) => own.bodies(queries)),
  };
  const windows = (): readonly CellQuery[] => selectDistinctWindows(recordQueries(found, values, calendar));
  return (
    findFault(() => found.answer(values, cellContext)) ??
    findFault(() => {
      for (const query of windows()) file.explain(query);
    })
  );
}

export interface FormulaInput {
  readonly formula: string;
  /** Overwrites the cell's content. */
  readonly replace: boolean;
}

export interface InsertedFormula {
  readonly written: boolean;
  /** `B2`. */
  readonly cell: string;
  /** The fault that the cell shows, as far as known without a request; null for none. */
  readonly fault: CallProblem | null;
}

export interface FormulaCost {
  /** Upper bound of requests; cached answers cost none. */
  readonly requests: number;
  /** The fault that the cell would show, as far as known without a request; null for none. */
  readonly fault: CallProblem | null;
}

const serviceMs = 30_000;

/** @throws CellError unless the text is exactly one call of the add-on */
function parseSingleCall({ t }: ActionContext, formula: unknown): FormulaCall {
  const calls = typeof formula === 'string' ? listOwnCalls(formula) : [];
  if (typeof formula === 'string' && redact(formula) !== formula) {
    throw new CellError('refused', t('formula.secret'));
  }
  const [call] = calls;
  if (calls.length !== 1 || call?.whole !== true) throw new CellError('refused', t('formula.unknown'));
  return call;
}

/** @throws CellError if the active tab has no cells */
function getActiveCell({ workbook, t }: ActionContext): ActiveCell {
  const active = workbook.active();
  if (active === null) throw new CellError('refused', t('formula.noCell'));
  return active;
}

/** The cost of a formula and its fault, before it is inserted. */
export function estimateFormulaCost(
  context: ActionContext,
  { formula }: Pick<FormulaInput, 'formula'>,
): FormulaCost {
  const call = parseSingleCall(context, formula);
  const { tab } = getActiveCell(context);
  const fault = checkCall(context, call, tab);
  const queries = listFormulaQueries(context, [{ tab, calls: [call] }]);
  if (queries.length === 0 || fault?.inArguments) return { requests: 0, fault };
  const list = queries.some(({ endpoint }) => endpoint === 'websites') ? 1 : 0;
  return context.withService({ ms: serviceMs }, (session) => ({
    requests: list + groupIntoQuestions(queries, toWebsites(session), context.now()).length,
    fault,
  }));
}

/**
 * Writes a formula into the active cell. Leaves a cell with content alone unless `replace` is set.
 * @throws CellError with the cell's sentence if the function rejects its arguments
 */
export function insertFormula(context: ActionContext, { formula, replace }: FormulaInput): InsertedFormula {
  const call = parseSingleCall(context, formula);
  const { tab, row, column } = getActiveCell(context);
  const fault = checkCall(context, call, tab);
  if (fault?.inArguments) throw new CellError(fault.code, fault.sentence);
  const cell = `${toColumnLetters(column)}${row}`;
  const block = { row, column, rows: 1, columns: 1 };
  const isEmpty = tab.read(block)[0]?.[0] === '' && (tab.formulas()[row - 1]?.[column - 1] ?? '') === '';
  if (!isEmpty && replace !== true) return { written: false, cell, fault };
  tab.writeFormulas(row, column, [[formula]]);
  context.workbook.flush();
  return { written: true, cell, fault };
}
