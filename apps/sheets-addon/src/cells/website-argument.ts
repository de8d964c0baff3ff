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

/** Queries of a range's rows, and display of failing ones. */
export interface RangeAlignment {
  readonly onError: string;
  /** For analytics: one query per website and window. */
  readonly windows?: readonly AnalyticsWindow[];
}

/** Formats one row. `all` are the first answers of the whole range, `given` this row's, one per window. */
export type ToCell<E extends Endpoint> = (
  figures: FiguresByEndpoint[E],
  all: readonly FiguresByEndpoint[E][],
  answers: readonly Ok<FiguresByEndpoint[E]>[],
) => Cell;

/**
 * Formats each cell of a range, or a single value. A blank stays blank; `onError` decides what a failing cell shows.
 */
export function mapRows(argument: unknown, onError: string, show: (text: string) => Cell): Cell | Rows {
  const range = toRange(argument);
  const mode: OnError = onError === 'auto' ? (range === null ? 'throw' : 'text') : (onError as OnError);
  const showCell = (cell: unknown): Cell => {
    if (isBlank(cell)) return '';
    try {
      return show(String(cell).trim());
    } catch (thrown) {
      if (mode === 'throw') throw thrown;
      return mode === 'blank' ? '' : formatFault(thrown);
    }
  };
  return range === null ? showCell(argument) : range.map((row) => row.map(showCell));
}

/** Distinct texts of a range or of one cell in order, without blanks. */
export function listReferences(argument: unknown): readonly string[] {
  const references: string[] = [];
  for (const row of toRange(argument) ?? [[argument]]) {
    for (const cell of row) {
      const reference = isBlank(cell) ? '' : String(cell).trim();
      if (reference !== '' && !references.includes(reference)) references.push(reference);
    }
  }
  return references;
}

/**
 * Answers one website, or a range in its own shape, in one batch. A fault that affects every row, such as a missing
 * key, is thrown whatever `onError` is.
 */
export function alignWithRange<E extends Exclude<Endpoint, 'websites'>>(
  argument: unknown,
  cellContext: FunctionContext,
  endpoint: E,
  toCell: ToCell<E>,
  { onError, windows }: RangeAlignment,
): Cell | Rows {
  const references = listReferences(argument);
  const perWebsite = windows ?? [null];
  const queries = references.reduce<ReturnType<typeof queryAbout<E>>[]>(
    (all, reference) => all.concat(perWebsite.map((window) => queryAbout(endpoint, reference, window))),
    [],
  );
  const answers: readonly QueryAnswer<FiguresByEndpoint[E]>[] =
    queries.length === 0 ? [] : cellContext.query(queries);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new CellError(answer.code, answer.sentence);
  }
  const all = answers.reduce<FiguresByEndpoint[E][]>(
    (figures, answer, at) =>
      at % perWebsite.length === 0 && answer.ok ? figures.concat([answer.value]) : figures,
    [],
  );
  return mapRows(argument, onError, (reference) => {
    const at = references.indexOf(reference) * perWebsite.length;
    const ownAnswers = answers.slice(at, at + perWebsite.length).map((answer) => {
      if (!answer.ok) throw new CellError(answer.code, answer.sentence);
      return answer;
    });
    const [first] = ownAnswers;
    if (first === undefined) throw new Error('A website was left without an answer.');
    return toCell(first.value, all, ownAnswers);
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

/** The key's websites. @throws CellError */
export function queryWebsites(cellContext: FunctionContext): readonly Website[] {
  return queryOne(cellContext, websitesQuery).value;
}

export type WebsiteAnswer<E extends Endpoint> = Ok<FiguresByEndpoint[E]> & { readonly website: Website };

/**
 * The answer about the one website of a table.
 * @throws CellError if the cell is blank, a range, an unknown website, or has no answer
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
    queryAbout(endpoint, readWebsiteArgument(functionName, argument), window),
  );
  if (answer.website === null) throw new Error('An answer about a website named none.');
  return { ...answer, website: answer.website };
}

/** @throws CellError if the cell is blank or a range of several */
export function readWebsiteArgument(functionName: string, argument: unknown): string {
  const text = readTextArgument(argument, 'website');
  if (text === null) {
    throw new CellError('bad_request', `${functionName} needs a website: an id, a domain or a name.`);
  }
  return text;
}
