import { expect } from 'vitest';
import { type Asking, alternatives, type Sight } from './alternatives.ts';

const NOW = '2026-11-16T21:00:18.500Z';
const WEBSITES = '/api/v1/websites';

/** The limit headers of an answer, without the `x-`. */
async function headers(
  { ask }: Sight,
  asking: Asking = {},
  path = WEBSITES,
): Promise<Record<string, string>> {
  const response = await ask(path, asking);
  await response.arrayBuffer();
  const found = [...response.headers].filter(([name]) => /^x-(ratelimit|dailyquota)-/.test(name));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(2), value]));
}

/** The same after the day of the live key is used up. */
async function daily(see: Sight): Promise<Record<string, string>> {
  await see.sandbox.admin.setUsage('live', { day: 1000 });
  return headers(see);
}

async function resets(see: Sight, burst: string | undefined, day: string | undefined): Promise<void> {
  expect((await headers(see))['ratelimit-reset']).toBe(burst);
  expect((await daily(see))['dailyquota-reset']).toBe(day);
}

const MINUTE_END = Date.UTC(2026, 10, 16, 21, 1);
const DAY_END = Date.UTC(2026, 10, 17);

alternatives(
  'reset',
  2,
  {
    seconds: (see) => resets(see, '42', '10782'),
    epoch: (see) => resets(see, String(MINUTE_END / 1000), String(DAY_END / 1000)),
    'epoch-ms': (see) => resets(see, String(MINUTE_END), String(DAY_END)),
    iso: (see) => resets(see, '2026-11-16T21:01:00.000Z', '2026-11-17T00:00:00.000Z'),
    'http-date': (see) => resets(see, 'Mon, 16 Nov 2026 21:01:00 GMT', 'Tue, 17 Nov 2026 00:00:00 GMT'),
    duration: (see) => resets(see, '42s', '2h59m42s'),
    absent: (see) => resets(see, undefined, undefined),
  },
  NOW,
);

alternatives('limitHeader', 1, {
  sent: async (see) => expect((await headers(see))['ratelimit-limit']).toBe('300'),
  async absent(see) {
    expect(Object.keys(await headers(see))).toEqual(['ratelimit-remaining', 'ratelimit-reset']);
  },
});

alternatives('dailyUsed', 2, {
  absent: async (see) =>
    expect(Object.keys(await daily(see)).sort()).toEqual([
      'dailyquota-limit',
      'dailyquota-remaining',
      'dailyquota-reset',
    ]),
  sent: async (see) =>
    expect(await daily(see)).toEqual({
      'dailyquota-used': '1000',
      'dailyquota-remaining': '0',
      'dailyquota-reset': String(15 * 3600),
    }),
});

alternatives('dailyResetUnit', 2, {
  same: async (see) => expect((await daily(see))['dailyquota-reset']).toBe(String(15 * 3600)),
  iso: async (see) => expect((await daily(see))['dailyquota-reset']).toBe('2026-11-17T00:00:00.000Z'),
});

const BURST = { 'ratelimit-limit': '300', 'ratelimit-remaining': '299', 'ratelimit-reset': '60' };
const DAY = { 'dailyquota-limit': '1000', 'dailyquota-remaining': '999', 'dailyquota-reset': '54000' };

alternatives('dailyFamily', 2, {
  async instead(see) {
    expect(await headers(see)).toEqual(BURST);
    expect(Object.keys(await daily(see)).every((name) => name.startsWith('dailyquota-'))).toBe(true);
  },
  async together(see) {
    expect(await headers(see)).toEqual({ ...BURST, ...DAY });
    expect(await daily(see)).toEqual({ ...BURST, ...DAY, 'dailyquota-remaining': '0' });
  },
});

alternatives('dailyQuota', 1, {
  async limited(see) {
    const { enterprise } = see.sandbox.keys;
    expect(Object.keys(await headers(see, { key: enterprise }))).not.toContain('dailyquota-limit');
    await see.sandbox.admin.setUsage('enterprise', { day: 10_000 });
    expect((await see.ask(WEBSITES, { key: enterprise })).status).toBe(429);
  },
  async unlimited(see) {
    const { enterprise } = see.sandbox.keys;
    await see.sandbox.admin.setUsage('enterprise', { day: 10_000 });
    expect(await headers(see, { key: enterprise })).toMatchObject({
      'ratelimit-limit': '1000',
      'dailyquota-limit': 'unlimited',
      'dailyquota-remaining': 'unlimited',
    });
    expect((await see.ask(WEBSITES, { key: enterprise })).status).toBe(200);
    expect(await headers(see)).toEqual(BURST);
  },
});

/** Whether the answers with 200, 401, 403, 404 and 500 have the headers. */
async function carried(see: Sight): Promise<boolean[]> {
  const all = [
    await headers(see),
    await headers(see, { key: null }),
    await headers(see, { key: see.sandbox.keys.unscoped }),
    await headers(see, {}, '/api/v1/nothing'),
  ];
  await see.sandbox.admin.fault({ fault: 'status' });
  all.push(await headers(see));
  return all.map((found) => Object.hasOwn(found, 'ratelimit-remaining'));
}

alternatives('errorHeaders', 1, {
  sent: async (see) => expect(await carried(see)).toEqual([true, true, true, true, true]),
  'absent-on-401': async (see) => expect(await carried(see)).toEqual([true, false, true, true, true]),
  'absent-on-errors': async (see) => expect(await carried(see)).toEqual([true, false, false, false, false]),
});
