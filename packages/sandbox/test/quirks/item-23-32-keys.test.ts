import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { readError, readJson } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

const WEBSITES = '/api/v1/websites';

async function codeOf({ call }: QuirkCaller, authorization: string): Promise<string> {
  const response = await call(WEBSITES, { key: null, headers: { Authorization: authorization } });
  return response.status === 200 ? '200' : `${response.status} ${(await readError(response)).code}`;
}

testEachValue('otherScheme', 1, {
  unauthorized: async (caller) => expect(await codeOf(caller, 'Basic cnM6bGl2ZQ==')).toBe('401 unauthorized'),
  'invalid-key': async (caller) => expect(await codeOf(caller, 'Basic cnM6bGl2ZQ==')).toBe('401 invalid_key'),
});

testEachValue('emptyToken', 1, {
  'invalid-key': async (caller) => expect(await codeOf(caller, 'Bearer')).toBe('401 invalid_key'),
  unauthorized: async (caller) => expect(await codeOf(caller, 'Bearer')).toBe('401 unauthorized'),
});

async function lower(caller: QuirkCaller, expected: string): Promise<void> {
  expect(await codeOf(caller, `bearer ${caller.sandbox.keys.live}`)).toBe(expected);
  expect(await codeOf(caller, `Bearer ${caller.sandbox.keys.live}`)).toBe('200');
}

testEachValue('lowerBearer', 1, {
  accepted: (caller) => lower(caller, '200'),
  unauthorized: (caller) => lower(caller, '401 unauthorized'),
  'invalid-key': (caller) => lower(caller, '401 invalid_key'),
});

const CONTENT_TOKEN = `Bearer rsc_live_${'A'.repeat(32)}`;

for (const form of forms) {
  const lacking = form === 1 ? 'forbidden' : 'insufficient_scope';
  testEachValue('contentToken', form, {
    'invalid-key': async (caller) => expect(await codeOf(caller, CONTENT_TOKEN)).toBe('401 invalid_key'),
    forbidden: async (caller) => expect(await codeOf(caller, CONTENT_TOKEN)).toBe(`403 ${lacking}`),
  });
}

/** How many websites a test key reads, its limit per minute, and whether its 26th call of a day passes. */
async function testKey(caller: QuirkCaller): Promise<unknown[]> {
  const { keys, admin } = caller.sandbox;
  const response = await caller.call(WEBSITES, { key: keys.test });
  const { websites } = await readJson(response);
  await admin.setUsage('test', { minute: 0, day: 25 });
  const later = await caller.call(WEBSITES, { key: keys.test });
  return [(websites as object[]).length, response.headers.get('x-ratelimit-limit'), later.status];
}

testEachValue('testKeys', 1, {
  small: async (caller) => expect(await testKey(caller)).toEqual([2, '20', 200]),
  smaller: async (caller) => expect(await testKey(caller)).toEqual([2, '5', 429]),
  'as-live': async (caller) => expect(await testKey(caller)).toEqual([8, '300', 200]),
});

testEachValue('testKeys', 2, {
  small: async (caller) => expect(await testKey(caller)).toEqual([8, '300', 200]),
  smaller: async (caller) => expect(await testKey(caller)).toEqual([8, '300', 200]),
  'as-live': async (caller) => expect(await testKey(caller)).toEqual([8, '300', 200]),
});

/** The minute's Remaining of calls with the keys live, test, growth, enterprise and another team's, in this order. */
async function remaining(caller: QuirkCaller): Promise<string[]> {
  const { live, test, growth, enterprise, one } = caller.sandbox.keys;
  const shown = [];
  for (const key of [live, test, growth, enterprise, one])
    shown.push((await caller.call(WEBSITES, { key })).headers.get('x-ratelimit-remaining') ?? '');
  return shown;
}

