import type { CalendarDate, Endpoint } from '@answershare/core';
import type { FileFacts } from './file-facts.ts';
import type { BodyAnswer, CellQuery, FiguresByEndpoint, QueryAnswer } from './query.ts';

/** What a function of the catalogue may use to answer one call. */
export interface FunctionContext {
  /** Answers in the asks' order; each distinct one costs at most one request, and none where it is kept. Nothing throws for one ask. */
  query<E extends Endpoint>(queries: readonly CellQuery<E>[]): readonly QueryAnswer<FiguresByEndpoint[E]>[];
  /** The bodies behind answers, as they came, in the asks' order. */
  bodies(queries: readonly CellQuery[]): readonly BodyAnswer[];
  /** What the file knows without asking the service. */
  readonly file: FileFacts;
  /** The start of a calendar date in the spreadsheet's zone: what Sheets shows as that date. */
  dateCell(date: CalendarDate): Date;
  /** The calendar date that a date cell shows. */
  dateOfCell(cell: Date): CalendarDate;
  /** Today's date in the spreadsheet's zone. */
  today(): CalendarDate;
}
