import type { AnalyticsWindow, ClientEvent, Endpoint, HttpRequest, Result } from '../../src/index.ts';
import type { Served } from './scripted-service.ts';

/** One call on a client. */
export interface PlannedCall {
  readonly client: number;
  readonly endpoint: Endpoint;
  readonly site: string;
  readonly window: AnalyticsWindow;
  /** Time since the call before it began, or ended where calls come one after another; milliseconds. */
  readonly gapMs: number;
}

export interface Call {
  readonly asked: PlannedCall;
  readonly startedAt: number;
  endedAt: number;
  result: Result<unknown> | null;
  thrown: unknown;
}

/** A request at the scripted service. `order` and `answeredOrder` count all departures and arrivals. */
export interface Sent {
  readonly client: number;
  readonly request: HttpRequest;
  readonly url: URL;
  readonly at: number;
  readonly order: number;
  readonly serial: number;
  answeredAt: number;
  answeredOrder: number;
  served: Served | null;
}

/** All observable effects of a script. */
export interface Ledger {
  readonly sent: Sent[];
  readonly calls: Call[];
  readonly events: { readonly client: number; readonly event: ClientEvent }[];
  /** Keys and texts of every cache entry that was ever put. */
  readonly cached: string[];
  /** Every effect but the readings of clock and chance, in order, as text. */
  readonly effects: string[];
}

export const emptyLedger = (): Ledger => ({ sent: [], calls: [], events: [], cached: [], effects: [] });

export const toWebsite = (url: URL): string | null =>
  url.searchParams.get('websiteId') ?? url.searchParams.get('website_id');

const toEndpoint = (url: URL): Endpoint => url.pathname.split('/').pop() as Endpoint;

/** The identifier that checks whether the service honours the parameter; no query of a caller. */
export const unknownWebsite = 'answershare-asks-who-is-there';

/** Endpoint, website and window of a request in either Form. */
export function toQuery(url: URL): string {
  const { searchParams: query } = url;
  const window = query.get('period') ?? `${query.get('from')}..${query.get('to')}`;
  return `${toEndpoint(url)} ${toWebsite(url)} ${window}`;
}
