/**
 * The format of a header's value. `count` is a number of requests; the others are a wait or an instant. `any` is not learnt
 * yet; `epoch` is in seconds, milli-, micro- or nanoseconds, by its size.
 */
export type HeaderFormat = 'count' | 'any' | WaitFormat;

export type WaitFormat = 'seconds' | 'milliseconds' | 'epoch' | 'date' | 'duration';

/**
 * The location of a value: `["x-ratelimit-reset", "seconds"]`. A parameter of `"burst";r=50;t=30` (IETF RateLimit draft) is
 * `["ratelimit", "count", "r", "\"burst\""]`; an empty parameter is the item itself.
 */
export type HeaderField = readonly [header: string, format: HeaderFormat, parameter?: string, item?: string];

export interface LimitFields {
  readonly limit?: HeaderField;
  readonly remaining?: HeaderField;
  readonly used?: HeaderField;
  readonly reset?: HeaderField;
}

/** The headers that state a service's limits; plain data, header names in lower case. */
export interface LimitsRecipe {
  /** Of several limits of a window, the one with the least remaining applies. */
  readonly minute: readonly LimitFields[];
  readonly day: readonly LimitFields[];
  /** The first one present applies. */
  readonly retryAfter: readonly HeaderField[];
  /** Limit headers that are not understood, or only in part. */
  readonly unknown?: readonly string[];
}

/**
 * The headers of the specification (§7, §8). It shows neither the unit of a reset nor the full names of the daily headers,
 * so these follow the pattern of the minute's. Retry-After may be a date (RFC 9110 §10.2.3) or a format that services send
 * by mistake.
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

/** One limit as stated by headers; null if not stated. */
export interface LimitState {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds since the epoch by the host's clock. Advisory: the specification (§8) does not show the header's unit. */
  readonly resetAt: number | null;
  /** The format of the reset. */
  readonly unit: WaitFormat | null;
  /** False if the reset is ambiguous. */
  readonly sure: boolean;
}

export const isStatedLimit = ({ limit, remaining }: LimitState): boolean =>
  limit !== null || remaining !== null;

/** The limits stated by an answer's headers (specification §8). */
export interface RateState {
  readonly minute: LimitState;
  readonly day: LimitState;
  /** The wait of Retry-After, milliseconds from now; null if missing or unreadable. */
  readonly retryAfterMs: number | null;
  /** Unreadable limit headers, as `name: value`. */
  readonly unread: readonly string[];
}

const unknownLimit: LimitState = { limit: null, remaining: null, resetAt: null, unit: null, sure: false };

export const unknownRateState: RateState = {
  minute: unknownLimit,
  day: unknownLimit,
  retryAfterMs: null,
  unread: [],
};
