import { type AnalyticsWindow, type Endpoint, redact } from '@answershare/core';
import { CellError, findErrorValue, listCells, type Rows, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type FiguresByEndpoint, type QueryAnswer, queryAbout } from '../ports/query.ts';
import { formatFault } from './fault-text.ts';
import { type TableGroup, toChosenTable, toStackedTable } from './table-options.ts';
import { answerAboutOne, isHeadingText, listReferences, type WebsiteAnswer } from './website-argument.ts';

/** A table about one website. */
interface WebsiteTable<E extends Endpoint> {
  readonly header: readonly string[];
  rows(answer: WebsiteAnswer<E>): Rows;
}

interface NamedAnswer<E extends Endpoint> {
  readonly reference: string;
  readonly answer: WebsiteAnswer<E> | CellError;
}

/** One batch: a range's distinct websites, without headings of its first row that are no websites. */
function answerAboutEach<E extends Exclude<Endpoint, 'websites'>>(
  cellContext: FunctionContext,
  functionName: string,
  endpoint: E,
  range: Rows,
  window: AnalyticsWindow | null,
): readonly NamedAnswer<E>[] {
  const firstRow = listReferences(`${functionName}(A2)`, range.slice(0, 1));
  const texts = listReferences(`${functionName}(A2)`, range);
  const faults = new Map(texts.map((text) => [text, findErrorValue(text, 'website')]));
  const references = texts.filter((text) => faults.get(text) === null);
  const queries = references.map((reference) => queryAbout(endpoint, reference, window));
  const answers: readonly QueryAnswer<FiguresByEndpoint[E]>[] =
    queries.length === 0 ? [] : cellContext.query(queries);
  const ids: string[] = [];
  return texts.flatMap((reference): readonly NamedAnswer<E>[] => {
    const fault = faults.get(reference);
    if (fault) return [{ reference, answer: fault }];
    const answer = answers[references.indexOf(reference)];
    if (answer === undefined) throw new Error('A website was left without an answer.');
    if (answer.ok) {
      const { website } = answer;
      if (website === null) throw new Error('An answer about a website named none.');
      if (ids.includes(website.id)) return [];
      ids.push(website.id);
      return [{ reference, answer: { ...answer, website } }];
    }
    const error = new CellError(answer.code, answer.sentence);
    if (answer.everywhere) throw error;
    const isHeading = answer.code === 'not_found' && firstRow.includes(reference) && isHeadingText(reference);
    return isHeading ? [] : [{ reference, answer: error }];
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
  window: AnalyticsWindow | null = null,
): Rows {
  const range = toRange(argument);
  if (range === null || listCells(argument).length === 1) {
    const answer = answerAboutOne(cellContext, functionName, endpoint, argument, window);
    const { header, rows } = describe([answer]);
    return toChosenTable(header, rows(answer), options);
  }
  const each = answerAboutEach(cellContext, functionName, endpoint, range as Rows, window);
  const failed = each.map(({ answer }) => answer).find((answer) => answer instanceof CellError);
  if (failed instanceof CellError && options.on_error === 'throw') throw failed;
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
      : [{ website: redact(reference), rows: [], fault: formatFault(answer) }];
  });
  return toStackedTable(header, groups, options);
}
