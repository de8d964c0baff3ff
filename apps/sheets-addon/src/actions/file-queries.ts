import type { FormulaCall } from '../formulas/parse-calls.ts';
import type { SheetFunction } from '../functions/parameters.ts';
import type { ActionContext } from '../ports/action-context.ts';
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

const nothingYet: QueryAnswer<never> = {
  ok: false,
  code: 'pending',
  sentence: 'Only counted.',
  everywhere: false,
  until: 0,
};

function onlyCounted(): never {
  throw new Error('Only counted.');
}

/** A function that tells what the file knows asks nothing. */
const noFile: FileFacts = {
  status: onlyCounted,
  explain: onlyCounted,
  diagnose: onlyCounted,
  changes: onlyCounted,
};

/**
 * What a function asks for its arguments, found by letting it ask a desk that answers nothing: the functions themselves are
 * the one place that knows. Arguments that a function refuses ask nothing.
 */
export function recordQueries(
  found: SheetFunction,
  args: readonly unknown[],
  calendar: Pick<FunctionContext, 'dateCell' | 'dateOfCell' | 'today'>,
): readonly CellQuery[] {
  const queries: CellQuery[] = [];
  const cellContext: FunctionContext = {
    ...calendar,
    query: (some) => {
      for (const query of some) queries.push(query);
      return some.map(() => nothingYet);
    },
    bodies: (some) => {
      for (const query of some) queries.push({ ...query, wanted: 'body' });
      return some.map(() => nothingYet);
    },
    file: noFile,
  };
  try {
    found.answer(args, cellContext);
  } catch {
    // It refused its arguments, or could not go on without an answer: what it asked before that is all it asks.
  }
  return queries;
}

/**
 * What formulas ask, their references read from the file. Only Sheets can compute: a call whose first argument is a
 * computation is left out, and any other computed argument counts as blank, which asks for the usual window.
 */
export function listFormulaQueries(
  { workbook, calendar }: Pick<ActionContext, 'workbook' | 'calendar'>,
  formulas: readonly Pick<OwnFormula, 'tab' | 'calls'>[],
): readonly CellQuery[] {
  const read = createReferenceReader(workbook);
  const queries: CellQuery[] = [];
  for (const { tab, calls } of formulas) {
    for (const call of calls) {
      const found = findFunction(call.name);
      const values = call.arguments.map((argument) => readArgumentValue(argument, tab, workbook, read));
      if (found === null || values[0] === null) continue;
      queries.push(
        ...recordQueries(
          found,
          values.map((value) => value?.value ?? ''),
          calendar,
        ),
      );
    }
  }
  return queries;
}

/** Arguments with which each function that asks about a website asks something, and others that tell which of them matter. */
const samples: readonly (readonly string[])[] = [['a'], ['a', 'citations'], ['analytics', 'a', '']];
const others = ['b', '9d', 'citations'];

/** True where another argument at this place has a function ask something else: a website, an endpoint or a window. */
function decides(found: SheetFunction, at: number, calendar: ActionContext['calendar']): boolean {
  return samples.some((sample) => {
    const asked = (value: string): string => {
      const length = Math.max(sample.length, at + 1);
      const args = Array.from({ length }, (_, index) => (index === at ? value : (sample[index] ?? '')));
      const queries = recordQueries(found, args, calendar);
      return queries.length === 0 ? '' : JSON.stringify(queries);
    };
    const told = [sample[at] ?? '', ...others].map(asked).filter((queries) => queries !== '');
    return told.some((queries) => queries !== told[0]);
  });
}

/**
 * Formulas of which it cannot be told what they ask, as a website, endpoint or window is a computation, or the formula cannot
 * be read.
 */
export function listUncountedFormulas(
  formulas: readonly Pick<OwnFormula, 'calls'>[],
  calendar: ActionContext['calendar'],
): number {
  const known = new Map<string, boolean>();
  const matters = (name: string, at: number): boolean => {
    const found = findFunction(name);
    if (found === null) return false;
    const place = `${found.name} ${at}`;
    const told = known.get(place) ?? decides(found, at, calendar);
    known.set(place, told);
    return told;
  };
  const open = ({ name, arguments: given }: FormulaCall): boolean =>
    given.some(({ kind }, at) => kind === 'other' && matters(name, at));
  return formulas.filter(({ calls }) => calls.some(open)).length;
}

export interface FileQueries {
  /** Cells with formulas of ours. */
  readonly formulas: number;
  /** Those among them of which it cannot be told what they ask. */
  readonly uncounted: number;
  readonly queries: readonly CellQuery[];
}

/** What the whole file asks in its cells. */
export function listFileQueries(context: Pick<ActionContext, 'workbook' | 'calendar'>): FileQueries {
  const formulas = listOwnFormulas(context.workbook);
  return {
    formulas: formulas.length,
    uncounted: listUncountedFormulas(formulas, context.calendar),
    queries: listFormulaQueries(context, formulas),
  };
}
