import type { DayNumber } from '../data/days.ts';
import type { Form } from '../quirks/quirk.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';
import type { ScopedEndpoint } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
import { type ApiErrorResponse, badRequest, invalidParameter, notFound } from './api-errors.ts';
import { type FormAxes, toAxes, toOtherIdName } from './axes.ts';
import { isList, type JsonObject } from './json.ts';
import { type DayWindow, parseAnalyticsWindow } from './windows.ts';

/** The rows of the main list that a response contains. */
export interface Page {
  readonly style: Quirks['pages'];
  readonly offset: number;
}

const PAGE_ROWS = 25;

/** The parameter of a page, its first row, and the value of a caller who sends none. */
interface PageParameter {
  readonly name: string;
  /** Null for an invalid value. */
  readonly toOffset: (sent: string) => number | null;
  readonly valid: string;
}

const PAGE_PARAMETERS: QuirkTable<'pages', PageParameter | null> = {
  none: null,
  cursor: {
    name: 'cursor',
    toOffset(sent) {
      const match = /^c(\d{1,6})$/.exec(Buffer.from(sent, 'base64url').toString('latin1'));
      return match === null ? null : Number(match[1]);
    },
    valid: 'the nextCursor of an answer',
  },
  'page-total': {
    name: 'page',
    toOffset: (sent) => (/^[1-9]\d{0,5}$/.test(sent) ? (Number(sent) - 1) * PAGE_ROWS : null),
    valid: 'a whole number from 1 on',
  },
};

const PAGE_FIELDS: QuirkTable<'pages', (offset: number, rows: number) => JsonObject> = {
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
function parsePage(
  axes: FormAxes,
  { pages: style }: Quirks,
  query: URLSearchParams,
): Page | ApiErrorResponse {
  const parameter = PAGE_PARAMETERS[style];
  const sent = parameter === null ? null : query.get(parameter.name);
  if (parameter === null || sent === null) return { style, offset: 0 };
  const offset = parameter.toOffset(sent);
  if (offset !== null) return { style, offset };
  return invalidParameter(axes.codes, `The parameter ${parameter.name} is invalid: send ${parameter.valid}.`);
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

/** Undecided item 9, for Form 1; specification §4 states 400 for Form 2. */
const MISSING_ID: QuirkTable<'missingId', (error: ApiErrorResponse) => WebsiteSubject | ApiErrorResponse> = {
  'invalid-request': (error) => error,
  'bad-request': ({ message }) => badRequest(message),
  'not-found': ({ message }) => notFound(message),
  'all-sites': () => ({ of: 'each' }),
};

/** Undecided item 10: only the other Form's parameter name was sent. */
const OTHER_ID_NAME: QuirkTable<
  'otherName',
  (
    id: string,
    parameter: string,
    missing: () => WebsiteSubject | ApiErrorResponse,
  ) => WebsiteSubject | ApiErrorResponse
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
  const missing = () => resolveMissingId(axes, quirks, isSwapped ? otherName : axes.idNames[0]);
  const id = query.get(otherName) ?? '';
  return id === '' || isSwapped ? missing() : OTHER_ID_NAME[quirks.otherName](id, otherName, missing);
}

function resolveMissingId(
  axes: FormAxes,
  quirks: Quirks,
  name: string | undefined,
): WebsiteSubject | ApiErrorResponse {
  const error = invalidParameter(
    axes.codes,
    `The parameter ${name} is missing: send the id of one of the websites of /api/v1/websites.`,
  );
  return axes.names === 1 ? MISSING_ID[quirks.missingId](error) : error;
}

const WINDOW_NAMES: Readonly<Record<FormAxes['windows'], readonly string[]>> = {
  range: ['from', 'to'],
  period: ['period'],
  either: ['from', 'to', 'period'],
};

/** The parameters that an endpoint takes. */
function listParameterNames(axes: FormAxes, quirks: Quirks, endpoint: ScopedEndpoint): readonly string[] {
  const page = PAGE_PARAMETERS[quirks.pages];
  const pages = page === null ? [] : [page.name];
  if (endpoint === 'websites') return pages;
  const otherName = quirks.otherName === 'missing' ? [] : [toOtherIdName(axes)];
  const ids = quirks.swappedEndpoint === endpoint ? [toOtherIdName(axes)] : [...axes.idNames, ...otherName];
  return [...ids, ...(endpoint === 'analytics' ? WINDOW_NAMES[axes.windows] : []), ...pages];
}

/** Undecided by the specification: a parameter that the endpoint does not take, the other Form's window included. */
const UNKNOWN_PARAMETERS: QuirkTable<
  'unknownParameters',
  (codes: Form, unknown: readonly string[], known: readonly string[]) => ApiErrorResponse | null
> = {
  ignored: () => null,
  refused: (codes, unknown, known) =>
    unknown.length === 0
      ? null
      : invalidParameter(
          codes,
          `This endpoint has no parameter ${unknown.join(', ')}: it takes ${known.join(', ') || 'none'}.`,
        ),
};

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
  const known = listParameterNames(axes, world.quirks, endpoint);
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  const refusal = UNKNOWN_PARAMETERS[world.quirks.unknownParameters](axes.codes, unknown, known);
  if (refusal !== null) return refusal;
  const window = endpoint === 'analytics' ? parseAnalyticsWindow(axes, world.quirks, query, today) : null;
  if (window !== null && 'code' in window) return window;
  const page = parsePage(axes, world.quirks, query);
  if ('code' in page) return page;
  return { endpoint, subject, window, page };
}
