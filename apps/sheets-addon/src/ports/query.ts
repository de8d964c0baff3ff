import type {
  Analytics,
  AnalyticsWindow,
  Authority,
  CalendarDate,
  Citations,
  Competitors,
  DateSpan,
  Endpoint,
  Period,
  Website,
} from '@answershare/core';

/** A cell's query: one answer of the service about one website. */
export interface CellQuery<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  /** A website's id, domain or name from the cell; empty for the list of websites. */
  readonly reference: string;
  /** For analytics; null for other endpoints and for the whole body. */
  readonly window: AnalyticsWindow | null;
  /** Parsed `figures`, those with the `items` of the citation feed, or the unchanged `body`. */
  readonly wanted: 'figures' | 'items' | 'body';
}

/** The figures of each endpoint that a cell can show. */
export interface FiguresByEndpoint {
  readonly websites: readonly Website[];
  /** `isPage` if the days are one page of several, `unmeasured` if the service states why figures are unknown. */
  readonly analytics: Pick<Analytics, 'days' | 'period'> & {
    readonly isPage?: true;
    readonly unmeasured?: string;
  };
  /** `items` only if wanted: they are long; then also the days of the window that the body states. */
  readonly citations: Omit<Citations, 'items'> &
    Partial<Pick<Citations, 'items'>> & { readonly windowDays?: number };
  readonly competitors: Competitors;
  readonly authority: Authority;
}

/** Code and sentence of a fault; never contains a key. */
export interface CellFault {
  readonly code: string;
  readonly sentence: string;
}

/** An answer with its age. */
export interface Ok<T> {
  readonly ok: true;
  /** Null for the list of websites. */
  readonly website: Website | null;
  readonly value: T;
  /** When the service answered, milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Why this answer is stale; null if it is fresh. */
  readonly stale: CellFault | null;
  /** Until when it may be shown without another read, milliseconds since the epoch. */
  readonly until: number;
}

/** A failure. `everywhere` is true if it concerns every row of a range, such as a rejected key. */
interface Err extends CellFault {
  readonly ok: false;
  readonly everywhere: boolean;
  readonly until: number;
}

export type QueryAnswer<T = unknown> = Ok<T> | Err;

/** The part of an analytics body in a window. Dates are inclusive. */
export interface BodyWindow {
  readonly window: Dates;
  /** The requested dates. */
  readonly asked: Dates;
  /** JSON Pointers to the lists of days, cut to the window. */
  readonly lists: readonly string[];
  /** Lists without a day in the window. */
  readonly emptied: readonly string[];
}

interface Dates {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** A body as text: unchanged, or with its lists of days cut to a window. */
export interface BodyText {
  readonly text: string;
  /** Null without a window. */
  readonly cut: BodyWindow | null;
}

export type BodyAnswer = QueryAnswer<BodyText>;

export const websitesQuery: CellQuery<'websites'> = {
  endpoint: 'websites',
  reference: '',
  window: null,
  wanted: 'figures',
};

export function queryAbout<E extends Endpoint>(
  endpoint: E,
  reference: string,
  window: AnalyticsWindow | null = null,
): CellQuery<E> {
  return { endpoint, reference: reference.trim(), window, wanted: 'figures' };
}

/** The same queries for the bodies behind their answers. */
export function toBodyQueries(queries: readonly CellQuery[]): readonly CellQuery[] {
  return queries.map((query) => ({ ...query, wanted: 'body' }));
}

/** Identifies a query: two queries with the same key have the same answer. */
export function toCacheKey({ endpoint, reference, window, wanted }: CellQuery): string {
  const dates =
    window === null ? '' : 'last' in window ? `last ${window.last}` : `${window.from}..${window.to}`;
  return JSON.stringify([endpoint, wanted, dates, reference]);
}

/** A period and the days of it that the service has. Its days are assumed in UTC (DISCOVERIES.md, row 17). */
export interface ServicePeriod {
  readonly period: Period;
  /** Today in the spreadsheet's zone, and in UTC. */
  readonly today: CalendarDate;
  readonly serviceToday: CalendarDate;
  /** Without a day that has not begun at the service; none if its start is after its end. */
  readonly dates: DateSpan;
  /** Without today if it is over at the service alone. The date of an answer tells which day is not over there. */
  readonly finished: DateSpan;
  /** The last day that is over, in the spreadsheet's zone and at the service. */
  readonly lastWhole: CalendarDate;
}
