import type { Form } from '../form.ts';
import type { Exhausted, Standing } from '../limits/limits.ts';
import type { Quirks } from '../quirks/table.ts';
import { WAIT_TEXTS } from './wait-texts.ts';

/** What the service refuses a call with: specification §7, and 405 (undecided item 29). */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The limit that refused. */
  readonly limit?: Exhausted;
  /** Refused for its path or method. */
  readonly strange?: true;
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

/** Specification §5.5: forbidden in Form 1, insufficient_scope in Form 2. */
export function lackingScope(codes: Form, message: string): Refusal {
  return { status: 403, code: codes === 1 ? 'forbidden' : 'insufficient_scope', message };
}

const PLAN_CODE: Readonly<Record<Quirks['planLacking'], string>> = {
  'insufficient-scope': 'insufficient_scope',
  forbidden: 'forbidden',
};

/** Form 1 states forbidden; Form 2 does not say (undecided item 28). */
export function lackingPlan(codes: Form, quirks: Quirks, message: string): Refusal {
  return { status: 403, code: codes === 1 ? 'forbidden' : PLAN_CODE[quirks.planLacking], message };
}

/** Specification §7 has it in Form 2; Form 1 answers the same (undecided items 8 and 9). */
export function badRequest(message: string): Refusal {
  return { status: 400, code: 'bad_request', message };
}

export function notFound(message: string): Refusal {
  return { status: 404, code: 'not_found', message };
}

export function noSuchPath(message: string): Refusal {
  return { ...notFound(message), strange: true };
}

export const METHOD_NOT_ALLOWED: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This API is read-only: send the request with method GET.',
  strange: true,
};

/** Specification §7: Form 1 has rate_limited for both limits, Form 2 a code of its own for the day. */
export function tooMany(codes: Form, quirks: Quirks, limit: Exhausted, standing: Standing): Refusal {
  const code = codes === 2 && limit === 'day' ? 'daily_quota_exceeded' : 'rate_limited';
  const what = limit === 'day' ? 'Daily quota exhausted' : 'Too many requests in this minute';
  const wait = WAIT_TEXTS[quirks.waitText](standing.resetSeconds);
  return { status: 429, code, message: `${what}; ${wait}`, limit };
}

export function serverError(status: number): Refusal {
  return { status, code: 'server_error', message: 'The service failed; the request is safe to retry.' };
}

/** The error object of specification §2. */
export function errorBody(refusal: Refusal): string {
  return JSON.stringify({ error: { code: refusal.code, message: refusal.message } });
}