testEachValue('quotaScope', 1, {
  key: async (caller) => expect(await remaining(caller)).toEqual(['299', '19', '299', '999', '299']),
  team: async (caller) => expect(await remaining(caller)).toEqual(['299', '19', '298', '999', '299']),
});

testEachValue('quotaScope', 2, {
  key: async (caller) => expect(await remaining(caller)).toEqual(['299', '299', '299', '999', '299']),
  async team(caller) {
    expect(await remaining(caller)).toEqual(['299', '298', '297', '999', '299']);
    await caller.sandbox.admin.setUsage('live', { day: 1_000 });
    const byTest = await caller.call(WEBSITES, { key: caller.sandbox.keys.test });
    expect((await readError(byTest)).code).toBe('daily_quota_exceeded');
    const own = await caller.call(WEBSITES, { key: caller.sandbox.keys.test, quirks: 'quotaScope=key' });
    expect(own.headers.get('x-ratelimit-remaining')).toBe('298');
  },
});

async function freePlan(caller: QuirkCaller): Promise<unknown[]> {
  const response = await caller.call(WEBSITES, { key: caller.sandbox.keys.free });
  await caller.sandbox.admin.setUsage('free', { day: 50 });
  const later = await caller.call(WEBSITES, { key: caller.sandbox.keys.free });
  return [response.status, response.headers.get('x-ratelimit-limit'), later.status];
}

testEachValue('freePlan', 1, {
  forbidden: async (caller) => expect(await freePlan(caller)).toEqual([403, '60', 403]),
  limited: async (caller) => expect(await freePlan(caller)).toEqual([200, '10', 429]),
});

/** Answers to a key without scopes and to one with the scope of websites alone, asking for citations. */
async function scopes(caller: QuirkCaller): Promise<string[]> {
  const { keys, admin } = caller.sandbox;
  const one = await admin.createKey({ scopes: ['websites:read'] });
  const results = [];
  for (const key of [keys.unscoped, one]) {
    const response = await caller.call(caller.path('citations'), { key });
    results.push(response.status === 200 ? 'read' : (await readError(response)).message);
  }
  return results;
}

const lacksScope = (name: string) => `The key lacks the scope ${name}: use a key that has it.`;

testEachValue('scopes', 1, {
  colon: async (caller) =>
    expect(await scopes(caller)).toEqual([lacksScope('citations:read'), lacksScope('citations:read')]),
  dotted: async (caller) =>
    expect(await scopes(caller)).toEqual([lacksScope('citations.read'), lacksScope('citations.read')]),
  single: async (caller) => expect(await scopes(caller)).toEqual([lacksScope('read'), 'read']),
  none: async (caller) => expect(await scopes(caller)).toEqual(['read', 'read']),
});

async function starterCode(caller: QuirkCaller): Promise<string> {
  return (await readError(await caller.call(WEBSITES, { key: caller.sandbox.keys.starter }))).code;
}

testEachValue('planLacking', 2, {
  'insufficient-scope': async (caller) => expect(await starterCode(caller)).toBe('insufficient_scope'),
  forbidden: async (caller) => expect(await starterCode(caller)).toBe('forbidden'),
});

/** Five calls in a row, then one of another key. */
async function run(caller: QuirkCaller): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await caller.call(WEBSITES)).status);
  statuses.push((await caller.call(WEBSITES, { key: caller.sandbox.keys.growth })).status);
  return statuses;
}

testEachValue('revocation', 1, {
  async 'by-call'(caller) {
    expect(await run(caller)).toEqual([200, 200, 200, 200, 200, 200]);
    await caller.sandbox.admin.revoke('live');
    expect(await codeOf(caller, `Bearer ${caller.sandbox.keys.live}`)).toBe('401 invalid_key');
  },
  async 'mid-run'(caller) {
    expect(await run(caller)).toEqual([200, 200, 200, 401, 401, 200]);
    expect(await codeOf(caller, `Bearer ${caller.sandbox.keys.live}`)).toBe('401 invalid_key');
  },
});
