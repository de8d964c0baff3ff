import type { ExhaustedLimit, LimitStatus } from '../limits/limits.ts';
import type { Form } from '../quirks/quirk.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';

const DISAGREEING_SECONDS = 30;

/** The wait in the message of a 429. Specification §7 states seconds; the wording is undecided item 22. */
const WAIT_TEXTS: QuirkTable<'waitText', (seconds: number) => string> = {
  seconds: (seconds) => `retry in ${seconds} seconds.`,
  short: (seconds) => `retry in ${seconds}s.`,
  words: (seconds) => `retry in ${formatWait(seconds)}.`,
  foreign: (seconds) => `in ${seconds} Sekunden erneut versuchen.`,
  disagrees: (seconds) => `retry in ${seconds + DISAGREEING_SECONDS} seconds.`,
};

function formatWait(seconds: number): string {
  if (seconds <= 60) return 'less than a minute';
  return seconds <= 3600 ? 'less than an hour' : 'less than a day';
}

/** An error of the service: specification §7, and 405 (undecided item 29). */
export interface ApiErrorResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The exhausted limit. */
  readonly limit?: ExhaustedLimit;
  /** The path or the method is wrong. */
  readonly isRouteError?: true;
}

export const NO_HEADER: ApiErrorResponse = {
  status: 401,
  code: 'unauthorized',
  message: 'The Authorization header is missing: send "Authorization: Bearer <API_KEY>".',
};

/** Specification §7 has one code for a revoked and for a malformed key. */
export function invalidKey(message: string): ApiErrorResponse {
  return { status: 401, code: 'invalid_key', message };
}

/** Specification §5.5: forbidden in Form 1, insufficient_scope in Form 2. */
export function missingScope(codes: Form, message: string): ApiErrorResponse {
  return { status: 403, code: codes === 1 ? 'forbidden' : 'insufficient_scope', message };
}

const PLAN_ERROR_CODES: QuirkTable<'planLacking', string> = {
  'insufficient-scope': 'insufficient_scope',
  forbidden: 'forbidden',
};

/** Form 1 states forbidden; Form 2 states nothing (undecided item 28). */
export function missingPlan(codes: Form, quirks: Quirks, message: string): ApiErrorResponse {
  return { status: 403, code: codes === 1 ? 'forbidden' : PLAN_ERROR_CODES[quirks.planLacking], message };
}

/**
 * A missing or invalid parameter. Specification §7 has bad_request in Form 2 and no code in Form 1. The code
 * `invalid_request` is ours, after RFC 6749 §5.2 (undecided items 8 and 9).
 */
export function invalidParameter(codes: Form, message: string): ApiErrorResponse {
  return { status: 400, code: codes === 1 ? 'invalid_request' : 'bad_request', message };
}

/** Specification §7, for Form 2; in Form 1 only by a switch. */
export function badRequest(message: string): ApiErrorResponse {
  return { status: 400, code: 'bad_request', message };
}

export function notFound(message: string): ApiErrorResponse {
  return { status: 404, code: 'not_found', message };
}

export function pathNotFound(message: string): ApiErrorResponse {
  return { ...notFound(message), isRouteError: true };
}

export const METHOD_NOT_ALLOWED: ApiErrorResponse = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This API is read-only: send the request with method GET.',
  isRouteError: true,
};

/** Specification §7: rate_limited for both limits in Form 1, a separate code for the day in Form 2. */
export function limitExceeded(
  codes: Form,
  quirks: Quirks,
  limit: ExhaustedLimit,
  status: LimitStatus,
): ApiErrorResponse {
  const code = codes === 2 && limit === 'day' ? 'daily_quota_exceeded' : 'rate_limited';
  const what = limit === 'day' ? 'Daily quota exhausted' : 'Too many requests in this minute';
  const wait = WAIT_TEXTS[quirks.waitText](status.resetSeconds);
  return { status: 429, code, message: `${what}; ${wait}`, limit };
}

export function serverError(status: number): ApiErrorResponse {
  return { status, code: 'server_error', message: 'The service failed; the request is safe to retry.' };
}

/** The error object of specification §2. */
export function errorBody(error: ApiErrorResponse): string {
  return JSON.stringify({ error: { code: error.code, message: error.message } });
}
