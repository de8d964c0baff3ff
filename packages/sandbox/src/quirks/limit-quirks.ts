import { defineChoice } from './quirk.ts';

/** Switches of limits and their headers (specification §8; items 12 to 18 and 20 to 22). */
export const LIMIT_QUIRKS = {
  reset: defineChoice(12, 'X-RateLimit-Reset', 'rest/limit-headers.ts', {
    seconds: 'whole seconds until the reset, rounded up, at least 1',
    epoch: 'unix time in seconds',
    'epoch-ms': 'unix time in milliseconds',
    iso: '2026-11-16T09:01:00.000Z',
    'http-date': 'Mon, 16 Nov 2026 09:01:00 GMT',
    duration: '1m30s',
    absent: 'not sent',
  }),
  limitHeader: defineChoice(13, 'X-RateLimit-Limit', 'rest/limit-headers.ts', {
    sent: 'sent',
    absent: 'not sent',
  }),
  dailyUsed: defineChoice(14, 'X-DailyQuota-Used', 'rest/limit-headers.ts', {
    absent: 'not sent',
    sent: 'sent, in place of X-DailyQuota-Limit',
  }),
  dailyResetUnit: defineChoice(14, 'X-DailyQuota-Reset', 'rest/limit-headers.ts', {
    same: 'in the unit of X-RateLimit-Reset',
    iso: '2026-11-17T00:00:00.000Z',
  }),
  dailyFamily: defineChoice(14, 'X-DailyQuota-* and X-RateLimit-*', 'rest/limit-headers.ts', {
    instead: "X-DailyQuota-* in place of X-RateLimit-* on Form 2's daily 429 alone",
    together: 'both in every response',
  }),
  dailyQuota: defineChoice(14, 'daily limit of an Enterprise key', 'limits/plans.ts', {
    limited: '10,000 calls',
    unlimited: 'no limit: every response has X-DailyQuota-* with the value "unlimited"',
  }),
  errorHeaders: defineChoice(15, 'limit headers on errors', 'rest/limit-headers.ts', {
    sent: 'on every response',
    'absent-on-401': 'not on 401',
    'absent-on-errors': 'not on 400, 401, 403, 404, 405 and 500',
  }),
  dayReset: defineChoice(16, 'reset of the daily limit', 'limits/meters.ts', {
    utc: '00:00 UTC',
    rolling: 'no reset: the calls of the last 24 hours count',
    'team-zone': "midnight in the team's zone, 10:00 UTC",
  }),
  minuteWindow: defineChoice(17, 'window of the minute limit', 'limits/meters.ts', {
    clock: 'the clock minute',
    'first-call': '60 seconds from the first call after the last window',
    sliding: 'the last 60 seconds',
    'token-bucket': 'a token bucket that refills in 60 seconds',
  }),
  countedAnswers: defineChoice(18, 'responses that count', 'limits/limits.ts', {
    authenticated: 'all to a valid key except 429',
    'only-2xx': 'those with a status of 200 to 299',
    all: "all to a key that exists, 429 and a revoked key's 401 included",
  }),
  bothLimits: defineChoice(20, 'the limit reported if both are exhausted', 'limits/limits.ts', {
    daily: 'the day',
    minute: 'the minute',
  }),
  retryAfter: defineChoice(21, 'Retry-After', 'rest/limit-headers.ts', {
    seconds: 'whole seconds, rounded up, at least 1',
    zero: '0',
    half: '0.5',
    'http-date': 'Mon, 16 Nov 2026 09:01:00 GMT',
    absent: 'not sent',
    twice: 'two header lines: the seconds and three more',
  }),
  waitText: defineChoice(22, 'the wait in the message of a 429', 'query/api-errors.ts', {
    seconds: '"…; retry in 42 seconds."',
    short: '"…; retry in 42s."',
    words: '"…; retry in less than a minute."',
    foreign: '"…; in 42 Sekunden erneut versuchen."',
    disagrees: '30 seconds more than Retry-After',
  }),
};
