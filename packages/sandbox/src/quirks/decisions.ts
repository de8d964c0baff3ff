/** A point that the specification leaves open, and the sandbox's default. All decisions are ours, not the service's. */
export interface Decision {
  readonly item: number;
  readonly question: string;
  readonly decided: string;
}

export const decisions = {
  form: {
    item: 1,
    question: 'Which form is in force',
    decided: 'One form for each running sandbox, chosen at start',
  },
  bodies: {
    item: 2,
    question: 'Shape of bodies',
    decided: "A named list key; field names in the form's case",
  },
  shares: { item: 3, question: 'Unit of shares', decided: 'Percent with one decimal' },
  ownBrand: { item: 4, question: 'Own brand in the list of competitors', decided: 'No' },
  period: { item: 5, question: 'period omitted (Form 2)', decided: '30d' },
  fromTo: { item: 6, question: 'from and to omitted (Form 1)', decided: 'The last 30 days' },
  bounds: { item: 7, question: 'Window bounds and zone', decided: 'Both days included, UTC, today whole' },
  invalid: {
    item: 8,
    question: 'Invalid period or date, from after to',
    decided: '400: bad_request in Form 2; invalid_request in Form 1, which has no code for it',
  },
  missingId: {
    item: 9,
    question: 'Website id missing in Form 1',
    decided: '400 invalid_request: Form 1 has no code for it',
  },
  otherName: { item: 10, question: "The other form's parameter name", decided: 'Treated as missing' },
  bothWindows: { item: 11, question: 'period and from together in Form 2', decided: 'period wins' },
  reset: {
    item: 12,
    question: 'X-RateLimit-Reset',
    decided: 'Whole seconds until the reset, rounded up, at least 1',
  },
  limitHeader: { item: 13, question: 'X-RateLimit-Limit', decided: 'Sent' },
  dailyHeaders: {
    item: 14,
    question: 'X-DailyQuota-*',
    decided:
      'Limit, Remaining and Reset, on the daily 429 of Form 2; Form 1 shows the day in X-RateLimit-* there',
  },
  errorHeaders: {
    item: 15,
    question: 'Limit headers on 401, 403, 404, 500',
    decided: "Sent; without a known key they show Starter's minute, untouched",
  },
  dayReset: { item: 16, question: 'Daily reset', decided: '00:00 UTC' },
  minuteWindow: {
    item: 17,
    question: 'Minute window',
    decided: 'Fixed, the clock minute; moving the clock to another minute or day resets the count',
  },
  counted: {
    item: 18,
    question: 'Which answers count',
    decided: 'Authenticated ones, 4xx included, 429 not',
  },
  order: {
    item: 19,
    question: 'Order of checks',
    decided: 'Header, key, limits, path and method, plan and scope, parameters, owner',
  },
  bothLimits: { item: 20, question: 'Both limits hit', decided: 'The daily one is reported' },
  retryAfter: { item: 21, question: 'Retry-After', decided: 'Whole seconds, rounded up, at least 1' },
  waitText: { item: 22, question: 'Wait in the message of a 429', decided: '"…; retry in N seconds."' },
  scheme: {
    item: 23,
    question: 'Authorization not Bearer, empty token, lower-case bearer',
    decided: 'unauthorized, invalid_key, accepted',
  },
  contentToken: { item: 24, question: 'A Content API token (rsc_live_)', decided: '401 invalid_key' },
  testKeys: {
    item: 25,
    question: 'Test keys in Form 1',
    decided: 'A separate small data set, 20 requests per minute and 50 per day',
  },
  freePlan: {
    item: 26,
    question: 'Free plan in Form 1',
    decided: "403; its calls are counted against Starter's figures first",
  },
  scopes: {
    item: 27,
    question: 'Scope names',
    decided: 'websites:read, analytics:read, …: one for each endpoint',
  },
  planLacking: { item: 28, question: 'Missing plan in Form 2', decided: '403 insufficient_scope' },
  unknownPath: {
    item: 29,
    question: 'Unknown path, method not GET',
    decided:
      '404 not_found and 405 method_not_allowed with the error object; under /api/v1 after the key is checked',
  },
  transport: {
    item: 30,
    question: 'Pages, ETag, gzip, CORS',
    decided: 'None, none, gzip when accepted, none',
  },
  extras: { item: 31, question: 'Unknown fields, nulls, empty lists at random', decided: 'None' },
  revocation: { item: 32, question: 'Revoking a key', decided: 'By an admin call, from the next request on' },
  versions: { item: 33, question: 'Versions', decided: '/api/v1 only' },
  webhooks: {
    item: 34,
    question: 'Webhook names, payload, signed content, encoding, ids, retries',
    decided:
      'Sent on an admin call: sha256= and the hex HMAC-SHA256 over the raw body, names with dots, an envelope with data; each endpoint can differ',
  },
  websiteId: {
    item: 35,
    question: 'Website id',
    decided: 'ws_ and 12 digits or small letters',
  },
} as const satisfies Record<string, Decision>;

/** All decisions, by item. */
export function decisionList(): readonly Decision[] {
  return Object.values(decisions);
}
