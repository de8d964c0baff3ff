import type {
  Analytics,
  AnalyticsWindow,
  Authority,
  CalendarDate,
  Citations,
  Competitors,
  Endpoint,
  Website,
} from '@answershare/core';

/** What a cell asks: one answer of the service about one website. */
export interface CellQuery<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  /** A website's id, domain or name, as the cell has it; empty for the list of websites. */
  readonly reference: string;
  /** Of analytics; null for any other endpoint, and for the whole body. */
  readonly window: AnalyticsWindow | null;
  /** `figures` as they were read, or the `body` as it came. */
  readonly wanted: 'figures' | 'body';
}

/** The figures of each endpoint, as far as a cell can show them. */
export interface FiguresByEndpoint {
  readonly websites: readonly Website[];
  readonly analytics: Pick<Analytics, 'days' | 'period'>;
  readonly citations: Omit<Citations, 'items'>;
  readonly competitors: Competitors;
  readonly authority: Authority;
}

/** Code and sentence of what went wrong; never with a key in it. */
export interface CellFault {
  readonly code: string;
  readonly sentence: string;
}

/** An answer, with its age. */
export interface Ok<T> {
  readonly ok: true;
  /** Null for the list of websites. */
  readonly website: Website | null;
  readonly value: T;
  /** When the service answered, milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Why this is an older answer; null for one that is fresh. */
  readonly stale: CellFault | null;
  /** Until when it may be shown without another look, milliseconds since the epoch. */
  readonly until: number;
}

/** A refusal. `everywhere` is true where it concerns each row of a range, such as a key that is refused. */
export interface Err extends CellFault {
  readonly ok: false;
  readonly everywhere: boolean;
  readonly until: number;
}

export type QueryAnswer<T = unknown> = Ok<T> | Err;

/** What a body of analytics shows of a window. Dates are inclusive. */
export interface BodyWindow {
  readonly window: Dates;
  /** The dates that the service was asked for. */
  readonly asked: Dates;
  /** JSON Pointers to the lists of days, cut to the window. */
  readonly lists: readonly string[];
  /** Those of them that have no day in the window. */
  readonly emptied: readonly string[];
}

interface Dates {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** A body as text: as it came, or with its lists of days cut to a window. */
export interface BodyText {
  readonly text: string;
  /** Null where no window was asked. */
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

/** The same questions, for the bodies behind their answers. */
export function toBodyQueries(queries: readonly CellQuery[]): readonly CellQuery[] {
  return queries.map((query) => ({ ...query, wanted: 'body' }));
}

/** The question in full: two asks with one spelling have one answer. */
export function toCacheKey({ endpoint, reference, window, wanted }: CellQuery): string {
  const dates =
    window === null ? '' : 'last' in window ? `last ${window.last}` : `${window.from}..${window.to}`;
  return JSON.stringify([endpoint, wanted, dates, reference]);
}
