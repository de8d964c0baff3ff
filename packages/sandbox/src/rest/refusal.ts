import type { Form } from '../form.ts';

/** What the service refuses a call with: specification §7, and 405 (undecided item 29). */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export const NO_HEADER: Refusal = {
  status: 401,
  code: 'unauthorized',
  message: 'The Authorization header is missing: send "Authorization: Bearer <API_KEY>".',
};

/** Specification §7 names one code for a revoked key and for one of wrong format. */
export function invalidKey(message: string): Refusal {
  return { status: 401, code: 'invalid_key', message };
}

/** Specification §5.5: forbidden in Form 1, insufficient_scope in Form 2 (for a lacking plan too, undecided item 28). */
export function lacking(form: Form, message: string): Refusal {
  return { status: 403, code: form === 1 ? 'forbidden' : 'insufficient_scope', message };
}

/** Specification §7 has it in Form 2; Form 1 answers the same (undecided items 8 and 9). */
export function badRequest(message: string): Refusal {
  return { status: 400, code: 'bad_request', message };
}

export function notFound(message: string): Refusal {
  return { status: 404, code: 'not_found', message };
}

export const METHOD_NOT_ALLOWED: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This API is read-only: send the request with method GET.',
};

/** Specification §7: Form 1 has rate_limited for both limits, Form 2 a code of its own for the day. */
export function tooMany(form: Form, exhausted: 'minute' | 'day', seconds: number): Refusal {
  const code = form === 2 && exhausted === 'day' ? 'daily_quota_exceeded' : 'rate_limited';
  const limit = exhausted === 'day' ? 'Daily quota exhausted' : 'Too many requests in this minute';
  return { status: 429, code, message: `${limit}; retry in ${seconds} seconds.` };
}

export function serverError(status: number): Refusal {
  return { status, code: 'server_error', message: 'The service failed; the request is safe to retry.' };
}

/** The error object of specification §2. */
export function errorBody(refusal: Refusal): string {
  return JSON.stringify({ error: { code: refusal.code, message: refusal.message } });
}
