import type { Dialect } from './dialect.ts';

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
