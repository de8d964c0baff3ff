import type { Endpoint } from '@answershare/core';
import { CellError, findErrorValue, listCells, type Rows, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type TableGroup, toChosenTable, toStackedTable } from './table-options.ts';
import {
  answerAboutOne,
  endsCall,
  isLabel,
  listReferences,
  type QueryTerms,
  queryAll,
  toWebsiteAnswer,
  type WebsiteAnswer,
} from './website-argument.ts';

/** A table about one website. */
interface WebsiteTable<E extends Endpoint> {
  readonly header: readonly string[];
  rows(answer: WebsiteAnswer<E>): Rows;
}

interface NamedAnswer<E extends Endpoint> {
  readonly reference: string;
  readonly answer: WebsiteAnswer<E> | CellError;
}

/** One batch: a range's distinct websites, without headings and totals that are no websites. */
function answerAboutEach<E extends Exclude<Endpoint, 'websites'>>(
  cellContext: FunctionContext,
  functionName: string,
  endpoint: E,
  range: Rows,
  terms: QueryTerms,
): readonly NamedAnswer<E>[] {
  const texts = listReferences(`${functionName}(A2)`, range);
  const faults = new Map(texts.map((text) => [text, findErrorValue(text, 'website')]));
  const references = texts.filter((text) => faults.get(text) === null);
  const answersOf = queryAll(cellContext, endpoint, references, terms);
  const ids: string[] = [];
  return texts.flatMap((reference): readonly NamedAnswer<E>[] => {
    const fault = faults.get(reference);
    if (fault) return [{ reference, answer: fault }];
    const own = answersOf(reference);
    const failed = own.find((answer) => !answer.ok);
    if (failed === undefined) {
      const answer = toWebsiteAnswer<E>(own);
      const { id } = answer.website;
      if (ids.includes(id)) return [];
      ids.push(id);
      return [{ reference, answer }];
    }
    const isHeading = failed.code === 'not_found' && isLabel(reference, cellContext);
    return isHeading ? [] : [{ reference, answer: new CellError(failed.code, failed.sentence) }];
  });
}

/**
 * The table of one website, or of a range's websites below each other with the column Website first.
 * @param describe the header and rows, from all answers that came
 * @throws CellError
 */
export function tabulate<E extends Exclude<Endpoint, 'websites'>>(
  argument: unknown,
  cellContext: FunctionContext,
  functionName: string,
  endpoint: E,
  options: Parameters<typeof toStackedTable>[2] & { readonly on_error: string },
  describe: (answers: readonly WebsiteAnswer<E>[]) => WebsiteTable<E>,
  terms: QueryTerms = {},
): Rows {
  const range = toRange(argument);
  if (range === null || listCells(argument).length === 1) {
    const answer = answerAboutOne(cellContext, functionName, endpoint, argument, terms);
    const { header, rows } = describe([answer]);
    return toChosenTable(header, rows(answer), options);
  }
  const each = answerAboutEach(cellContext, functionName, endpoint, range as Rows, terms);
  for (const { answer } of each) {
    if (answer instanceof CellError && endsCall(answer.code, options.on_error, cellContext)) throw answer;
  }
  const { header, rows } = describe(
    each.flatMap(({ answer }) => (answer instanceof CellError ? [] : [answer])),
  );
  const groups = each.flatMap(({ reference, answer }): readonly TableGroup[] => {
    if (!(answer instanceof CellError)) {
      const { name, domain, id } = answer.website;
      return [{ website: name ?? domain ?? id, rows: rows(answer), fault: null }];
    }
    return options.on_error === 'blank'
      ? []
      : [
          {
            website: cellContext.words().redact(reference),
            rows: [],
            fault: cellContext.words().formatCellFault(answer),
          },
        ];
  });
  return toStackedTable(header, groups, options);
}
