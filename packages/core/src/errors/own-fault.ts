import type { Endpoint } from '../resources/endpoint.ts';
import { ApiError, type FaultKind, type FaultOwner } from './api-error.ts';
import { sentenceFor } from './sentences.ts';

/** Who asks, as far as a sentence needs it. */
interface Asker {
  readonly baseUrl: string;
}

interface Details {
  readonly status?: number;
  readonly retryAt?: number;
  readonly retryable?: boolean;
  readonly spent?: number;
  readonly raw?: string;
  /** The next step, where it is not the usual one of the kind. */
  readonly hint?: string;
  /** What the sentence tells besides. */
  readonly said?: string;
}

/** A fault that the client finds by itself, in the sentence of its kind. */
export function ownFault(
  session: Asker,
  endpoint: Endpoint,
  kind: FaultKind,
  owner: FaultOwner,
  details: Details = {},
): ApiError {
  const { said: _, ...fields } = details;
  const words = sentenceFor(kind, { endpoint, website: null, baseUrl: session.baseUrl }, details);
  return new ApiError({ kind, owner, ...fields, ...words });
}

/** Requests are paused by the caller. Nothing was sent. */
export function paused(session: Asker, endpoint: Endpoint): ApiError {
  return ownFault(session, endpoint, 'paused', 'caller');
}

/** Somebody else is asking, and the answer did not come before the deadline. Nothing was sent. */
export function pending(session: Asker, endpoint: Endpoint): ApiError {
  return ownFault(session, endpoint, 'pending', 'network', { retryable: true });
}
