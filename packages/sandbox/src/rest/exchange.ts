import type { Quirks } from '../quirks/quirks.ts';

/** A request as the service sees it. */
export interface ApiRequest {
  readonly method: string;
  /** Path without the query, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The Authorization header; null when there is none. */
  readonly authorization: string | null;
  readonly ifNoneMatch: string | null;
  /** Switches for this request alone. */
  readonly quirks: Partial<Quirks>;
}

/** A whole answer as a value. */
export interface ApiResponse {
  readonly status: number;
  /** A list is sent as so many header lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** `error.code` of an error answer. */
  readonly code: string | null;
  /** Whether the call was counted against the key's limits. */
  readonly counted: boolean;
}
