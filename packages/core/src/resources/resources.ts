/** The counts of a day that have a name of their own. */
export const trafficFields = ['visitors', 'pageviews', 'citations'] as const;

/** One day of traffic and AI citations. `null` means unknown, never zero. */
export interface AnalyticsDay {
  /** `YYYY-MM-DD`. The specification does not show the service's day boundary; UTC is assumed. */
  readonly date: string;
  readonly visitors: number | null;
  readonly pageviews: number | null;
  readonly citations: number | null;
  /** Every other numeric field of the row under its own name. */
  readonly metrics: Readonly<Record<string, number | null>>;
}

/** Totals that a body states for its whole window, never computed by the client. */
export interface AnalyticsPeriod {
  /** `YYYY-MM-DD`, if stated. */
  readonly from: string | null;
  readonly to: string | null;
  readonly visitors: number | null;
  readonly pageviews: number | null;
  readonly citations: number | null;
  readonly metrics: Readonly<Record<string, number | null>>;
}

/** Daily traffic and AI citations (specification §2), oldest first, one row per date. */
export interface Analytics {
  readonly days: readonly AnalyticsDay[];
  /** Totals of the whole window; null if not stated. */
  readonly period: AnalyticsPeriod | null;
}

export interface AuthorityComponent {
  readonly name: string;
  /** In the service's unit; null if absent. */
  readonly score: number | null;
  /** Fraction 0..1; null if absent. */
  readonly weight: number | null;
}

/** Entity Authority Score breakdown (specification §2) at the time of the request; it has no history. */
export interface Authority {
  /** In the service's unit, never rescaled; null if the website has none. */
  readonly score: number | null;
  /** The score's maximum: 1, 100 or 1000; null if unknown. */
  readonly scale: number | null;
  readonly components: readonly AuthorityComponent[];
}

export interface EngineCitations {
  /** Id such as `chatgpt`; an unknown engine keeps its own spelling in lower case. */
  readonly engine: string;
  /** Display name such as `ChatGPT`. */
  readonly label: string;
  readonly count: number;
}

/** One entry of the per-engine citation feed. */
export interface CitationItem {
  readonly engine: string | null;
  readonly url: string | null;
  /** The address of the page in its one spelling, to compare; the text itself if it is no web address. */
  readonly page: string | null;
  /** Host name of the cited page, lower case; from the URL if not stated. */
  readonly domain: string | null;
  /** `YYYY-MM-DD` or null. */
  readonly date: string | null;
  readonly title: string | null;
  /** The question that the engine answered. */
  readonly query: string | null;
  /** Number of citations in this entry; null if not stated. */
  readonly count: number | null;
}

/** The per-engine citation feed (specification §2). */
export interface Citations {
  /** Stated total, else the sum over engines. Null if an engine's count is unknown or the body is one page of several. */
  readonly total: number | null;
  /** Rows on this page, if the total is unknown and each row is one citation. */
  readonly atLeast?: number;
  /** Engines without a count are omitted: unknown, not zero. */
  readonly byEngine: readonly EngineCitations[];
  readonly items: readonly CitationItem[];
}

export interface Competitor {
  readonly name: string;
  readonly domain: string | null;
  /** Fraction 0..1; null if unknown. */
  readonly share: number | null;
  readonly mentions: number | null;
  /** All names and domains of a brand whose rows were summed. */
  readonly aliases?: readonly string[];
}

/** Share of voice and competitors (specification §2) at the time of the request; no history. */
export interface Competitors {
  /** Own share of voice, fraction 0..1. */
  readonly shareOfVoice: number | null;
  /** Own mentions. */
  readonly mentions: number | null;
  /** Mentions of all brands. */
  readonly totalMentions: number | null;
  readonly competitors: readonly Competitor[];
}

/** The endpoints that answer about one website, by the last part of their path (specification §4). */
export const websiteEndpointNames = ['analytics', 'citations', 'competitors', 'authority'] as const;

/** Endpoints by the last part of their path (specification §4). */
export const endpointNames = ['websites', ...websiteEndpointNames] as const;

export type Endpoint = (typeof endpointNames)[number];

export type WebsiteEndpoint = (typeof websiteEndpointNames)[number];

/** An endpoint that answers about now alone: it takes no window, and has no history. */
export type CurrentEndpoint = Exclude<WebsiteEndpoint, 'analytics'>;

/** A website of the caller's team (specification §2). Only `id` is specified; the body is undocumented. */
export interface Website {
  /** Opaque id for the other endpoints. */
  readonly id: string;
  readonly name: string | null;
  /** Host name without scheme or path, lower case. */
  readonly domain: string | null;
  /** Other names, domains and folders of the website, from a list of names. */
  readonly aliases?: readonly string[];
}

export interface ResourceValues {
  readonly websites: readonly Website[];
  readonly analytics: Analytics;
  readonly citations: Citations;
  readonly competitors: Competitors;
  readonly authority: Authority;
}
