import { type AnalyticsWindow, type Endpoint, foldName, type Website } from '@answershare/core';
import {
  assertNoErrorValue,
  type Cell,
  CellError,
  isBlank,
  listCells,
  type Rows,
  toRange,
} from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import {
  type CellQuery,
  type FiguresByEndpoint,
  type Ok,
  type QueryAnswer,
  queryAbout,
  websitesQuery,
} from '../ports/query.ts';
import { formatFault, toCellFault } from './fault-text.ts';
import { type OnError, readTextArgument } from './option-arguments.ts';

/** Queries of a range's rows, and display of failing ones. */
export interface RangeAlignment {
  /** A call of the function with the website in A2, for a call without a website. */
  readonly usage: string;
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

/** Headings of a column of websites, in the languages of the sidebar. */
const heading =
  /^((my |our )?(web ?sites?|sites?|domains?|urls?|clients?|brands?|names?)|websites? urls?|webseiten?|domänen?|sites? web|domaines?|sitios?( web)?|dominios?|domínios?|ウェブサイト|サイト|ドメイン)$/;

export const isHeadingText = (text: string): boolean => heading.test(foldName(text));

/**
 * Formats each cell of a range, or a single value. A blank stays blank, and so does a heading in the first row that is
 * no website's name; `onError` formats failing cells.
 */
export function mapRows(argument: unknown, onError: string, show: (text: string) => Cell): Cell | Rows {
  const range = toRange(argument);
  const mode: OnError = onError === 'auto' ? (range === null ? 'throw' : 'text') : (onError as OnError);
  const showCell = (cell: unknown, isFirstRow: boolean): Cell => {
    if (isBlank(cell)) return '';
    try {
      assertNoErrorValue(cell, 'website');
      return show(String(cell).trim());
    } catch (thrown) {
      if (isFirstRow && isHeadingText(String(cell)) && toCellFault(thrown, 'cell').code === 'not_found')
        return '';
      if (mode === 'throw') throw thrown;
      return mode === 'blank' ? '' : formatFault(thrown);
    }
  };
  if (range === null) return showCell(argument, false);
  return range.map((row, at) => row.map((cell) => showCell(cell, at === 0 && range.length > 1)));
}

/** @param usage a call with the website in A2 @throws CellError for a call without a website */
function assertGiven(usage: string, argument: unknown): void {
  if (argument !== undefined && argument !== null) return;
  const name = usage.replace(/\(.*/, '');
  throw new CellError('bad_request', `${name} needs a website: =${usage} with its id, domain or name in A2.`);
}

/** Distinct texts of a range or of one cell in order, without blanks. @throws CellError without an argument */
export function listReferences(usage: string, argument: unknown): readonly string[] {
  assertGiven(usage, argument);
  const texts = listCells(argument).map((cell) => (isBlank(cell) ? '' : String(cell).trim()));
  return Array.from(new Set(texts)).filter((text) => text !== '');
}

/** Answers one website or a range, in one batch. Throws a fault of every row whatever `onError` is. */
export function alignWithRange<E extends Exclude<Endpoint, 'websites'>>(
  argument: unknown,
  cellContext: FunctionContext,
  endpoint: E,
  toCell: ToCell<E>,
  { usage, onError, windows }: RangeAlignment,
): Cell | Rows {
  const references = listReferences(usage, argument);
  const perWebsite = windows ?? [null];
  const queries = references.flatMap((reference) =>
    perWebsite.map((window) => queryAbout(endpoint, reference, window)),
  );
  const answers: readonly QueryAnswer<FiguresByEndpoint[E]>[] =
    queries.length === 0 ? [] : cellContext.query(queries);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new CellError(answer.code, answer.sentence);
  }
  const all = answers.flatMap((answer, at) =>
    at % perWebsite.length === 0 && answer.ok ? [answer.value] : [],
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

/** The answer of a one-website table. @throws CellError for a blank, a range, an unknown website, no answer */
export function answerAboutOne<E extends Endpoint>(
  cellContext: FunctionContext,
  functionName: string,
  endpoint: E,
  argument: unknown,
  window: AnalyticsWindow | null = null,
): WebsiteAnswer<E> {
  assertGiven(`${functionName}(A2)`, argument);
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
