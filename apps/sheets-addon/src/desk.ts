import type { CalendarDate, SyncClient, Website } from '@answershare/core';

/** What a function of the catalogue may use to answer one call. */
export interface Desk {
  /** Asks the service with the document's key, within what is left of the call's time. */
  client(): SyncClient;
  /** The same for questions about a window, in the words that an earlier call found the service to take. */
  windowClient(): SyncClient;
  /** The key's websites, through the shared cache. @throws ApiError */
  websites(): readonly Website[];
  /** The website that an id, a domain or a name means. @throws ApiError of kind `not_found` */
  find(reference: string): Website;
  /** The start of a calendar date in the spreadsheet's zone: what Sheets shows as that date. */
  dateCell(date: CalendarDate): Date;
  /** The calendar date that a date cell shows. */
  dateOfCell(cell: Date): CalendarDate;
}
