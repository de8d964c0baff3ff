/**
 * How a header writes a value. A `count` is a number of requests. The others are a wait or an instant; `any` is a format that is
 * not learnt yet, and `epoch` counts seconds, milli-, micro- or nanoseconds, by its size.
 */
export type HeaderFormat = 'count' | 'any' | WaitFormat;

export type WaitFormat = 'seconds' | 'milliseconds' | 'epoch' | 'date' | 'duration';

/**
 * Where a value is written: `["x-ratelimit-reset", "seconds"]`. Of `"burst";r=50;t=30` (IETF RateLimit draft) a parameter of an
 * item: `["ratelimit", "count", "r", "\"burst\""]`; without a name it is the item itself.
 */
export type HeaderField = readonly [header: string, format: HeaderFormat, parameter?: string, item?: string];

/** The headers of one limit. */
export interface LimitFields {
  readonly limit?: HeaderField;
  readonly remaining?: HeaderField;
  readonly used?: HeaderField;
  readonly reset?: HeaderField;
}

/** In which headers a service states its limits; plain data, header names in lower case. */
export interface LimitsRecipe {
  /** Of several limits of a window, the one with the least left counts. */
  readonly minute: readonly LimitFields[];
  readonly day: readonly LimitFields[];
  /** The first that an answer carries counts. */
  readonly retryAfter: readonly HeaderField[];
  /** Headers about limits that were not understood, or in part. */
  readonly unknown?: readonly string[];
}

/**
 * The headers of the specification (§7, §8). It shows neither the unit of a reset nor the full names of the daily headers: these are
 * named here as those of the minute are. Retry-After may be a date (RFC 9110 §10.2.3), or what services send by mistake.
 */
export const specifiedLimits: LimitsRecipe = {
  minute: [
    {
      limit: ['x-ratelimit-limit', 'count'],
      remaining: ['x-ratelimit-remaining', 'count'],
      reset: ['x-ratelimit-reset', 'any'],
    },
  ],
  day: [
    {
      limit: ['x-dailyquota-limit', 'count'],
      remaining: ['x-dailyquota-remaining', 'count'],
      reset: ['x-dailyquota-reset', 'any'],
    },
  ],
  retryAfter: [
    ['retry-after', 'seconds'],
    ['retry-after', 'any'],
  ],
};

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

const unknownLimit: LimitState = { limit: null, remaining: null, resetAt: null, unit: null, sure: false };

export const unknownRateState: RateState = {
  minute: unknownLimit,
  day: unknownLimit,
  retryAfterMs: null,
  unread: [],
};
