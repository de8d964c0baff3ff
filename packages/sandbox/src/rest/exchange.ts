import type { Quirks } from '../quirks/quirks.ts';

export interface ApiRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The Authorization header, or null. */
  readonly authorization: string | null;
  readonly ifNoneMatch: string | null;
  /** Switches for this request only. */
  readonly quirks: Partial<Quirks>;
}

export interface ApiResponse {
  readonly status: number;
  /** A list becomes several header lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** `error.code` of an error, else null. */
  readonly code: string | null;
  /** Whether the call counts against the key's limits. */
  readonly counted: boolean;
}
