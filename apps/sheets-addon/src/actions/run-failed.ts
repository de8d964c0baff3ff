import { toReadySlot } from '../cache/ready-answers.ts';
import { isTransientCode } from '../cells/fault-text.ts';
import { queryWebsites } from '../cells/website-argument.ts';
import type { ActionContext } from '../ports/action-context.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type CellQuery, type QueryAnswer, toBodyQueries, toCacheKey } from '../ports/query.ts';
import { findFailedFormulas, isTransientRow } from './failed-formulas.ts';
import { createCallReader, noAnswer, type ReadCall, recordQueries } from './file-queries.ts';
import { type GatherResult, gather, groupIntoQuestions } from './gather.ts';
import type { OwnFormula } from './own-formulas.ts';
import { formatSkipped, rewriteFormulas } from './reenter-formulas.ts';

interface ReadFormula {
  readonly cell: OwnFormula;
  readonly calls: readonly ReadCall[];
  readonly queries: readonly CellQuery[];
}

/** True if the function shows a value for every row with these answers. */
function succeeds({ found, values, isNested }: ReadCall, cellContext: FunctionContext): boolean {
  try {
    const shown = found.answer(values, { ...cellContext, isNested: () => isNested });
    return Array.isArray(shown) ? !shown.flat().some(isTransientRow) : true;
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
  const failed = findFailedFormulas(context);
  const cells = failed.filter(({ isTransient }) => isTransient);
  const status = connection.status();
  if (cells.length === 0 || status === null || status.paused)
    return { failed: failed.length, healed: 0, left: 0, waitMs: 0, faults: [] };
  const readCalls = createCallReader(workbook);
  const formulas = cells.map(({ cell }): ReadFormula => {
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
      groupIntoQuestions(missing, queryWebsites(session.context), context.now()),
    );
    asked = gather(context, { questions, freshFrom: status.freshFrom }, ms);
    answers = readStored(context, all);
  }
  const answer = (query: CellQuery): QueryAnswer => answers.get(toCacheKey(query)) ?? noAnswer;
  const cellContext: FunctionContext = {
    ...calendar,
    file,
    isNested: () => false,
    query: ((queries) => queries.map(answer)) as FunctionContext['query'],
    bodies: ((queries) => toBodyQueries(queries).map(answer)) as FunctionContext['bodies'],
  };
  const later = new Set(asked?.rest.flatMap(({ queries }) => queries.map(toCacheKey)));
  const isMissing = (query: CellQuery): boolean => {
    const current = answer(query);
    return later.has(toCacheKey(query)) || (!current.ok && isTransientCode(current.code));
  };
  const waiting = formulas.filter(({ queries }) => queries.some(isMissing));
  const ready = formulas.filter((formula) => {
    if (waiting.includes(formula)) return false;
    return formula.calls.some(({ isComputed }) => isComputed)
      ? withComputed
      : formula.calls.every((call) => succeeds(call, cellContext));
  });
  // Before they run: a formula that fails again marks its queries again.
  const isAllKnown = withComputed || formulas.every(({ calls }) => !calls.some((call) => call.isComputed));
  const kept = new Set(waiting.flatMap(({ queries }) => queries.map(toReadySlot)));
  const known = new Set(all.map(toReadySlot));
  context.failedQueries.set(
    context.failedQueries.list().filter((slot) => !kept.has(slot) && (isAllKnown || known.has(slot))),
    false,
  );
  const skipped = rewriteFormulas(
    context,
    ready.map(({ cell }) => cell),
  );
  const left = formulas.filter(({ queries }) => queries.some((query) => later.has(toCacheKey(query)))).length;
  const fault = asked?.fault?.sentence;
  return {
    failed: failed.length,
    healed: skipped.reduce((count, one) => count - one.cells, ready.length),
    left,
    waitMs: left === 0 ? 0 : (asked?.waitMs ?? 0),
    faults: (fault === undefined ? [] : [fault]).concat(skipped.map((one) => formatSkipped(t, one))),
  };
}
