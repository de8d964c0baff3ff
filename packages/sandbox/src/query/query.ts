import type { DayNumber } from '../data/days.ts';
import type { Quirks } from '../quirks/quirks.ts';
import type { ScopedEndpoint } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
import { type ApiErrorResponse, badRequest, notFound } from './api-errors.ts';
import { type FormAxes, toAxes, toOtherIdName } from './axes.ts';
import { isList, type JsonObject } from './json.ts';
import { type DayWindow, parseAnalyticsWindow } from './windows.ts';

/** The rows of the main list that a response contains. */
export interface Page {
  readonly style: Quirks['pages'];
  readonly offset: number;
}

const PAGE_ROWS = 25;

const PAGE_OFFSETS: Readonly<Record<Quirks['pages'], (query: URLSearchParams) => number | ApiErrorResponse>> =
  {
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

const PAGE_FIELDS: Readonly<Record<Quirks['pages'], (offset: number, rows: number) => JsonObject>> = {
  none: () => ({}),
  cursor(offset, rows) {
    const hasMore = offset + PAGE_ROWS < rows;
    const next = Buffer.from(`c${offset + PAGE_ROWS}`).toString('base64url');
    return { nextCursor: hasMore ? next : null, hasMore };
  },
  'page-total': (offset, rows) => ({
    page: offset / PAGE_ROWS + 1,
    perPage: PAGE_ROWS,
    totalPages: Math.max(1, Math.ceil(rows / PAGE_ROWS)),
    totalItems: rows,
  }),
};

/** Parses the page parameter (undecided item 30). */
function parsePage(quirks: Quirks, query: URLSearchParams): Page | ApiErrorResponse {
  const offset = PAGE_OFFSETS[quirks.pages](query);
  return typeof offset === 'number' ? { style: quirks.pages, offset } : offset;
}

/** Cuts the main list to the page and adds the pagination fields. */
export function paginate({ style, offset }: Page, body: JsonObject, list: string | null): JsonObject {
  const rows = list === null ? undefined : body[list];
  if (style === 'none' || list === null || !isList(rows)) return body;
  return {
    ...body,
    [list]: rows.slice(offset, offset + PAGE_ROWS),
    ...PAGE_FIELDS[style](offset, rows.length),
  };
}

/** The websites of a query: one by id, the first, each separately, or the team merged. */
export type WebsiteSubject =
  | { readonly of: 'one'; readonly id: string; readonly parameter: string }
  | { readonly of: 'first' }
  | { readonly of: 'each' }
  | { readonly of: 'team' };

/** Undecided item 9; specification §4 states 400 for Form 2. */
const MISSING_ID: Readonly<
  Record<Quirks['missingId'], (error: ApiErrorResponse) => WebsiteSubject | ApiErrorResponse>
> = {
  'bad-request': (error) => error,
  'not-found': ({ message }) => notFound(message),
  'all-sites': () => ({ of: 'each' }),
};

/** Undecided item 10: only the other Form's parameter name was sent. */
const OTHER_ID_NAME: Readonly<
  Record<
    Quirks['otherName'],
    (
      id: string,
      parameter: string,
      missing: () => WebsiteSubject | ApiErrorResponse,
    ) => WebsiteSubject | ApiErrorResponse
  >
> = {
  missing: (_, __, missing) => missing(),
  accepted: (id, parameter) => ({ of: 'one', id, parameter }),
  ignored: () => ({ of: 'team' }),
};

/** Parses the website parameter (specification §4). */
function parseSubject(
  axes: FormAxes,
  quirks: Quirks,
  endpoint: ScopedEndpoint,
  query: URLSearchParams,
): WebsiteSubject | ApiErrorResponse {
  const isSwapped = quirks.swappedEndpoint === endpoint;
  const otherName = toOtherIdName(axes);
  for (const parameter of isSwapped ? [otherName] : axes.idNames) {
    const id = query.get(parameter) ?? '';
    if (id !== '') return { of: 'one', id, parameter };
  }
  if (quirks.lenientEndpoint === endpoint) return { of: 'first' };
  const missing = () => resolveMissingId(axes, quirks);
  const id = query.get(otherName) ?? '';
  return id === '' || isSwapped ? missing() : OTHER_ID_NAME[quirks.otherName](id, otherName, missing);
}

function resolveMissingId(axes: FormAxes, quirks: Quirks): WebsiteSubject | ApiErrorResponse {
  const error = badRequest(
    `The parameter ${axes.idNames[0]} is missing: send the id of one of the websites of /api/v1/websites.`,
  );
  return axes.names === 1 ? MISSING_ID[quirks.missingId](error) : error;
}

/** A parsed query of one endpoint. */
export interface ResourceQuery {
  readonly endpoint: ScopedEndpoint;
  /** Null for the list of websites. */
  readonly subject: WebsiteSubject | null;
  /** Null except for analytics. */
  readonly window: DayWindow | null;
  readonly page: Page;
}

/** Parses the parameters of specification §4, or returns the first error. */
export function parseQuery(
  world: SandboxWorld,
  endpoint: ScopedEndpoint,
  query: URLSearchParams,
  today: DayNumber,
): ResourceQuery | ApiErrorResponse {
  const axes = toAxes(world);
  const subject = endpoint === 'websites' ? null : parseSubject(axes, world.quirks, endpoint, query);
  if (subject !== null && 'code' in subject) return subject;
  const window = endpoint === 'analytics' ? parseAnalyticsWindow(axes, world.quirks, query, today) : null;
  if (window !== null && 'code' in window) return window;
  const page = parsePage(world.quirks, query);
  if ('code' in page) return page;
  return { endpoint, subject, window, page };
}
