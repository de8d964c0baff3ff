import type { WaitFormat } from './limits-recipe.ts';

/** One limit as the service's headers tell it; null where they do not. */
export interface LimitState {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds since the epoch by the host's clock. Advisory: the unit of the header is not shown (specification §8). */
  readonly resetAt: number | null;
  /** How the reset was read. */
  readonly unit: WaitFormat | null;
  /** False where the reset could mean something else too. */
  readonly sure: boolean;
}

/** What the headers of an answer say about the limits (specification §8). */
export interface RateState {
  readonly minute: LimitState;
  readonly day: LimitState;
  /** What Retry-After asks for, milliseconds from now; null where it is missing or unread. */
  readonly retryAfterMs: number | null;
  /** Limit headers that could not be read, as `name: value`. */
  readonly unread: readonly string[];
}

const none: LimitState = { limit: null, remaining: null, resetAt: null, unit: null, sure: false };

export const unknownRateState: RateState = { minute: none, day: none, retryAfterMs: null, unread: [] };
