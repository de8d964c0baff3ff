import type { FaultKind } from '../errors/api-error.ts';
import type { Endpoint } from '../resources/resources.ts';

/** The parameters and codes of one Form of the specification; null for an unsupported one. */
export interface Dialect {
  readonly form: 1 | 2;
  /** Name of the website identifier (specification §4). */
  readonly websiteParameter: 'websiteId' | 'website_id';
  /** Two inclusive dates (specification §4, Form 1). */
  readonly range: { readonly from: string; readonly to: string } | null;
  /** A named window ending today (specification §4, Form 2), by its number of days. */
  readonly period: { readonly parameter: string; readonly choices: Readonly<Record<number, string>> } | null;
  /** Error codes and what they mean (specification §7). */
  readonly codes: Readonly<Record<string, FaultKind>>;
}

/** Paths under the service's address (specification §4). */
export const paths: Readonly<Record<Endpoint, string>> = {
  websites: '/api/v1/websites',
  analytics: '/api/v1/analytics',
  citations: '/api/v1/citations',
  competitors: '/api/v1/competitors',
  authority: '/api/v1/authority',
};

export const form1 = {
  form: 1,
  websiteParameter: 'websiteId',
  range: { from: 'from', to: 'to' },
  period: null,
  codes: {
    unauthorized: 'auth.missing',
    invalid_key: 'auth.invalid',
    forbidden: 'forbidden',
    not_found: 'not_found',
    rate_limited: 'burst',
    server_error: 'server',
  },
} as const satisfies Dialect;

export const form2 = {
  form: 2,
  websiteParameter: 'website_id',
  range: null,
  period: { parameter: 'period', choices: { 7: '7d', 30: '30d', 90: '90d' } },
  codes: {
    unauthorized: 'auth.missing',
    invalid_key: 'auth.invalid',
    bad_request: 'bad_request',
    insufficient_scope: 'forbidden',
    not_found: 'not_found',
    rate_limited: 'burst',
    daily_quota_exceeded: 'daily',
    server_error: 'server',
  },
} as const satisfies Dialect;

/** Query of the one probe with both Forms' windows; the answer's days show the Form in force (specification §4). */
export function bothWindows(from: string, to: string): string {
  const { range } = form1;
  const { period } = form2;
  return `${range.from}=${from}&${range.to}=${to}&${period.parameter}=${period.choices[90]}`;
}
