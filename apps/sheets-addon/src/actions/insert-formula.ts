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

/** What a cell with a call would show instead of a value. */
export interface CallProblem extends CellFault {
  /** True where an argument is the cause, so that the call fails until it is another formula. */
  readonly inArguments: boolean;
}

const checkMs = 30_000;

/** Faults of a call that only a request could answer. */
const unanswered = ['paused', 'pending', 'budget'];
const argumentFaults = ['bad_request', 'bad_window'];

function findFault(attempt: () => unknown): CallProblem | null {
  try {
    attempt();
    return null;
  } catch (thrown) {
    const fault = toCellFault(thrown, 'cell');
    if (unanswered.includes(fault.code)) return null;
    return { ...fault, inArguments: argumentFaults.includes(fault.code) };
  }
}

/** One question for each window of analytics: which of them the service can word is known without an answer. */
function eachWindow(queries: readonly CellQuery[]): readonly CellQuery[] {
  const texts = queries.map(({ window }) => JSON.stringify(window));
  return queries.filter(({ window }, at) => window !== null && texts.indexOf(texts[at] ?? '') === at);
}

/**
 * Runs a call as its cell would, with the values that its references hold now and the answers that are kept: the functions
 * themselves check their arguments. Sends nothing, but for the list of websites where a change over the history needs it.
 * @returns null where no fault shows without a request
 */
export function checkCall(context: ActionContext, call: FormulaCall, tab: SheetTab): CallProblem | null {
  const found = findFunction(call.name);
  if (found === null) return null;
  const { calendar, file, workbook } = context;
  const read = createReferenceReader(workbook);
  const values = call.arguments.map(
    (argument) => readArgumentValue(argument, tab, workbook, read)?.value ?? '',
  );
  const quietly = <T>(use: (cellContext: FunctionContext) => T): T =>
    context.withService({ ms: checkMs, paused: true }, ({ context: cellContext }) => use(cellContext));
  const cellContext: FunctionContext = {
    ...calendar,
    file,
    query: (queries) => quietly((own) => own.query(queries)),
    bodies: (queries) => quietly((own) => own.bodies(queries)),
  };
  const windows = (): readonly CellQuery[] => eachWindow(recordQueries(found, values, calendar));
  return (
    findFault(() => found.answer(values, cellContext)) ??
    findFault(() => {
      for (const query of windows()) file.explain(query);
    })
  );
}

export interface FormulaInput {
  readonly formula: string;
  /** Writes over what the cell holds. */
  readonly replace: boolean;
}

export interface InsertedFormula {
  readonly written: boolean;
  /** `B2`. */
  readonly cell: string;
  /** What the cell shows instead of a value, as far as is known without a request; null for nothing. */
  readonly fault: CallProblem | null;
}

export interface FormulaCost {
  /** Requests at most; answers that are kept cost none. */
  readonly most: number;
  /** Requests left today; null where not told. */
  readonly leftToday: number | null;
  /** What the cell would show instead of a value, as far as is known without a request; null for nothing. */
  readonly fault: CallProblem | null;
}

const useMs = 30_000;

/** @throws Refusal for a text that is no formula of the add-on and nothing else */
function onlyCall({ text: say }: ActionContext, formula: unknown): FormulaCall {
  const calls = typeof formula === 'string' ? listOwnCalls(formula) : [];
  if (typeof formula === 'string' && redact(formula) !== formula) {
    throw new CellError('refused', say('formula.secret'));
  }
  const [call] = calls;
  if (calls.length !== 1 || call?.whole !== true) throw new CellError('refused', say('formula.unknown'));
  return call;
}

/** @throws Refusal where the active tab has no cells */
function activeCell({ workbook, text: say }: ActionContext): ActiveCell {
  const active = workbook.active();
  if (active === null) throw new CellError('refused', say('formula.noCell'));
  return active;
}

/** What a formula costs at most and what is wrong with it, before it is written. */
export function estimateFormulaCost(
  context: ActionContext,
  { formula }: Pick<FormulaInput, 'formula'>,
): FormulaCost {
  const call = onlyCall(context, formula);
  const { tab } = activeCell(context);
  const fault = checkCall(context, call, tab);
  const leftToday = context.file.status().day_left;
  const queries = listFormulaQueries(context, [{ tab, calls: [call] }]);
  if (queries.length === 0 || fault?.inArguments) return { most: 0, leftToday, fault };
  const list = queries.some(({ endpoint }) => endpoint === 'websites') ? 1 : 0;
  return context.withService({ ms: useMs }, (session) => ({
    most: list + groupIntoQuestions(queries, toWebsites(session), context.now()).length,
    leftToday,
    fault,
  }));
}

/**
 * Writes a formula into the active cell; a cell with content is left alone unless the order says to replace it.
 * @throws Refusal with the cell's sentence for a formula whose arguments its function refuses
 */
export function insertFormula(context: ActionContext, { formula, replace }: FormulaInput): InsertedFormula {
  const call = onlyCall(context, formula);
  const { tab, row, column } = activeCell(context);
  const fault = checkCall(context, call, tab);
  if (fault?.inArguments) throw new CellError(fault.code, fault.sentence);
  const cell = `${toColumnLetters(column)}${row}`;
  const place = { row, column, rows: 1, columns: 1 };
  const empty = tab.read(place)[0]?.[0] === '' && (tab.formulas()[row - 1]?.[column - 1] ?? '') === '';
  if (!empty && replace !== true) return { written: false, cell, fault };
  tab.writeFormulas(row, column, [[formula]]);
  context.workbook.flush();
  return { written: true, cell, fault };
}
