import type { AnalyticsWindow, Endpoint, Website } from '@answershare/core';
import { type Cell, CellError, isBlank, type Rows, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import {
  type CellQuery,
  type FiguresByEndpoint,
  type Ok,
  type QueryAnswer,
  queryAbout,
  websitesQuery,
} from '../ports/query.ts';
import { formatFault } from './fault-text.ts';
import { type OnError, readTextArgument } from './option-arguments.ts';

/** How the rows of a range are asked and how a failing one is shown. */
export interface RangeAlignment {
  readonly onError: string;
  /** Of analytics: each website is asked about each of them. */
  readonly windows?: readonly AnalyticsWindow[];
}

/** What one row shows; `all` are the first answers of the whole range, `given` this row's, one a window. */
export type ToCell<E extends Endpoint> = (
  figures: FiguresByEndpoint[E],
  all: readonly FiguresByEndpoint[E][],
  given: readonly Ok<FiguresByEndpoint[E]>[],
) => Cell;

/**
 * Has each cell of a range, or the value of one cell, shown by itself: a blank stays blank, and a failing one is shown as
 * `onError` says, without harm to the others.
 */
export function mapRows(argument: unknown, onError: string, show: (text: string) => Cell): Cell | Rows {
  const range = toRange(argument);
  const how: OnError = onError === 'auto' ? (range === null ? 'throw' : 'text') : (onError as OnError);
  const shown = (cell: unknown): Cell => {
    if (isBlank(cell)) return '';
    try {
      return show(String(cell).trim());
    } catch (thrown) {
      if (how === 'throw') throw thrown;
      return how === 'blank' ? '' : formatFault(thrown);
    }
  };
  return range === null ? shown(argument) : range.map((row) => row.map(shown));
}

/** The distinct texts of a range or of one cell, without blanks, in their order. */
export function listReferences(argument: unknown): readonly string[] {
  const references: string[] = [];
  for (const row of toRange(argument) ?? [[argument]]) {
    for (const cell of row) {
      const reference = isBlank(cell) ? '' : String(cell).trim();
      if (reference !== '' && references.indexOf(reference) < 0) references.push(reference);
    }
  }
  return references;
}

/**
 * Answers one website, or a range of them in the range's own shape. All rows are asked in one batch, each distinct website
 * once. What concerns every row, such as a file without a key, is thrown however failing rows are shown.
 */
export function alignWithRange<E extends Exclude<Endpoint, 'websites'>>(
  argument: unknown,
  cellContext: FunctionContext,
  endpoint: E,
  cellOf: ToCell<E>,
  { onError, windows }: RangeAlignment,
): Cell | Rows {
  const references = listReferences(argument);
  const each = windows ?? [null];
  const queries = references.reduce<ReturnType<typeof queryAbout<E>>[]>(
    (all, reference) => all.concat(each.map((window) => queryAbout(endpoint, reference, window))),
    [],
  );
  const answers: readonly QueryAnswer<FiguresByEndpoint[E]>[] =
    queries.length === 0 ? [] : cellContext.query(queries);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new CellError(answer.code, answer.sentence);
  }
  const all = answers.reduce<FiguresByEndpoint[E][]>(
    (some, answer, at) => (at % each.length === 0 && answer.ok ? some.concat([answer.value]) : some),
    [],
  );
  return mapRows(argument, onError, (reference) => {
    const first = references.indexOf(reference) * each.length;
    const given = answers.slice(first, first + each.length).map((answer) => {
      if (!answer.ok) throw new CellError(answer.code, answer.sentence);
      return answer;
    });
    const [one] = given;
    if (one === undefined) throw new Error('A website was left without an answer.');
    return cellOf(one.value, all, given);
  });
}

function queryOne<E extends Endpoint>(
  cellContext: FunctionContext,
  query: CellQuery<E>,
): Ok<FiguresByEndpoint[E]> {
  const [answer]: readonly QueryAnswer<FiguresByEndpoint[E]>[] = cellContext.query([query]);
  if (answer === undefined) throw new Error('A question was left without an answer.');
  if (!answer.ok) throw new CellError(answer.code, answer.sentence);
  return answer;
}

/** The key's websites. @throws Refusal */
export function queryWebsites(cellContext: FunctionContext): readonly Website[] {
  return queryOne(cellContext, websitesQuery).value;
}

/** An answer about a website, which it names. */
export type WebsiteAnswer<E extends Endpoint> = Ok<FiguresByEndpoint[E]> & { readonly website: Website };

/**
 * The answer about the one website of a table.
 * @throws Refusal where the cell is blank, a range, no website of the team, or has no answer
 */
export function answerAboutOne<E extends Endpoint>(
  cellContext: FunctionContext,
  functionName: string,
  endpoint: E,
  argument: unknown,
  window: AnalyticsWindow | null = null,
): WebsiteAnswer<E> {
  const answer = queryOne(
    cellContext,
    queryAbout(endpoint, findKnownWebsite(functionName, argument), window),
  );
  if (answer.website === null) throw new Error('An answer about a website named none.');
  return { ...answer, website: answer.website };
}

/** @throws Refusal where the cell is blank or a range of several */
export function findKnownWebsite(functionName: string, argument: unknown): string {
  const text = readTextArgument(argument, 'website');
  if (text === null) {
    throw new CellError('bad_request', `${functionName} needs a website: an id, a domain or a name.`);
  }
  return text;
}
