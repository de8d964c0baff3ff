import type { DialectProfile } from './dialects/profile.ts';
import type { ApiError } from './errors/api-error.ts';
import type { ResultSource } from './freshness/shared-answer.ts';
import type { RateState } from './quota/rate-state.ts';
import type { ReadingTrace } from './recipes/reading.ts';
import type { ServedWindow } from './windows/fit.ts';

export interface ResultMeta {
  readonly source: ResultSource;
  /** When the service answered, milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Requests that this call cost, retries included. */
  readonly spent: number;
  readonly status: number;
  readonly dialect: DialectProfile;
  readonly rate: RateState;
  /** Why an older answer is given (`source` is `stale`); null for any other. */
  readonly fault: ApiError | null;
  readonly trace: ReadingTrace;
  readonly window?: ServedWindow;
}

/** A value read from the service, with the body it was read from. */
export interface Result<T> {
  readonly value: T;
  /** The body as received, byte for byte. */
  readonly text: string;
  readonly meta: ResultMeta;
}
