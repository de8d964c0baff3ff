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
