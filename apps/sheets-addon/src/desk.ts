import type { CalendarDate, Endpoint } from '@answershare/core';
import type { Answer, Ask, BodyAnswer, Figures } from './asks/ask.ts';
import type { FileFacts } from './service/file-facts.ts';

/** What a function of the catalogue may use to answer one call. */
export interface Desk {
  /** Answers in the asks' order; each distinct one costs at most one request, and none where it is kept. Nothing throws for one ask. */
  ask<E extends Endpoint>(asks: readonly Ask<E>[]): readonly Answer<Figures[E]>[];
  /** The bodies behind answers, as they came, in the asks' order. */
  bodies(asks: readonly Ask[]): readonly BodyAnswer[];
  /** What the file knows without asking the service. */
  readonly file: FileFacts;
  /** The start of a calendar date in the spreadsheet's zone: what Sheets shows as that date. */
  dateCell(date: CalendarDate): Date;
  /** The calendar date that a date cell shows. */
  dateOfCell(cell: Date): CalendarDate;
  /** Today's date in the spreadsheet's zone. */
  today(): CalendarDate;
}
