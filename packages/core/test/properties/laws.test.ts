import * as fc from 'fast-check';
import { it } from 'vitest';
import { checkLaws } from './check-laws.ts';
import type { Law } from './law.ts';
import * as ofRequests from './laws-of-requests.ts';
import * as ofResults from './laws-of-results.ts';
import { asked, type Script, scripts } from './play.ts';
import { busy, goodPlan, lastOfDay, limit, type Plan, plan } from './response-plans.ts';

const {
  obeysRetryAfter: comesBackLater,
  keepsDeadline: endsInTime,
  sendsEachQueryOnce: oneInFlight,
  statesRetryAt: saysWhen,
  obeysRefusals: staysAway,
} = ofRequests;
const { countsRequests, sharesAtNoCost: sharesForNothing, staysInWindow } = ofResults;

const together = { concurrent: fc.constant(true) };
const shared = { shares: fc.constant(true) };
const window = { last: 90 } as const;

const plansOf = (...plans: fc.Arbitrary<Plan>[]): fc.Arbitrary<Plan[]> =>
  fc.array(fc.oneof(...plans), { maxLength: 10 });

const refused: fc.Arbitrary<Plan> = fc
  .constantFrom([401, 'invalid_key'] as const, [401, 'unauthorized'] as const, [403, 'forbidden'] as const)
  .map(([status, code]) => ({ does: 'refuse', status, code, message: 'no', latencyMs: 30, headers: {} }));

const limits = plansOf(limit, limit, plan);

const analytics = fc.array(
  asked.map((one) => ({ ...one, endpoint: 'analytics' as const })),
  { minLength: 1, maxLength: 6 },
);

const never = fc.array(fc.constant<Plan>({ ...goodPlan, latencyMs: 60_000 }), {
  minLength: 20,
  maxLength: 30,
});
const many = fc
  .array(fc.nat(200), { minLength: 9, maxLength: 12 })
  .map((gaps) =>
    gaps.map((gapMs, at) => ({ client: 0, endpoint: 'authority' as const, site: `ws_${at}`, window, gapMs })),
  );

// Form 2 words the last 14 days and nine days of November alike, as 30 days: of the two only one is asked for here.
const apart = fc.array(
  asked.map((one) => ('to' in one.window && one.window.to === '2026-11-09' ? { ...one, window } : one)),
  { minLength: 2, maxLength: 8 },
);

/** Answers that take nearly as long as a request may, so that learning the Form lasts longer than one request. */
const slow: fc.Arbitrary<Plan> = fc
  .record({
    latencyMs: fc.integer({ min: 7_000, max: 11_900 }),
    refused: fc.boolean(),
    names: fc.boolean(),
    half: fc.boolean(),
  })
  .map(({ latencyMs, refused, names, half }) =>
    refused
      ? { does: 'refuse', status: 400, code: 'bad_request', message: 'no', latencyMs, headers: {} }
      : { ...goodPlan, names, days: half ? 'half' : 'all', latencyMs },
  );
const twice = fc
  .record({ endpoint: fc.constantFrom('analytics' as const, 'authority' as const), gapMs: fc.nat(22_000) })
  .map(({ endpoint, gapMs }) =>
    [0, gapMs].map((gap, client) => ({ client, endpoint, site: 'ws_a', window, gapMs: gap })),
  );

const totals: Plan = { ...goodPlan, days: 'totals', latencyMs: 300 };
const thrice = fc.nat(400).map((gap) =>
  [0, gap, 0].map((gapMs) => ({
    client: 0,
    endpoint: 'analytics' as const,
    site: 'ws_a',
    window: { last: 14 },
    gapMs,
  })),
);

it.each<[string, readonly Law[], fc.Arbitrary<Script>]>([
  [
    'all laws hold for calls of every kind',
    [...Object.values(ofRequests), ...Object.values(ofResults)],
    scripts(),
  ],
  [
    'no request is sent while a refusal of the key, the day or an endpoint lasts',
    [staysAway],
    scripts({ plans: plansOf(limit, refused, plan) }),
  ],
  [
    'no request is sent after an answer whose headers state a used-up day',
    [staysAway],
    scripts({ plans: plansOf(lastOfDay, limit, plan) }),
  ],
  [
    'no query is sent again before the Retry-After of a server failure',
    [comesBackLater, staysAway],
    scripts({ plans: plansOf(busy, plan) }),
  ],
  ['no request is sent before Retry-After in any format', [staysAway, saysWhen], scripts({ plans: limits })],
  ['the longest of several concurrent limits counts', [staysAway], scripts({ plans: limits, ...together })],
  [
    'calls that wait for the Form end by their deadline',
    [endsInTime],
    scripts({ plans: never, asked: many, ...together, options: fc.constant({ deadlineMs: 3_000 }) }),
  ],
  [
    'calls that share a request report its cost once',
    [countsRequests],
    scripts({ ...together, shares: fc.constant(false) }),
  ],
  ['an answer from the cache costs nothing', [sharesForNothing], scripts(shared)],
  [
    'no day is outside the stated window, and each has its number',
    [staysInWindow],
    scripts({ asked: analytics }),
  ],
  [
    'one request is under way for a query, whatever the service does',
    [oneInFlight],
    scripts({ asked: apart, ...together }),
  ],
  [
    'one request is under way for a query while a client learns the Form slowly',
    [oneInFlight],
    scripts({
      plans: fc.array(slow, { minLength: 1, maxLength: 6 }),
      asked: twice,
      ...together,
      ...shared,
      options: fc.constant({}),
    }),
  ],
  [
    'one request is under way for a window that no wider answer contains',
    [oneInFlight],
    scripts({
      plans: fc.constant([totals, totals, totals, totals]),
      asked: thrice,
      ...together,
      options: fc.constant({ form: 1 as const }),
    }),
  ],
])('a client keeps the law: %s', (_, laws, some) => checkLaws(laws, some));
