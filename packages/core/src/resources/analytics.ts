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
