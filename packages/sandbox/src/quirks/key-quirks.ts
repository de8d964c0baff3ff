import { defineChoice } from './quirk.ts';

/** Switches of keys and access (specification §5; items 19, 23 to 28 and 32). */
export const KEY_QUIRKS = {
  order: defineChoice(19, 'order of checks after header and key', 'rest/checks.ts', {
    'limits-first': 'limits, path and method, plan and scope, parameters, owner',
    'limits-last': 'path and method, plan and scope, parameters, owner, limits',
    'parameters-first': 'path and method, parameters, limits, plan and scope, owner',
  }),
  otherScheme: defineChoice(23, 'Authorization that is not Bearer', 'rest/authentication.ts', {
    unauthorized: '401 unauthorized',
    'invalid-key': '401 invalid_key',
  }),
  emptyToken: defineChoice(23, 'Bearer without a token', 'rest/authentication.ts', {
    'invalid-key': '401 invalid_key',
    unauthorized: '401 unauthorized',
  }),
  lowerBearer: defineChoice(23, 'bearer in lower case', 'rest/authentication.ts', {
    accepted: 'accepted (RFC 9110 section 11.1)',
    unauthorized: '401 unauthorized',
    'invalid-key': '401 invalid_key',
  }),
  contentToken: defineChoice(24, 'a Content API token (rsc_live_)', 'rest/authentication.ts', {
    'invalid-key': '401 invalid_key',
    forbidden: "403 with the form's code",
  }),
  testKeys: defineChoice(25, 'test keys (Form 1; in Form 2 they equal live keys)', 'limits/plans.ts', {
    small: 'a separate small data set, 20 requests per minute and 50 per day',
    smaller: 'the same data set, 5 requests per minute and 25 per day',
    'as-live': 'the data and the quota of live keys',
  }),
  quotaScope: defineChoice(
    25,
    'the keys that share one quota (§8, Form 2: "live and test keys share the same quotas")',
    'query/usage.ts',
    {
      key: 'each key has its own, of equal size',
      team: "all keys of a team and plan share one; test keys with Form 1's smaller quota share another",
    },
  ),
  freePlan: defineChoice(26, 'the Free plan (Form 1)', 'limits/plans.ts', {
    forbidden: "403; its calls count against Starter's figures first",
    limited: '10 requests per minute and 50 per day',
  }),
  scopes: defineChoice(27, 'names of scopes', 'rest/checks.ts', {
    colon: 'websites:read, analytics:read, ...: one for each endpoint',
    dotted: 'websites.read, analytics.read, ...',
    single: 'read, for all endpoints: a key with any scope has it',
    none: 'no scopes: every key reads everything',
  }),
  planLacking: defineChoice(28, "error code of a missing plan (Form 2's codes)", 'query/api-errors.ts', {
    'insufficient-scope': '403 insufficient_scope',
    forbidden: '403 forbidden',
  }),
  revocation: defineChoice(32, 'when a key is revoked', 'rest/authentication.ts', {
    'by-call': 'by the admin call, from the next request on',
    'mid-run': 'automatically, after 3 counted calls of a day',
  }),
};
