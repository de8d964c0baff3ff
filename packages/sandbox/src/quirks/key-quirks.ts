import { defineChoice } from './quirk.ts';

/** Who may call (specification §5; items 19, 23 to 28 and 32). */
export const KEY_QUIRKS = {
  order: defineChoice({
    item: 19,
    about: 'order of checks after header and key',
    acts: 'rest/checks.ts',
    standard: 'limits-first',
    values: {
      'limits-first': 'limits, path and method, plan and scope, parameters, owner',
      'limits-last': 'path and method, plan and scope, parameters, owner, limits',
      'parameters-first': 'path and method, parameters, limits, plan and scope, owner',
    },
  }),
  otherScheme: defineChoice({
    item: 23,
    about: 'Authorization that is not Bearer',
    acts: 'rest/authentication.ts',
    standard: 'unauthorized',
    values: { unauthorized: '401 unauthorized', 'invalid-key': '401 invalid_key' },
  }),
  emptyToken: defineChoice({
    item: 23,
    about: 'Bearer without a token',
    acts: 'rest/authentication.ts',
    standard: 'invalid-key',
    values: { 'invalid-key': '401 invalid_key', unauthorized: '401 unauthorized' },
  }),
  lowerBearer: defineChoice({
    item: 23,
    about: 'bearer in small letters',
    acts: 'rest/authentication.ts',
    standard: 'accepted',
    values: {
      accepted: 'accepted (RFC 9110 section 11.1)',
      unauthorized: '401 unauthorized',
      'invalid-key': '401 invalid_key',
    },
  }),
  contentToken: defineChoice({
    item: 24,
    about: 'a Content API token (rsc_live_)',
    acts: 'rest/authentication.ts',
    standard: 'invalid-key',
    values: { 'invalid-key': '401 invalid_key', forbidden: "403 with the form's code" },
  }),
  testKeys: defineChoice({
    item: 25,
    about: 'test keys (Form 1; Form 2 states that they are as live ones)',
    acts: 'limits/plans.ts',
    standard: 'small',
    values: {
      small: 'a small data set of their own, 20 requests per minute and 50 per day',
      smaller: 'the same data set, 5 requests per minute and 25 per day',
      'as-live': 'the data and the quota of live keys',
    },
  }),
  freePlan: defineChoice({
    item: 26,
    about: 'the Free plan (Form 1)',
    acts: 'limits/plans.ts',
    standard: 'forbidden',
    values: {
      forbidden: "403; its calls count against Starter's figures first",
      limited: '10 requests per minute and 50 per day',
    },
  }),
  scopes: defineChoice({
    item: 27,
    about: 'names of scopes',
    acts: 'rest/checks.ts',
    standard: 'colon',
    values: {
      colon: 'websites:read, analytics:read, ...: one for each endpoint',
      dotted: 'websites.read, analytics.read, ...',
      single: 'read, for all endpoints: a key with any scope has it',
      none: 'there are none: every key reads everything',
    },
  }),
  planLacking: defineChoice({
    item: 28,
    about: "code for a lacking plan (Form 2's codes)",
    acts: 'query/api-errors.ts',
    standard: 'insufficient-scope',
    values: { 'insufficient-scope': '403 insufficient_scope', forbidden: '403 forbidden' },
  }),
  revocation: defineChoice({
    item: 32,
    about: 'when a key ends',
    acts: 'rest/authentication.ts',
    standard: 'by-call',
    values: {
      'by-call': 'when the admin call revokes it, from the next request on',
      'mid-run': 'by itself, after 3 counted calls of a day',
    },
  }),
};
