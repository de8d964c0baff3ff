/** One limit as the service's headers tell it; null where they do not. */
export interface LimitState {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds since the epoch. Advisory: the unit of the header is not shown (specification §8). */
  readonly resetAt: number | null;
}

/** What the headers of an answer say about the limits (specification §8). */
export interface RateState {
  readonly minute: LimitState;
  readonly day: LimitState;
}

const none: LimitState = { limit: null, remaining: null, resetAt: null };

export const unknownRate: RateState = { minute: none, day: none };
