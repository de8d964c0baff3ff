import type { Incident } from './incidents.ts';

/** How a website's share of voice moves: with the tide, against it, hardly, or no data at all. */
export type Story = 'rising' | 'falling' | 'quiet' | 'empty';

export interface Rival {
  readonly name: string;
  readonly domain: string;
  /** Mentions per day in AI answers. */
  readonly mentions: number;
}

/** A made-up website: what the API shows of it, and what its numbers are drawn from. */
export interface Site {
  /** `ws_` and 12 characters (undecided item 35). */
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** `YYYY-MM-DD`; there is no data before this day. */
  readonly createdAt: string;
  readonly story: Story;
  /** Visitors on an ordinary day. */
  readonly visitors: number;
  /** AI citations per day over all engines. */
  readonly citations: number;
  /** Mentions of the own brand per day in AI answers. */
  readonly mentions: number;
  /** Where its Entity Authority Score stands on average, 0 to 100. */
  readonly authority: number;
  /** What people ask AI engines about in this trade. */
  readonly topics: readonly string[];
  readonly rivals: readonly Rival[];
  /** What befalls it on top of its story; most websites have none. */
  readonly incidents?: readonly Incident[];
}

/** +1 with the tide, -1 against it, 0 for a quiet website. */
export function direction(story: Story): -1 | 0 | 1 {
  if (story === 'rising') return 1;
  return story === 'falling' ? -1 : 0;
}
