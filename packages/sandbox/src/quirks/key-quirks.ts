import { defineChoice } from './quirk.ts';

/** Switches of keys and access (specification §5; items 19, 23 to 28 and 32). */
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
    about: 'bearer in lower case',
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
    about: 'test keys (Form 1; in Form 2 they equal live keys)',
    acts: 'limits/plans.ts',
    standard: 'small',
    values: {
      small: 'a separate small data set, 20 requests per minute and 50 per day',
      smaller: 'the same data set, 5 requests per minute and 25 per day',
      'as-live': 'the data and the quota of live keys',
    },
  }),
  quotaScope: defineChoice({
    item: 25,
    about: 'the keys that share one quota (§8, Form 2: "live and test keys share the same quotas")',
    acts: 'query/usage.ts',
    standard: 'key',
    values: {
      key: 'each key has its own, of equal size',
      team: "all keys of a team and plan share one; test keys with Form 1's smaller quota share another",
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
      none: 'no scopes: every key reads everything',
    },
  }),
  planLacking: defineChoice({
    item: 28,
    about: "error code of a missing plan (Form 2's codes)",
    acts: 'query/api-errors.ts',
    standard: 'insufficient-scope',
    values: { 'insufficient-scope': '403 insufficient_scope', forbidden: '403 forbidden' },
  }),
  revocation: defineChoice({
    item: 32,
    about: 'when a key is revoked',
    acts: 'rest/authentication.ts',
    standard: 'by-call',
    values: {
      'by-call': 'by the admin call, from the next request on',
      'mid-run': 'automatically, after 3 counted calls of a day',
    },
  }),
};
