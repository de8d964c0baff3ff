import { expect } from 'vitest';
import { type CallOptions, type QuirkCaller, testEachValue } from './quirk-caller.ts';

const NOW = '2026-11-16T21:00:18.500Z';
const WEBSITES = '/api/v1/websites';

/** The limit headers of an answer, without the `x-`. */
async function headers(
  { call }: QuirkCaller,
  asking: CallOptions = {},
  path = WEBSITES,
): Promise<Record<string, string>> {
  const response = await call(path, asking);
  await response.arrayBuffer();
  const found = [...response.headers].filter(([name]) => /^x-(ratelimit|dailyquota)-/.test(name));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(2), value]));
}

/** The same after the day of the live key is used up. */
async function daily(caller: QuirkCaller): Promise<Record<string, string>> {
  await caller.sandbox.admin.setUsage('live', { day: 1000 });
  return headers(caller);
}

async function resets(
  caller: QuirkCaller,
  burst: string | undefined,
  day: string | undefined,
): Promise<void> {
  expect((await headers(caller))['ratelimit-reset']).toBe(burst);
  expect((await daily(caller))['dailyquota-reset']).toBe(day);
}

const MINUTE_END = Date.UTC(2026, 10, 16, 21, 1);
const DAY_END = Date.UTC(2026, 10, 17);

testEachValue(
  'reset',
  2,
  {
    seconds: (caller) => resets(caller, '42', '10782'),
    epoch: (caller) => resets(caller, String(MINUTE_END / 1000), String(DAY_END / 1000)),
    'epoch-ms': (caller) => resets(caller, String(MINUTE_END), String(DAY_END)),
    iso: (caller) => resets(caller, '2026-11-16T21:01:00.000Z', '2026-11-17T00:00:00.000Z'),
    'http-date': (caller) => resets(caller, 'Mon, 16 Nov 2026 21:01:00 GMT', 'Tue, 17 Nov 2026 00:00:00 GMT'),
    duration: (caller) => resets(caller, '42s', '2h59m42s'),
    absent: (caller) => resets(caller, undefined, undefined),
  },
  NOW,
);

testEachValue('limitHeader', 1, {
  sent: async (caller) => expect((await headers(caller))['ratelimit-limit']).toBe('300'),
  async absent(caller) {
    expect(Object.keys(await headers(caller))).toEqual(['ratelimit-remaining', 'ratelimit-reset']);
  },
});

testEachValue('dailyUsed', 2, {
  absent: async (caller) =>
    expect(Object.keys(await daily(caller)).sort()).toEqual([
      'dailyquota-limit',
      'dailyquota-remaining',
      'dailyquota-reset',
    ]),
  sent: async (caller) =>
    expect(await daily(caller)).toEqual({
      'dailyquota-used': '1000',
      'dailyquota-remaining': '0',
      'dailyquota-reset': String(15 * 3600),
    }),
});

testEachValue('dailyResetUnit', 2, {
  same: async (caller) => expect((await daily(caller))['dailyquota-reset']).toBe(String(15 * 3600)),
  iso: async (caller) => expect((await daily(caller))['dailyquota-reset']).toBe('2026-11-17T00:00:00.000Z'),
});

const BURST = { 'ratelimit-limit': '300', 'ratelimit-remaining': '299', 'ratelimit-reset': '60' };
const DAY = { 'dailyquota-limit': '1000', 'dailyquota-remaining': '999', 'dailyquota-reset': '54000' };

testEachValue('dailyFamily', 2, {
  async instead(caller) {
    expect(await headers(caller)).toEqual(BURST);
    expect(Object.keys(await daily(caller)).every((name) => name.startsWith('dailyquota-'))).toBe(true);
  },
  async together(caller) {
    expect(await headers(caller)).toEqual({ ...BURST, ...DAY });
    expect(await daily(caller)).toEqual({ ...BURST, ...DAY, 'dailyquota-remaining': '0' });
  },
});

testEachValue('dailyQuota', 1, {
  async limited(caller) {
    const { enterprise } = caller.sandbox.keys;
    expect(Object.keys(await headers(caller, { key: enterprise }))).not.toContain('dailyquota-limit');
    await caller.sandbox.admin.setUsage('enterprise', { day: 10_000 });
    expect((await caller.call(WEBSITES, { key: enterprise })).status).toBe(429);
  },
  async unlimited(caller) {
    const { enterprise } = caller.sandbox.keys;
    await caller.sandbox.admin.setUsage('enterprise', { day: 10_000 });
    expect(await headers(caller, { key: enterprise })).toMatchObject({
      'ratelimit-limit': '1000',
      'dailyquota-limit': 'unlimited',
      'dailyquota-remaining': 'unlimited',
    });
    expect((await caller.call(WEBSITES, { key: enterprise })).status).toBe(200);
    expect(await headers(caller)).toEqual(BURST);
  },
});

/** Whether the answers with 200, 401, 403, 404 and 500 have the headers. */
async function carried(caller: QuirkCaller): Promise<boolean[]> {
  const all = [
    await headers(caller),
    await headers(caller, { key: null }),
    await headers(caller, { key: caller.sandbox.keys.unscoped }),
    await headers(caller, {}, '/api/v1/nothing'),
  ];
  await caller.sandbox.admin.fault({ fault: 'status' });
  all.push(await headers(caller));
  return all.map((found) => Object.hasOwn(found, 'ratelimit-remaining'));
}

testEachValue('errorHeaders', 1, {
  sent: async (caller) => expect(await carried(caller)).toEqual([true, true, true, true, true]),
  'absent-on-401': async (caller) => expect(await carried(caller)).toEqual([true, false, true, true, true]),
  'absent-on-errors': async (caller) =>
    expect(await carried(caller)).toEqual([true, false, false, false, false]),
});
