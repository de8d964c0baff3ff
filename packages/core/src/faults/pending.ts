import type { Session } from '../asking/session.ts';
import type { Endpoint } from '../dialects/dialect.ts';
import { ApiError } from './api-error.ts';
import { sentenceFor } from './sentences.ts';

/** Somebody else is asking, and the answer did not come before the deadline. Nothing was sent. */
export function pending(session: Session, endpoint: Endpoint): ApiError {
  const subject = { endpoint, website: null, baseUrl: session.baseUrl };
  const words = sentenceFor('pending', subject, {});
  return new ApiError({ kind: 'pending', owner: 'network', retryable: true, ...words });
}
