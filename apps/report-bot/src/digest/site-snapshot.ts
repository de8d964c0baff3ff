import type { Authority, Citations, Competitors } from '@answershare/core';

/** What is kept of citations for a year: the counts, and no single citation. */
export type CitationCounts = Pick<Citations, 'total' | 'byEngine'>;

/** One website on one day, as the store keeps it. */
export interface SiteSnapshot {
  /** Milliseconds since the epoch; the day is derived in the schedule's zone. */
  readonly takenAt: number;
  /** null: not collected or refused; `failures` says why. */
  readonly authority: Authority | null;
  readonly competitors: Competitors | null;
  readonly citations: CitationCounts | null;
  readonly failures: readonly { readonly endpoint: string; readonly reason: string }[];
}
