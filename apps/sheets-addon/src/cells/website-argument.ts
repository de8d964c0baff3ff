import { type AnalyticsWindow, type Endpoint, foldName, type Website } from '@answershare/core';
import { assertNoErrorValue, type Cell, CellError, isBlank, listCells, toRange } from '../ports/cell.ts';
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

/** What is asked about each website. */
export interface QueryTerms {
  /** For analytics: one query per website and window. */
  readonly windows?: readonly AnalyticsWindow[];
  /** Why the service does not give the days of a later window. */
  readonly windowFault?: CellError;
  /** `items`: the entries of the citation feed too. */
  readonly wanted?: 'figures' | 'items';
}

/** Queries of a range's rows, and display of failing ones. */
export interface RangeAlignment extends QueryTerms {
  /** A call of the function with the website in A2, for a call without a website. */
  readonly usage: string;
  readonly onError: string;
}

/** Formats one row. `all` are the first answers of the whole range, `given` this row's, one per window. */
export type ToCell<E extends Endpoint, T> = (
  figures: FiguresByEndpoint[E],
  all: readonly FiguresByEndpoint[E][],
  answers: readonly Ok<FiguresByEndpoint[E]>[],
) => T;

/** Headings of a column of websites, in the languages of the sidebar. */
const heading =
  /^((my |our )?(web ?sites?|sites?|domains?|urls?|clients?|brands?|names?)|websites? urls?|webseiten?|domänen?|sites? web|domaines?|sitios?( web)?|dominios?|domínios?|ウェブサイト|サイト|ドメイン)$/;

export const isHeadingText = (text: string): boolean => heading.test(foldName(text));

/**
 * Formats each cell of a range, or a single value. A blank stays blank, and so does a heading in the first row that is
 * no website's name; `onError` formats failing cells.
 */
export function mapRows<T = Cell>(
  argument: unknown,
  onError: string,
  show: (text: string) => T,
): T | Cell | readonly (readonly (T | Cell)[])[] {
  const range = toRange(argument);
  const mode: OnError = onError === 'auto' ? (range === null ? 'throw' : 'text') : (onError as OnError);
  const showCell = (cell: unknown, isFirstRow: boolean): T | Cell => {
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

function queriesAbout<E extends Endpoint>(
  endpoint: E,
  reference: string,
  { windows, wanted = 'figures' }: QueryTerms,
): readonly CellQuery<E>[] {
  return (windows ?? [null]).map((window) => ({ ...queryAbout(endpoint, reference, window), wanted }));
}

/**
 * The answers to one batch about websites, each website's together.
 * @throws CellError for a fault of every website
 */
export function queryAll<E extends Exclude<Endpoint, 'websites'>>(
  cellContext: FunctionContext,
  endpoint: E,
  references: readonly string[],
  terms: QueryTerms,
): readonly (readonly QueryAnswer<FiguresByEndpoint[E]>[])[] {
  const each = references.map((reference) => queriesAbout(endpoint, reference, terms));
  const queries = each.flat();
  const answers: readonly QueryAnswer<FiguresByEndpoint[E]>[] =
    queries.length === 0 ? [] : cellContext.query(queries);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new CellError(answer.code, answer.sentence);
  }
  return each.map((own, at) => {
    const [first, ...later] = answers.slice(at * own.length, (at + 1) * own.length);
    if (first === undefined) throw new Error('A question was left without an answer.');
    const isOutside = later.some((answer) => !answer.ok && answer.code === 'bad_window');
    if (first.ok && isOutside && terms.windowFault) throw terms.windowFault;
    return [first, ...later];
  });
}

/** @throws CellError for the first failure */
function assertAnswers<T>(answers: readonly QueryAnswer<T>[]): readonly Ok<T>[] {
  return answers.map((answer) => {
    if (!answer.ok) throw new CellError(answer.code, answer.sentence);
    return answer;
  });
}

/** Answers one website or a range, in one batch. Throws a fault of every row whatever `onError` is. */
export function alignWithRange<E extends Exclude<Endpoint, 'websites'>, T = Cell>(
  argument: unknown,
  cellContext: FunctionContext,
  endpoint: E,
  toCell: ToCell<E, T>,
  { usage, onError, ...terms }: RangeAlignment,
): T | Cell | readonly (readonly (T | Cell)[])[] {
  const references = listReferences(usage, argument);
  const answers = queryAll(cellContext, endpoint, references, terms);
  const all = answers.flatMap(([first]) => (first?.ok ? [first.value] : []));
  return mapRows(argument, onError, (reference) => {
    const own = assertAnswers(answers[references.indexOf(reference)] ?? []);
    const [first] = own;
    if (first === undefined) throw new Error('A website was left without an answer.');
    return toCell(first.value, all, own);
  });
}

/** The key's websites. @throws CellError */
export function queryWebsites(cellContext: FunctionContext): readonly Website[] {
  const [list] = assertAnswers(cellContext.query([websitesQuery]));
  if (list === undefined) throw new Error('The list of websites was left without an answer.');
  return list.value;
}

/** The answer to a website's first query, and all of them. */
export type WebsiteAnswer<E extends Endpoint> = Ok<FiguresByEndpoint[E]> & {
  readonly website: Website;
  readonly answers: readonly Ok<FiguresByEndpoint[E]>[];
};

/** Joins the answers about one website. @throws CellError for the first failure */
export function toWebsiteAnswer<E extends Endpoint>(
  answers: readonly QueryAnswer<FiguresByEndpoint[E]>[],
): WebsiteAnswer<E> {
  const own = assertAnswers(answers);
  const [first] = own;
  if (first === undefined) throw new Error('A website was left without an answer.');
  if (first.website === null) throw new Error('An answer about a website named none.');
  return { ...first, website: first.website, answers: own };
}

/** The answer of a one-website table. @throws CellError for a blank, a range, an unknown website, no answer */
export function answerAboutOne<E extends Exclude<Endpoint, 'websites'>>(
  cellContext: FunctionContext,
  functionName: string,
  endpoint: E,
  argument: unknown,
  terms: QueryTerms = {},
): WebsiteAnswer<E> {
  assertGiven(`${functionName}(A2)`, argument);
  const reference = readWebsiteArgument(functionName, argument);
  return toWebsiteAnswer<E>(queryAll(cellContext, endpoint, [reference], terms)[0] ?? []);
}

/** @throws CellError if the cell is blank or a range of several */
export function readWebsiteArgument(functionName: string, argument: unknown): string {
  const text = readTextArgument(argument, 'website');
  if (text === null) {
    throw new CellError('bad_request', `${functionName} needs a website: an id, a domain or a name.`);
  }
  return text;
}
