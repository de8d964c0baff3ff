import { redact } from '../keys/redact.ts';
import type { Endpoint } from '../resources/resources.ts';

/** The category of a fault, by what the caller can do. */
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
 * The only error that clients throw for faults of the caller, the network and the service. `message` is one plain sentence
 * with the next step, then the service's own message if any. The constructor redacts keys in every text. Test with {@link
 * isApiError}: `instanceof` fails across bundles and realms.
 */
export class ApiError extends Error {
  readonly brand: string = brand;
  override readonly name: string = 'ApiError';
  readonly kind: FaultKind;
  readonly owner: FaultOwner;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** `error.code` as received; null if absent. */
  readonly code: string | null;
  /** Earliest useful retry, milliseconds since the epoch; null if waiting does not help. */
  readonly retryAt: number | null;
  readonly retryable: boolean;
  /** Requests spent on the failed call. */
  readonly spent: number;
  /** The next step, one sentence. */
  readonly hint: string;
  /** The redacted body; empty if none. Complete for `shape`, else the first 2,000 characters. */
  readonly raw: string;

  /** The service's own message: one line, redacted, shortened; null if absent. */
  readonly serviceMessage: string | null;

  /** The service's request id, for its support; null if absent. */
  readonly requestId: string | null;

  constructor(fields: ApiErrorFields) {
    super(redact(fields.message));
    this.kind = fields.kind;
    this.owner = fields.owner;
    this.status = fields.status ?? null;
    this.code = typeof fields.code === 'string' ? redact(fields.code) : null;
    this.retryAt = fields.retryAt ?? null;
    this.retryable = fields.retryable ?? typeof fields.retryAt === 'number';
    this.spent = fields.spent || 0;
    this.hint = redact(fields.hint);
    const raw = redact(fields.raw || '');
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

/** An error as plain data for serialization. */
export function toErrorFields(error: ApiError): ApiErrorFields {
  const { brand: _, name: __, ...fields } = error;
  return { ...fields, message: error.message };
}

/** The thrown error with more requests in `spent`. */
export function addSpent(thrown: unknown, spent: number): unknown {
  return isApiError(thrown) && spent > 0 ? withSpent(thrown, thrown.spent + spent) : thrown;
}

/** The same error with another `spent`. */
export function withSpent(error: ApiError, spent: number): ApiError {
  return new ApiError({ ...toErrorFields(error), spent });
}

/** The subject of a request, for error sentences. */
export interface Subject {
  readonly endpoint: Endpoint;
  readonly website: string | null;
  readonly baseUrl: string;
}
