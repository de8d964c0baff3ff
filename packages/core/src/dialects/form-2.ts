import type { Dialect } from './dialect.ts';

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
