/** What went wrong, in the terms a caller acts on. */
export type FaultKind =
  | 'auth.missing'
  | 'auth.invalid'
  | 'forbidden'
  | 'bad_request'
  | 'not_found'
  | 'burst'
  | 'daily'
  | 'server'
  | 'transport'
  | 'timeout'
  | 'bad_body'
  | 'shape'
  | 'window'
  | 'budget'
  | 'pending'
  | 'unexpected';

export type FaultOwner = 'caller' | 'service' | 'network';

const brand = 'answershare.ApiError';

/**
 * The one error that this package throws for anything between the caller and the service.
 * `message` is one plain sentence with the next step and never holds a key. Test with {@link isApiError}: `instanceof`
 * fails across bundles and realms.
 */
export class ApiError extends Error {
  readonly brand: string = brand;
  override readonly name: string = 'ApiError';
  readonly kind: FaultKind;
  readonly owner: FaultOwner;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  /** `error.code` as received; null where the body had none. */
  readonly code: string | null;
  /** When asking again can succeed, milliseconds since the epoch; null where time alone does not help. */
  readonly retryAt: number | null;
  readonly retryable: boolean;
  /** Requests that were spent before giving up. */
  readonly spent: number;
  /** The next step, one sentence. */
  readonly hint: string;
  /** The body as received, redacted; empty where none came. */
  readonly raw: string;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.kind = fields.kind;
    this.owner = fields.owner;
    this.status = fields.status ?? null;
    this.code = fields.code ?? null;
    this.retryAt = fields.retryAt ?? null;
    this.retryable = fields.retryable ?? fields.retryAt !== undefined;
    this.spent = fields.spent ?? 0;
    this.hint = fields.hint;
    this.raw = fields.raw ?? '';
  }
}

export interface ApiErrorFields {
  readonly kind: FaultKind;
  readonly owner: FaultOwner;
  readonly message: string;
  readonly hint: string;
  readonly status?: number;
  readonly code?: string | null;
  readonly retryAt?: number | null;
  readonly retryable?: boolean;
  readonly spent?: number;
  readonly raw?: string;
}

/** True for an {@link ApiError} of any bundle or realm. */
export function isApiError(thrown: unknown): thrown is ApiError {
  return typeof thrown === 'object' && thrown !== null && (thrown as { brand?: unknown }).brand === brand;
}

/** The same error with another number of requests spent. */
export function withSpent(error: ApiError, spent: number): ApiError {
  const { kind, owner, message, hint, status, code, retryAt, retryable, raw } = error;
  const known = status === null ? {} : { status };
  return new ApiError({ kind, owner, message, hint, code, retryAt, retryable, raw, spent, ...known });
}
