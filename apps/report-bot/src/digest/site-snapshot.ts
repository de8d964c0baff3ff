import type { Authority, Citations, Competitors, Website } from '@answershare/core';

/** One website on one day, as the store keeps it. */
export interface SiteSnapshot {
  readonly website: Website;
  /** Milliseconds since the epoch; the day is derived in the schedule's zone. */
  readonly takenAt: number;
  /** null: not collected or refused; `failures` says why. */
  readonly authority: Authority | null;
  readonly competitors: Competitors | null;
  readonly citations: Citations | null;
  readonly failures: readonly { readonly endpoint: string; readonly reason: string }[];
}
