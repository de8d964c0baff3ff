/** One day of traffic and AI citations. `null` means that the service gave no figure; it never means zero. */
export interface AnalyticsDay {
  /** `YYYY-MM-DD`. The service's day boundary is not shown; UTC is assumed. */
  readonly date: string;
  readonly visitors: number | null;
  readonly pageviews: number | null;
  readonly citations: number | null;
  /** Every other numeric field of the row under its own name. */
  readonly metrics: Readonly<Record<string, number | null>>;
}

/** Figures that a body states for its whole window; never a sum of ours. */
export interface AnalyticsPeriod {
  /** `YYYY-MM-DD`, where the body says which window it is. */
  readonly from: string | null;
  readonly to: string | null;
  readonly visitors: number | null;
  readonly pageviews: number | null;
  readonly citations: number | null;
  readonly metrics: Readonly<Record<string, number | null>>;
}

/** Daily traffic and AI citations (specification §2), oldest day first, one row a date. */
export interface Analytics {
  readonly days: readonly AnalyticsDay[];
  /** Totals of the whole window, where the body states them; null where it states none. */
  readonly period: AnalyticsPeriod | null;
}

/** One part of the Entity Authority Score. */
export interface AuthorityComponent {
  readonly name: string;
  /** On the unit that the service uses; null where it gave none. */
  readonly score: number | null;
  /** Fraction 0..1 where the service states a weight. */
  readonly weight: number | null;
}

/** Entity Authority Score breakdown (specification §2). It has no history: it is the state at the time of the request. */
export interface Authority {
  /** As the service gives it, never rescaled; null where the website has none. */
  readonly score: number | null;
  /** The score's maximum: 1, 100 or 1000; null where it cannot be told. */
  readonly scale: number | null;
  readonly components: readonly AuthorityComponent[];
}

/** Citations by one answer engine. */
export interface EngineCitations {
  /** Normal name, for example `chatgpt`; an unknown engine keeps its own spelling in lower case. */
  readonly engine: string;
  /** Name for people, for example `ChatGPT`. */
  readonly label: string;
  readonly count: number;
}

/** One entry of the per-engine citation feed. */
export interface CitationItem {
  readonly engine: string | null;
  readonly url: string | null;
  /** Host name of what was cited, lower case; of the URL where the body gives none. */
  readonly domain: string | null;
  /** `YYYY-MM-DD` or null. */
  readonly date: string | null;
  readonly title: string | null;
  /** Citations that the entry stands for, where the body counts them; null where it does not. */
  readonly count: number | null;
}

/** The per-engine citation feed (specification §2). */
export interface Citations {
  /**
   * Citations in all, as the service states it or, where it states none, the sum over engines. Null where neither is told, where an
   * engine's count is unknown, or where what is there is a page of more.
   */
  readonly total: number | null;
  /** Where the total is unknown and rows are single citations: the rows of one page of more. */
  readonly atLeast?: number;
  /** An engine that gave no count is left out: it is unknown, not zero. */
  readonly byEngine: readonly EngineCitations[];
  readonly items: readonly CitationItem[];
}

/** A rival and its share of voice. */
export interface Competitor {
  readonly name: string;
  readonly domain: string | null;
  /** Fraction 0..1; null where the service gave none. */
  readonly share: number | null;
  readonly mentions: number | null;
}

/** Share of voice and the competitor list (specification §2). It has no history: it is the state at the time of the request. */
export interface Competitors {
  /** The own share of voice, fraction 0..1. */
  readonly shareOfVoice: number | null;
  /** Own mentions, where given. */
  readonly mentions: number | null;
  /** All mentions that the shares are parts of, where given. */
  readonly totalMentions: number | null;
  readonly competitors: readonly Competitor[];
}

/** The endpoints of the specification (§4), by the last part of their path. */
export type Endpoint = 'websites' | 'analytics' | 'citations' | 'competitors' | 'authority';

/** A website of the caller's team (specification §2). Only `id` is certain; the rest is read from an undocumented body. */
export interface Website {
  /** The identifier that the other endpoints take; opaque text. */
  readonly id: string;
  readonly name: string | null;
  /** Host name without scheme or path, lower case. */
  readonly domain: string | null;
}

/** The value of each endpoint. */
export interface ResourceValues {
  readonly websites: readonly Website[];
  readonly analytics: Analytics;
  readonly citations: Citations;
  readonly competitors: Competitors;
  readonly authority: Authority;
}
