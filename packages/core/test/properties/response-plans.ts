import * as fc from 'fast-check';
import { type DaysGiven, daysGiven } from './good-bodies.ts';

/** How a good body is written. `KEY` in a text is the key, which a service may echo. */
const bodyStyles = ['plain', 'bom', 'spaced', 'wide', 'echo', 'escaped'] as const;
export type BodyStyle = (typeof bodyStyles)[number];

/** Where a 429 states its wait; `absent`: nowhere. */
const waitForms = ['seconds', 'fraction', 'date', 'dated', 'duration', 'message', 'absent'] as const;
export type WaitForm = (typeof waitForms)[number];

/** What a scripted service does with one request, as plain data. */
export type Plan = { readonly latencyMs: number; readonly headers: Readonly<Record<string, string>> } & (
  | { readonly does: 'good'; readonly dress: BodyStyle; readonly days: DaysGiven; readonly names: boolean }
  | { readonly does: 'body'; readonly status: number; readonly text: string }
  | { readonly does: 'refuse'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly does: 'limit'; readonly code: string; readonly form: WaitForm; readonly seconds: number }
  | { readonly does: 'fail'; readonly how: 'transport' | 'timeout' }
);

export const goodPlan: Extract<Plan, { does: 'good' }> = {
  does: 'good',
  dress: 'plain',
  days: 'all',
  names: true,
  latencyMs: 40,
  headers: {},
};

const echoes = ['', ' KEY', '%20KEY', 'Bearer KEY', 'your_KEY', 'keyKEY', '\nKEY', 'KEY.'] as const;
const message = fc.tuple(fc.constantFrom('no', 'Nein, danke ✓', 'try again'), fc.constantFrom(...echoes));

const refusals = [
  [401, 'invalid_key'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [403, 'insufficient_scope'],
  [404, 'not_found'],
  [400, 'bad_request'],
  [500, 'server_error'],
  [503, 'unheard_of'],
  [409, 'KEY'],
  [422, 'unheard_of'],
] as const;

const texts = [
  '<!doctype html><title>Sign in</title>',
  '{"score":7',
  '',
  '\uFEFF',
  'null',
  '"KEY"',
  '{"error":"no KEY for you"}',
  '{"error":{"message":"bad key:\\nKEY","code":"KEY"},"request_id":"KEY"}',
  '{"success":false,"message":"keyKEY"}',
  '{"websiteId":"another"}',
  '{"websiteId":"sKEY"}',
] as const;

/** Headers without a wait. */
const noise = fc.dictionary(
  fc.constantFrom('deprecation', 'sunset', 'x-ratelimit-mood', 'x-request-id', 'server', 'x-dailyquota-plan'),
  fc.constantFrom('soon', 'KEY', 'keyKEY', '42', '€'),
  { maxKeys: 2 },
);
const paces = fc.dictionary(
  fc.constantFrom('x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date', 'retry-after'),
  fc.constantFrom('60', '30', '5', '0', '1764000000', '2026-11-21T05:01:00Z', 'many', '-1', '9'.repeat(40)),
  { maxKeys: 3 },
);
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: noise },
  { weight: 1, arbitrary: fc.tuple(noise, paces).map(([a, b]) => ({ ...a, ...b })) },
);
const latencyMs = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 14_000 }) },
);

const good = fc.record({
  does: fc.constant('good' as const),
  dress: fc.constantFrom(...bodyStyles),
  days: fc.oneof(fc.constant('all' as const), fc.constantFrom(...daysGiven)),
  names: fc.boolean(),
  latencyMs,
  headers,
});

const body = fc.record({
  does: fc.constant('body' as const),
  status: fc.constantFrom(200, 200, 200, 204, 302, 404, 500, 429, 999),
  text: fc.oneof(
    fc.constantFrom(...texts),
    fc.json(),
    fc.string({ unit: fc.constantFrom('{', '}', '"', ':', '\u0000', '\ud800', '€', 'e', '9', ',') }),
  ),
  latencyMs,
  headers,
});

const refuse = fc
  .record({ refusal: fc.constantFrom(...refusals), message, latencyMs, headers })
  .map(({ refusal: [status, code], message: [words, echo], ...rest }): Plan => {
    return { does: 'refuse', status, code, message: words + echo, ...rest };
  });

export const limit = fc.record({
  does: fc.constant('limit' as const),
  code: fc.constantFrom('rate_limited', 'rate_limited', 'daily_quota_exceeded', 'slow_down'),
  form: fc.constantFrom(...waitForms),
  seconds: fc.oneof(fc.nat(40), fc.constantFrom(0, 121, 40_000)),
  latencyMs,
  headers: fc.oneof(fc.constant({}), noise),
});

/** An answer that states a used-up day, with or without its end. */
export const lastOfDay = fc
  .tuple(good, fc.constantFrom('', '2026-11-21T06:00:00Z', '2026-11-22T00:00:00Z', '2026-11-21T05:00:00Z'))
  .map(([plan, reset]): Plan => {
    const headers = {
      'x-dailyquota-remaining': '0',
      ...(reset === '' ? {} : { 'x-dailyquota-reset': reset }),
    };
    return { ...plan, headers };
  });

/** A server failure with Retry-After. */
export const busy = fc
  .record({ latencyMs, seconds: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(130, 4_000)) })
  .map(({ seconds, ...rest }): Plan => {
    const headers = { 'retry-after': String(seconds) };
    return { does: 'refuse', status: 503, code: 'server_error', message: 'no', headers, ...rest };
  });

const fail = fc.record({
  does: fc.constant('fail' as const),
  how: fc.constantFrom('transport' as const, 'timeout' as const),
  latencyMs,
  headers: fc.constant({}),
});

export const plan: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 6, arbitrary: good },
  { weight: 2, arbitrary: limit },
  { weight: 2, arbitrary: refuse },
  { weight: 1, arbitrary: body },
  { weight: 1, arbitrary: fail },
);
