import type { AnalyticsWindow, Endpoint, Website } from '@answershare/core';
import {
  assertNoErrorValue,
  type Cell,
  CellError,
  isBlank,
  isCellError,
  listCells,
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
import { quoteArgument } from './choice-error.ts';
import { readTextArgument } from './option-arguments.ts';

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
  /** `yes`: one sum of all rows, exact or an error. */
  readonly total?: string;
}

/** Formats one row. `all` are the first answers of the whole range, `given` this row's, one per window. */
export type ToCell<E extends Endpoint, T> = (
  figures: FiguresByEndpoint[E],
  all: readonly FiguresByEndpoint[E][],
  answers: readonly Ok<FiguresByEndpoint[E]>[],
) => T;

/** True for a heading, a total or a dash among websites. */
export const isLabel = (cell: unknown, { words }: Pick<FunctionContext, 'words'>): boolean =>
  words().translateWord('label', String(cell)) !== null;

/**
 * Whether a fault of a row ends the call. A function around the call would pass over a text or a blank: a total would be
 * too small without a sign. Only a lasting fault may be shown there, if the options say so.
 */
export function endsCall(code: string, onError: string, cellContext: FunctionContext): boolean {
  if (onError === 'throw') return true;
  return (onError === 'auto' || cellContext.words().isTransientCode(code)) && cellContext.isNested();
}

/**
 * Formats each cell of a range, or a single value. A blank stays blank, and so does a heading, a total or a dash that is
 * no website's name; `onError` formats failing cells.
 */
export function mapRows<T = Cell>(
  argument: unknown,
  onError: string,
  cellContext: FunctionContext,
  show: (text: string) => T,
): T | Cell | readonly (readonly (T | Cell)[])[] {
  const range = toRange(argument);
  const mode = onError === 'auto' && range === null ? 'throw' : onError;
  const isInRange = listCells(argument).length > 1;
  const showCell = (cell: unknown): T | Cell => {
    if (isBlank(cell)) return '';
    try {
      assertNoErrorValue(cell, 'website');
      return show(String(cell).trim());
    } catch (thrown) {
      const code = isCellError(thrown) ? thrown.code : '';
      if (isInRange && code === 'not_found' && isLabel(cell, cellContext)) return '';
      if (endsCall(code, mode, cellContext)) throw thrown;
      return mode === 'blank' ? '' : cellContext.words().formatCellFault(thrown);
    }
  };
  return range === null ? showCell(argument) : range.map((row) => row.map(showCell));
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

/** A website's answers, one per window. */
export type WebsiteAnswers<T> = readonly [QueryAnswer<T>, ...QueryAnswer<T>[]];

/**
 * The answers to one batch about websites, by reference.
 * @throws CellError for a fault of every website
 */
export function queryAll<E extends Exclude<Endpoint, 'websites'>>(
  cellContext: FunctionContext,
  endpoint: E,
  references: readonly string[],
  terms: QueryTerms,
): (reference: string) => WebsiteAnswers<FiguresByEndpoint[E]> {
  const each = references.map((reference) => queriesAbout(endpoint, reference, terms));
  const queries = each.flat();
  const answers: readonly QueryAnswer<FiguresByEndpoint[E]>[] =
    queries.length === 0 ? [] : cellContext.query(queries);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new CellError(answer.code, answer.sentence);
  }
  const ofEach = each.map((own, at) => {
    const [first, ...later] = answers.slice(at * own.length, (at + 1) * own.length);
    if (first === undefined) throw new Error('A question was left without an answer.');
    const isOutside = later.some((answer) => !answer.ok && answer.code === 'bad_window');
    if (first.ok && isOutside && terms.windowFault) throw terms.windowFault;
    return [first, ...later] as const;
  });
  return (reference) => ofEach[references.indexOf(reference)] as WebsiteAnswers<FiguresByEndpoint[E]>;
}

/** @throws CellError for a failure */
function assertOk<T>(answer: QueryAnswer<T>): Ok<T> {
  if (!answer.ok) throw new CellError(answer.code, answer.sentence);
  return answer;
}

/** Answers one website or a range, in one batch. Throws a fault of every row whatever `onError` is. */
export function alignWithRange<E extends Exclude<Endpoint, 'websites'>, T = Cell>(
  argument: unknown,
  cellContext: FunctionContext,
  endpoint: E,
  toCell: ToCell<E, T>,
  { usage, onError, total = 'no', ...terms }: RangeAlignment,
): T | Cell | readonly (readonly (T | Cell)[])[] {
  const references = listReferences(usage, argument);
  const answersOf = queryAll(cellContext, endpoint, references, terms);
  const all = references.flatMap((reference) => {
    const [first] = answersOf(reference);
    return first.ok ? [first.value] : [];
  });
  const isTotal = total === 'yes';
  const shown = mapRows(argument, isTotal ? 'throw' : onError, cellContext, (reference) => {
    const own = answersOf(reference).map(assertOk) as [Ok<FiguresByEndpoint[E]>];
    const cell = toCell(own[0].value, all, own);
    if (isTotal && [cell].flat().some((figure) => typeof figure !== 'number'))
      throw new CellError('incomplete', `${quoteArgument(reference)} has no figure, so there is no total.`);
    return cell;
  });
  return isTotal ? (addRows(listCells(shown)) as T) : shown;
}

/** The sum of the rows' cells by position; blank rows do not count. */
function addRows(rows: readonly unknown[]): number | readonly number[] {
  const sums: number[] = [];
  for (const row of rows)
    [row].flat().forEach((figure, at) => {
      if (figure !== '') sums[at] = (sums[at] ?? 0) + Number(figure);
    });
  return sums.length > 1 ? sums : (sums[0] ?? 0);
}

/** The key's websites. @throws CellError */
export function queryWebsites(cellContext: FunctionContext): readonly Website[] {
  return cellContext
    .query([websitesQuery])
    .map(assertOk)
    .flatMap(({ value }) => value);
}

/** The answer to a website's first query, and all of them. */
export type WebsiteAnswer<E extends Endpoint> = Ok<FiguresByEndpoint[E]> & {
  readonly website: Website;
  readonly answers: readonly Ok<FiguresByEndpoint[E]>[];
};

/** Joins the answers about one website. @throws CellError for the first failure */
export function toWebsiteAnswer<E extends Endpoint>(
  settled: WebsiteAnswers<FiguresByEndpoint[E]>,
): WebsiteAnswer<E> {
  const answers = settled.map(assertOk) as [Ok<FiguresByEndpoint[E]>];
  const [{ website }] = answers;
  if (website === null) throw new Error('An answer about a website named none.');
  return { ...answers[0], website, answers };
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
  return toWebsiteAnswer<E>(queryAll(cellContext, endpoint, [reference], terms)(reference));
}

/** @throws CellError if the cell is blank or a range of several */
export function readWebsiteArgument(functionName: string, argument: unknown): string {
  const text = readTextArgument(argument, 'website');
  if (text === null) {
    throw new CellError('bad_request', `${functionName} needs a website: an id, a domain or a name.`);
  }
  return text;
}
