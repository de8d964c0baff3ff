import type { ActionContext } from '../ports/action-context.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type CellQuery, type QueryAnswer, toBodyQueries, toCacheKey } from '../ports/query.ts';
import { createCallReader, noAnswer, type ReadCall, recordQueries } from './file-queries.ts';
import { type GatherResult, gather, groupIntoQuestions } from './gather.ts';
import { listOwnFormulas, type OwnFormula } from './own-formulas.ts';
import { formatSkipped, rewriteFormulas } from './run-again.ts';
import { toWebsites } from './sample-figures.ts';

/** What a cell shows for a formula that failed; its code is in the note, which no script can read. */
const errorValue = '#ERROR!';

/** Codes of faults that a later answer replaces. */
const transientCodes = [
  'rate_limited',
  'daily_quota_exceeded',
  'server_error',
  'unreachable',
  'timeout',
  'bad_answer',
  'pending',
  'paused',
  'shape',
];

const faultCode = /^\[([a-z_]+)\] /;

/** True for a row of a range that a later answer may replace. */
function isPassingFault(value: unknown): boolean {
  const code = typeof value === 'string' ? faultCode.exec(value)?.[1] : undefined;
  return code !== undefined && transientCodes.includes(code);
}

/**
 * The add-on's formulas that show a fault, in their own cell or in a row of their result. The formula of a row is the
 * nearest one above it, else above one of the cells to its left.
 */
function listFailedFormulas(workbook: ActionContext['workbook']): readonly OwnFormula[] {
  const own = listOwnFormulas(workbook);
  const failed = new Set<OwnFormula>();
  for (const id of new Set(own.map(({ tab }) => tab.id))) {
    const byPlace = new Map<string, OwnFormula>();
    for (const formula of own) {
      if (formula.tab.id === id) byPlace.set(`${formula.row} ${formula.column}`, formula);
    }
    const [first] = Array.from(byPlace.values());
    if (first === undefined) continue;
    const findFormula = (row: number, column: number): OwnFormula | undefined => {
      for (let left = column; left > 0; left -= 1) {
        for (let above = row; above > 0; above -= 1) {
          const found = byPlace.get(`${above} ${left}`);
          if (found !== undefined) return found;
        }
      }
      return undefined;
    };
    first.tab.values().forEach((cells, rowIndex) => {
      cells.forEach((value, columnIndex) => {
        const [row, column] = [rowIndex + 1, columnIndex + 1];
        const found =
          value === errorValue
            ? byPlace.get(`${row} ${column}`)
            : isPassingFault(value)
              ? findFormula(row, column)
              : undefined;
        if (found !== undefined) failed.add(found);
      });
    });
  }
  return own.filter((formula) => failed.has(formula));
}

interface FailedFormula {
  readonly cell: OwnFormula;
  readonly calls: readonly ReadCall[];
  readonly queries: readonly CellQuery[];
}

/** True if the function shows a value for every row with these answers. */
function succeeds({ found, values }: ReadCall, cellContext: FunctionContext): boolean {
  try {
    const shown = found.answer(values, cellContext);
    return Array.isArray(shown) ? !shown.flat().some(isPassingFault) : true;
  } catch {
    // Its sentence is the cell's note already.
    return false;
  }
}

/** Stored answers by query; nothing is sent. */
function readStored(context: ActionContext, queries: readonly CellQuery[]): ReadonlyMap<string, QueryAnswer> {
  const stored = context.withService({ ms: storedMs, paused: true }, (session) => session.query(queries));
  return new Map(queries.map((query, at) => [toCacheKey(query), stored[at] ?? noAnswer]));
}

const storedMs = 10_000;

/** Result of one step. */
export interface FailedRun {
  /** Formulas that showed a fault before the step. */
  readonly failed: number;
  /** Formulas that ran again because their answers are there. */
  readonly healed: number;
  /** Formulas that wait for requests. */
  readonly left: number;
  /** Milliseconds until the next step; 0 if none waits. */
  readonly waitMs: number;
  /** The first fault of the service, and ranges that could not be written; one sentence each. */
  readonly faults: readonly string[];
}

export interface RunFailedInput {
  /** Runs formulas with computed arguments too: only Sheets knows their queries. */
  readonly withComputed: boolean;
  /** Time for requests, milliseconds. */
  readonly ms?: number;
}

const requestMs = 15_000;

/**
 * Runs formulas again that show a fault. Sends only questions without a stored answer, as many as the minute has room for;
 * formulas without all their answers stay as they are.
 */
export function runFailed(
  context: ActionContext,
  { withComputed, ms = requestMs }: RunFailedInput,
): FailedRun {
  const { workbook, calendar, file, connection, t } = context;
  const cells = listFailedFormulas(workbook);
  const status = connection.status();
  if (cells.length === 0 || status === null || status.paused)
    return { failed: cells.length, healed: 0, left: 0, waitMs: 0, faults: [] };
  const readCalls = createCallReader(workbook);
  const formulas = cells.map((cell): FailedFormula => {
    const calls = readCalls(cell);
    const isKnown = calls.every(({ isComputed }) => !isComputed);
    const queries = isKnown
      ? calls.flatMap(({ found, values }) => recordQueries(found, values, calendar))
      : [];
    return { cell, calls, queries };
  });
  const distinct = new Map<string, CellQuery>();
  for (const { queries } of formulas) for (const query of queries) distinct.set(toCacheKey(query), query);
  const all = Array.from(distinct.values());
  let answers = all.length === 0 ? new Map<string, QueryAnswer>() : readStored(context, all);
  const missing = all.filter((query) => {
    const answer = answers.get(toCacheKey(query)) ?? noAnswer;
    return !answer.ok || answer.stale !== null;
  });
  let asked: GatherResult | null = null;
  if (missing.length > 0) {
    const questions = context.withService({ ms }, (session) =>
      groupIntoQuestions(missing, toWebsites(session), context.now()),
    );
    asked = gather(context, { questions, freshFrom: status.freshFrom }, ms);
    answers = readStored(context, all);
  }
  const answer = (query: CellQuery): QueryAnswer => answers.get(toCacheKey(query)) ?? noAnswer;
  const cellContext: FunctionContext = {
    ...calendar,
    file,
    query: ((queries) => queries.map(answer)) as FunctionContext['query'],
    bodies: ((queries) => toBodyQueries(queries).map(answer)) as FunctionContext['bodies'],
  };
  const later = new Set(asked?.rest.flatMap(({ queries }) => queries.map(toCacheKey)));
  const ready = formulas.filter(({ calls, queries }) => {
    if (queries.some((query) => later.has(toCacheKey(query)))) return false;
    return calls.some(({ isComputed }) => isComputed)
      ? withComputed
      : calls.every((call) => succeeds(call, cellContext));
  });
  const skipped = rewriteFormulas(
    context,
    ready.map(({ cell }) => cell),
  );
  const left = formulas.filter(({ queries }) => queries.some((query) => later.has(toCacheKey(query)))).length;
  const fault = asked?.fault?.sentence;
  return {
    failed: cells.length,
    healed: skipped.reduce((count, one) => count - one.cells, ready.length),
    left,
    waitMs: left === 0 ? 0 : (asked?.waitMs ?? 0),
    faults: (fault === undefined ? [] : [fault]).concat(skipped.map((one) => formatSkipped(t, one))),
  };
}
