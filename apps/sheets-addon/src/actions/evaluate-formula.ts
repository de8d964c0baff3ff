import { rowFault, toCellFault } from '../cells/fault-text.ts';
import type { FormulaCall } from '../formulas/parse-calls.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { type Cell, listCells, type Rows, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { CellFault, CellQuery } from '../ports/query.ts';
import type { SheetTab } from '../ports/workbook.ts';
import { recordQueries } from './file-queries.ts';
import { createReferenceReader, findFunction, readArgumentValue } from './own-formulas.ts';

/** The fault that a cell with a call would show. */
export interface CallProblem extends CellFault {
  /** True if an argument is the cause: only another formula can succeed. */
  readonly inArguments: boolean;
}

/** What a cell with a call would show. */
export interface CallResult {
  /** Null with a fault, and if only a request can give it. */
  readonly value: Cell | Rows | null;
  readonly fault: CallProblem | null;
}

const evaluationMs = 30_000;

/** Faults that only a request could resolve. */
const requestFaults = ['paused', 'pending', 'budget'];
const argumentFaults = ['bad_request', 'bad_window'];

/** Whether a cell of a result lacks an answer that a request could give. */
export function isUnasked(cell: unknown): boolean {
  const [, code = ''] = (typeof cell === 'string' && rowFault.exec(cell)) || [];
  return requestFaults.includes(code);
}

/** A range result whose every row fails for one reason fails as a whole. */
function findCommonFault(value: Cell | Rows): CallProblem | null {
  const cells = toRange(value) === null ? [] : listCells(value).filter((cell) => cell !== '');
  const [first] = cells;
  if (typeof first !== 'string' || !cells.every((cell) => rowFault.test(String(cell)))) return null;
  const [, code = ''] = rowFault.exec(first) ?? [];
  if (cells.some(isUnasked)) return null;
  return { code, sentence: first.replace(rowFault, ''), inArguments: argumentFaults.includes(code) };
}

function attempt(asks: boolean, run: () => Cell | Rows): CallResult {
  try {
    const value = run();
    const fault = findCommonFault(value);
    return { value: fault === null ? value : null, fault };
  } catch (thrown) {
    const fault = toCellFault(thrown, 'cell');
    if (!asks && requestFaults.includes(fault.code)) return { value: null, fault: null };
    return { value: null, fault: { ...fault, inArguments: argumentFaults.includes(fault.code) } };
  }
}

/** One query per window of analytics: whether the Form can express a window is known without a request. */
function selectDistinctWindows(queries: readonly CellQuery[]): readonly CellQuery[] {
  const texts = queries.map(({ window }) => JSON.stringify(window));
  return queries.filter(({ window }, at) => window !== null && texts.indexOf(texts[at] ?? '') === at);
}

/** A call with the current values of its references, and the context in which it runs. */
function prepareCall(context: ActionContext, call: FormulaCall, tab: SheetTab, asks: boolean) {
  const found = findFunction(call.name);
  if (found === null) return null;
  const { calendar, file, workbook } = context;
  const read = createReferenceReader(workbook);
  const values = call.arguments.map(
    (argument) => readArgumentValue(argument, tab, workbook, read)?.value ?? '',
  );
  const terms = { ms: evaluationMs, ...(asks ? {} : { paused: true }) };
  const withService = <T>(use: (cellContext: FunctionContext) => T): T =>
    context.withService(terms, (session) => use(session.context));
  const cellContext: FunctionContext = {
    ...calendar,
    file,
    isNested: () => !call.whole,
    query: (queries) => withService((own) => own.query(queries)),
    bodies: (queries) => withService((own) => own.bodies(queries)),
  };
  return { found, values, run: () => found.answer(values, cellContext) };
}

/**
 * Runs a call as its cell would, with the current values of its references. The functions check their own arguments.
 * @param asks false for cached answers alone; a change over the history may still ask for the list of websites
 */
export function evaluateCall(
  context: ActionContext,
  call: FormulaCall,
  tab: SheetTab,
  asks: boolean,
): CallResult {
  const prepared = prepareCall(context, call, tab, asks);
  if (prepared === null) return { value: null, fault: null };
  const { found, values, run } = prepared;
  const { calendar, file } = context;
  const result = attempt(asks, run);
  if (result.value !== null || result.fault !== null) return result;
  const { fault } = attempt(asks, () => {
    for (const query of selectDistinctWindows(recordQueries(found, values, calendar)))
      file.explain(query, null, '');
    return '';
  });
  return { value: null, fault };
}

/** Rows and columns that a call fills with the stored answers; one cell if it fails as a whole. Sends nothing. */
export function measureResult(
  context: ActionContext,
  call: FormulaCall,
  tab: SheetTab,
): { readonly rows: number; readonly columns: number } {
  try {
    const range = toRange(prepareCall(context, call, tab, false)?.run() ?? '');
    return { rows: range?.length ?? 1, columns: range?.[0]?.length ?? 1 };
  } catch {
    // Its sentence is the note of its one cell.
    return { rows: 1, columns: 1 };
  }
}
