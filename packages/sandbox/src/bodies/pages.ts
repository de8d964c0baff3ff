import type { Quirks } from '../quirks/table.ts';
import { badRequest, type Refusal } from '../rest/refusal.ts';
import { isList, type JsonObject } from './spelling.ts';

/** Which rows of the main list an answer holds. */
export interface Page {
  readonly way: Quirks['pages'];
  /** Rows before the first one. */
  readonly skipped: number;
}

const PAGE_ROWS = 25;

const FIRST: Readonly<Record<Quirks['pages'], (query: URLSearchParams) => number | Refusal>> = {
  none: () => 0,
  cursor(query) {
    const sent = query.get('cursor');
    if (sent === null) return 0;
    const match = /^c(\d{1,6})$/.exec(Buffer.from(sent, 'base64url').toString('latin1'));
    return match === null
      ? badRequest('The parameter cursor is invalid: send the nextCursor of an answer.')
      : Number(match[1]);
  },
  'page-total'(query) {
    const sent = query.get('page') ?? '1';
    return /^[1-9]\d{0,5}$/.test(sent)
      ? (Number(sent) - 1) * PAGE_ROWS
      : badRequest('The parameter page is invalid: send a whole number from 1 on.');
  },
};

const MARKS: Readonly<Record<Quirks['pages'], (skipped: number, rows: number) => JsonObject>> = {
  none: () => ({}),
  cursor(skipped, rows) {
    const hasMore = skipped + PAGE_ROWS < rows;
    const next = Buffer.from(`c${skipped + PAGE_ROWS}`).toString('base64url');
    return { nextCursor: hasMore ? next : null, hasMore };
  },
  'page-total': (skipped, rows) => ({
    page: skipped / PAGE_ROWS + 1,
    perPage: PAGE_ROWS,
    totalPages: Math.max(1, Math.ceil(rows / PAGE_ROWS)),
    totalItems: rows,
  }),
};

/** The page a query asks for, or what is wrong with its parameter (undecided item 30). */
export function pageOf(quirks: Quirks, query: URLSearchParams): Page | Refusal {
  const skipped = FIRST[quirks.pages](query);
  return typeof skipped === 'number' ? { way: quirks.pages, skipped } : skipped;
}

/** A body with the page's rows of its main list and the marks of paging. */
export function paged({ way, skipped }: Page, body: JsonObject, list: string | null): JsonObject {
  const rows = list === null ? undefined : body[list];
  if (way === 'none' || list === null || !isList(rows)) return body;
  return { ...body, [list]: rows.slice(skipped, skipped + PAGE_ROWS), ...MARKS[way](skipped, rows.length) };
}
