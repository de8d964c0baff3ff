import type { Form } from '../form.ts';
import type { Endpoint } from '../tenants/scopes.ts';

/** One row of the table in specification §7. */
export interface ErrorRow {
  readonly status: number;
  readonly code: string;
  readonly condition: string;
  readonly forms: readonly Form[];
}

/**
 * Specification §7, row by row. Form 1's 400 is ours (undecided items 8 and 9); its rate_limited covers both limits.
 */
const ERROR_ROWS: readonly ErrorRow[] = [
  {
    status: 400,
    code: 'bad_request',
    condition: 'A required parameter is missing, or one is invalid',
    forms: [1, 2],
  },
  { status: 401, code: 'unauthorized', condition: 'The Authorization header is missing', forms: [1, 2] },
  {
    status: 401,
    code: 'invalid_key',
    condition: 'The key was revoked or has the wrong format',
    forms: [1, 2],
  },
  { status: 403, code: 'forbidden', condition: 'The key lacks the scope or plan', forms: [1] },
  { status: 403, code: 'insufficient_scope', condition: 'The key lacks the scope or plan', forms: [2] },
  { status: 404, code: 'not_found', condition: "The website is not one of the caller's team", forms: [1, 2] },
  { status: 429, code: 'rate_limited', condition: 'Too many requests in a minute, or in a day', forms: [1] },
  { status: 429, code: 'rate_limited', condition: 'Too many requests in a minute', forms: [2] },
  { status: 429, code: 'daily_quota_exceeded', condition: 'The day is exhausted', forms: [2] },
  { status: 500, code: 'server_error', condition: 'A fault of the service; safe to retry', forms: [1, 2] },
];

/** Without parameters nothing can be missing from them, and no website be a stranger's. */
const OF_PARAMETERS: readonly number[] = [400, 404];

/** The rows that an endpoint can answer with in a Form, by status. */
export function errorsOf(form: Form, endpoint: Endpoint): Map<number, ErrorRow[]> {
  const rows = ERROR_ROWS.filter(
    ({ forms, status }) =>
      forms.includes(form) && (endpoint !== 'websites' || !OF_PARAMETERS.includes(status)),
  );
  return new Map(rows.map(({ status }) => [status, rows.filter((row) => row.status === status)]));
}
