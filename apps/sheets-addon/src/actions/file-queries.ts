import type { FormulaCall } from '../formulas/parse-calls.ts';
import type { SheetFunction } from '../functions/parameters.ts';
import type { ActionContext, Calendar } from '../ports/action-context.ts';
import type { FileFacts } from '../ports/file-facts.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { CellQuery, QueryAnswer } from '../ports/query.ts';
import {
  createReferenceReader,
  findFunction,
  listOwnFormulas,
  type OwnFormula,
  readArgumentValue,
} from './own-formulas.ts';

/** In place of an answer that is not there. */
export const noAnswer: QueryAnswer<never> = {
  ok: false,
  code: 'pending',
  sentence: 'Only counted.',
  everywhere: false,
  until: 0,
};

function throwPending(): never {
  throw new Error('Only counted.');
}

/** File facts need no query. */
const noFile: FileFacts = {
  status: throwPending,
  explain: throwPending,
  diagnose: throwPending,
  changes: throwPending,
  history: throwPending,
};

/** Records the queries of a function by running it in a context without answers. Rejected arguments cause no query. */
export function recordQueries(
  found: SheetFunction,
  args: readonly unknown[],
  calendar: Calendar,
): readonly CellQuery[] {
  const queries: CellQuery[] = [];
  const cellContext: FunctionContext = {
    ...calendar,
    isNested: () => false,
    query: (batch) => {
      for (const query of batch) queries.push(query);
      return batch.map(() => noAnswer);
    },
    bodies: (batch) => {
      for (const query of batch) queries.push({ ...query, wanted: 'body' });
      return batch.map(() => noAnswer);
    },
    file: noFile,
  };
  try {
    found.answer(args, cellContext);
  } catch {
    // It threw for a bad argument or a missing answer: its queries up to here are all it makes.
  }
  return queries;
}

/** The function of a call and its arguments' values; null for a computed argument. */
export interface ReadCall {
  readonly found: SheetFunction;
  readonly values: readonly unknown[];
  /** True if Sheets computes an argument. */
  readonly isComputed: boolean;
  readonly isNested: boolean;
}

/** Creates a reader of the calls in formulas. Reads each tab once. */
export function createCallReader(
  workbook: ActionContext['workbook'],
): (formula: Pick<OwnFormula, 'tab' | 'calls'>) => readonly ReadCall[] {
  const read = createReferenceReader(workbook);
  return ({ tab, calls }) =>
    calls.flatMap((call) => {
      const found = findFunction(call.name);
      const values = call.arguments.map((argument) => readArgumentValue(argument, tab, workbook, read));
      if (found === null) return [];
      const isComputed = values.some((value) => value === null);
      const known = values.map((value) => (value === null ? null : value.value));
      return [{ found, values: known, isComputed, isNested: !call.whole }];
    });
}

/**
 * Lists the queries of formulas and reads their references from the file. Only Sheets can compute: a call with a
 * computed first argument is skipped. Any other computed argument counts as blank, which means the usual window.
 */
export function listFormulaQueries(
  { workbook, calendar }: Pick<ActionContext, 'workbook' | 'calendar'>,
  formulas: readonly Pick<OwnFormula, 'tab' | 'calls'>[],
): readonly CellQuery[] {
  const readCalls = createCallReader(workbook);
  const queries: CellQuery[] = [];
  for (const formula of formulas) {
    for (const { found, values } of readCalls(formula)) {
      if (values[0] === null) continue;
      queries.push(
        ...recordQueries(
          found,
          values.map((value) => value ?? ''),
          calendar,
        ),
      );
    }
  }
  return queries;
}

/** Arguments that make each website function query, and variants that show which arguments matter. */
const samples: readonly (readonly string[])[] = [['a'], ['a', 'citations'], ['analytics', 'a', '']];
const variants = ['b', '9d', 'citations'];

/** True if another argument at this position changes the query: website, endpoint or window. */
function affectsQueries(found: SheetFunction, at: number, calendar: ActionContext['calendar']): boolean {
  return samples.some((sample) => {
    const queriesWith = (value: string): string => {
      const length = Math.max(sample.length, at + 1);
      const args = Array.from({ length }, (_, index) => (index === at ? value : (sample[index] ?? '')));
      const queries = recordQueries(found, args, calendar);
      return queries.length === 0 ? '' : JSON.stringify(queries);
    };
    const results = [sample[at] ?? '', ...variants].map(queriesWith).filter((queries) => queries !== '');
    return results.some((queries) => queries !== results[0]);
  });
}

/** Formulas with unknown queries: a website, endpoint or window is computed, or the formula cannot be parsed. */
export function listUncountedFormulas(
  formulas: readonly Pick<OwnFormula, 'calls'>[],
  calendar: ActionContext['calendar'],
): number {
  const known = new Map<string, boolean>();
  const matters = (name: string, at: number): boolean => {
    const found = findFunction(name);
    if (found === null) return false;
    const key = `${found.name} ${at}`;
    const affects = known.get(key) ?? affectsQueries(found, at, calendar);
    known.set(key, affects);
    return affects;
  };
  const isUncounted = ({ name, arguments: args }: FormulaCall): boolean =>
    args.some(({ kind }, at) => kind === 'other' && matters(name, at));
  return formulas.filter(({ calls }) => calls.some(isUncounted)).length;
}

export interface FileQueries {
  /** Cells with the add-on's formulas. */
  readonly formulas: number;
  /** Formulas whose queries are unknown. */
  readonly uncounted: number;
  readonly queries: readonly CellQuery[];
}

export function listFileQueries(context: Pick<ActionContext, 'workbook' | 'calendar'>): FileQueries {
  const formulas = listOwnFormulas(context.workbook);
  return {
    formulas: formulas.length,
    uncounted: listUncountedFormulas(formulas, context.calendar),
    queries: listFormulaQueries(context, formulas),
  };
}
