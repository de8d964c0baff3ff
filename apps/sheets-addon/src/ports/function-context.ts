import type { CalendarDate, Endpoint, formatPeriodFault, translatePeriod } from '@answershare/core';
import type { FileFacts } from './file-facts.ts';
import type { BodyAnswer, CellQuery, FiguresByEndpoint, QueryAnswer } from './query.ts';

/** What a word may be: a row among websites that is none, an option, an aggregate, or a metric that is only suggested. */
export type WordKind = 'label' | 'option' | 'aggregate' | 'metric';

/** What a custom function may use to answer one call. */
export interface FunctionContext {
  /** Answers in order. Each distinct query costs at most one request, none if cached; a failure does not throw. */
  query<E extends Endpoint>(queries: readonly CellQuery<E>[]): readonly QueryAnswer<FiguresByEndpoint[E]>[];
  /** Unchanged bodies behind answers, in the queries' order. */
  bodies(queries: readonly CellQuery[]): readonly BodyAnswer[];
  /** Facts of the file without a request. */
  readonly file: FileFacts;
  /** The start of a calendar date in the spreadsheet's zone: Sheets shows it as that date. */
  dateCell(date: CalendarDate): Date;
  /** The calendar date that a date cell shows. */
  dateOfCell(cell: Date): CalendarDate;
  /** Today's date in the spreadsheet's zone. */
  today(): CalendarDate;
  /** True unless the cell's formula is this call alone: another function would pass over a text or a blank. */
  isNested(): boolean;
  /** The spreadsheet's locale, such as `de_DE`. */
  locale(): string;
  /** Other words for arguments and the sentences of faults, which a plain call that succeeds does not need. */
  words(): {
    readonly translatePeriod: typeof translatePeriod;
    readonly formatPeriodFault: typeof formatPeriodFault;
    /** What a word means; null for none. */
    translateWord(kind: WordKind, text: string): string | null;
    /** Whether a later answer can replace a fault with this code. */
    isTransientCode(code: string): boolean;
    formatCellFault(thrown: unknown): string;
    /** The text without a key that somebody typed into a cell. */
    redact(text: string): string;
  };
}
