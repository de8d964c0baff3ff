import { redact } from '../keys/redact.ts';
import type { Endpoint } from '../resources/resources.ts';

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
  | 'paused'
  | 'unexpected';

export type FaultOwner = 'caller' | 'service' | 'network';

const brand = 'answershare.ApiError';

/**
 * The one error that this package throws for anything between the caller and the service.
 * `message` is one plain sentence with the next step, then the service's own error message where there is one. Keys are taken out of every text when the error is made. Test with {@link isApiError}: `instanceof`
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
  /** The body as received, redacted; empty where none came. Whole for `shape`, else its first 2,000 characters. */
  readonly raw: string;

  /** The service's own error message, on one line, redacted and cut; null where it gave none. */
  readonly serviceMessage: string | null;

  /** The service's own name for the request, for its support; null where it gave none. */
  readonly requestId: string | null;

  constructor(fields: ApiErrorFields) {
    super(redact(fields.message));
    this.kind = fields.kind;
    this.owner = fields.owner;
    this.status = fields.status ?? null;
    this.code = typeof fields.code === 'string' ? redact(fields.code) : null;
    this.retryAt = fields.retryAt ?? null;
    this.retryable = fields.retryable ?? typeof fields.retryAt === 'number';
    this.spent = fields.spent ?? 0;
    this.hint = redact(fields.hint);
    const raw = redact(fields.raw ?? '');
    this.raw = fields.kind === 'shape' ? raw : raw.slice(0, 2_000);
    this.serviceMessage = typeof fields.serviceMessage === 'string' ? redact(fields.serviceMessage) : null;
    this.requestId = typeof fields.requestId === 'string' ? redact(fields.requestId) : null;
  }
}

export interface ApiErrorFields {
  readonly kind: FaultKind;
  readonly owner: FaultOwner;
  readonly message: string;
  readonly hint: string;
  readonly status?: number | null;
  readonly code?: string | null;
  readonly retryAt?: number | null;
  readonly retryable?: boolean;
  readonly spent?: number;
  readonly raw?: string;
  readonly serviceMessage?: string | null;
  readonly requestId?: string | null;
}

/** True for an {@link ApiError} of any bundle or realm. */
export function isApiError(thrown: unknown): thrown is ApiError {
  return typeof thrown === 'object' && thrown !== null && (thrown as { brand?: unknown }).brand === brand;
}

/** An error as plain data, to be kept and made again. */
export function toErrorFields(error: ApiError): ApiErrorFields {
  const { brand: _, name: __, ...fields } = error;
  return { ...fields, message: error.message };
}

/** What was thrown, telling also of the requests that were spent before it. */
export function addSpent(thrown: unknown, spent: number): unknown {
  return isApiError(thrown) && spent > 0 ? withSpent(thrown, thrown.spent + spent) : thrown;
}

/** The same error with another number of requests spent. */
export function withSpent(error: ApiError, spent: number): ApiError {
  return new ApiError({ ...toErrorFields(error), spent });
}

/** What a request was about, for the sentence that tells of its failure. */
export interface Subject {
  readonly endpoint: Endpoint;
  readonly website: string | null;
  readonly baseUrl: string;
}
