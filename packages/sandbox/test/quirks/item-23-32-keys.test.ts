import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { json, refusal } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

const WEBSITES = '/api/v1/websites';

async function codeOf({ ask }: Sight, authorization: string): Promise<string> {
  const response = await ask(WEBSITES, { key: null, headers: { Authorization: authorization } });
  return response.status === 200 ? '200' : `${response.status} ${(await refusal(response)).code}`;
}

alternatives('otherScheme', 1, {
  unauthorized: async (see) => expect(await codeOf(see, 'Basic cnM6bGl2ZQ==')).toBe('401 unauthorized'),
  'invalid-key': async (see) => expect(await codeOf(see, 'Basic cnM6bGl2ZQ==')).toBe('401 invalid_key'),
});

alternatives('emptyToken', 1, {
  'invalid-key': async (see) => expect(await codeOf(see, 'Bearer')).toBe('401 invalid_key'),
  unauthorized: async (see) => expect(await codeOf(see, 'Bearer')).toBe('401 unauthorized'),
});

async function lower(see: Sight, expected: string): Promise<void> {
  expect(await codeOf(see, `bearer ${see.sandbox.keys.live}`)).toBe(expected);
  expect(await codeOf(see, `Bearer ${see.sandbox.keys.live}`)).toBe('200');
}

alternatives('lowerBearer', 1, {
  accepted: (see) => lower(see, '200'),
  unauthorized: (see) => lower(see, '401 unauthorized'),
  'invalid-key': (see) => lower(see, '401 invalid_key'),
});

const CONTENT_TOKEN = `Bearer rsc_live_${'A'.repeat(32)}`;

for (const form of forms) {
  const lacking = form === 1 ? 'forbidden' : 'insufficient_scope';
  alternatives('contentToken', form, {
    'invalid-key': async (see) => expect(await codeOf(see, CONTENT_TOKEN)).toBe('401 invalid_key'),
    forbidden: async (see) => expect(await codeOf(see, CONTENT_TOKEN)).toBe(`403 ${lacking}`),
  });
}

/** How many websites a test key reads, its limit per minute, and whether its 26th call of a day passes. */
async function testKey(see: Sight): Promise<unknown[]> {
  const { keys, admin } = see.sandbox;
  const response = await see.ask(WEBSITES, { key: keys.test });
  const { websites } = await json(response);
  await admin.setUsage('test', { minute: 0, day: 25 });
  const later = await see.ask(WEBSITES, { key: keys.test });
  return [(websites as object[]).length, response.headers.get('x-ratelimit-limit'), later.status];
}

alternatives('testKeys', 1, {
  small: async (see) => expect(await testKey(see)).toEqual([2, '20', 200]),
  smaller: async (see) => expect(await testKey(see)).toEqual([2, '5', 429]),
  'as-live': async (see) => expect(await testKey(see)).toEqual([8, '300', 200]),
});

alternatives('testKeys', 2, {
  small: async (see) => expect(await testKey(see)).toEqual([8, '300', 200]),
  smaller: async (see) => expect(await testKey(see)).toEqual([8, '300', 200]),
  'as-live': async (see) => expect(await testKey(see)).toEqual([8, '300', 200]),
});

async function freePlan(see: Sight): Promise<unknown[]> {
  const response = await see.ask(WEBSITES, { key: see.sandbox.keys.free });
  await see.sandbox.admin.setUsage('free', { day: 50 });
  const later = await see.ask(WEBSITES, { key: see.sandbox.keys.free });
  return [response.status, response.headers.get('x-ratelimit-limit'), later.status];
}

alternatives('freePlan', 1, {
  forbidden: async (see) => expect(await freePlan(see)).toEqual([403, '60', 403]),
  limited: async (see) => expect(await freePlan(see)).toEqual([200, '10', 429]),
});

/** Answers to a key without scopes and to one with the scope of websites alone, asking for citations. */
async function scopes(see: Sight): Promise<string[]> {
  const { keys, admin } = see.sandbox;
  const one = await admin.createKey({ scopes: ['websites:read'] });
  const said = [];
  for (const key of [keys.unscoped, one]) {
    const response = await see.ask(see.path('citations'), { key });
    said.push(response.status === 200 ? 'read' : (await refusal(response)).message);
  }
  return said;
}

const lacks = (name: string) => `The key lacks the scope ${name}: use a key that has it.`;

alternatives('scopes', 1, {
  colon: async (see) => expect(await scopes(see)).toEqual([lacks('citations:read'), lacks('citations:read')]),
  dotted: async (see) =>
    expect(await scopes(see)).toEqual([lacks('citations.read'), lacks('citations.read')]),
  single: async (see) => expect(await scopes(see)).toEqual([lacks('read'), 'read']),
  none: async (see) => expect(await scopes(see)).toEqual(['read', 'read']),
});

async function starterCode(see: Sight): Promise<string> {
  return (await refusal(await see.ask(WEBSITES, { key: see.sandbox.keys.starter }))).code;
}

alternatives('planLacking', 2, {
  'insufficient-scope': async (see) => expect(await starterCode(see)).toBe('insufficient_scope'),
  forbidden: async (see) => expect(await starterCode(see)).toBe('forbidden'),
});

/** Five calls in a row, then one of another key. */
async function run(see: Sight): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await see.ask(WEBSITES)).status);
  statuses.push((await see.ask(WEBSITES, { key: see.sandbox.keys.growth })).status);
  return statuses;
}

alternatives('revocation', 1, {
  async 'by-call'(see) {
    expect(await run(see)).toEqual([200, 200, 200, 200, 200, 200]);
    await see.sandbox.admin.revoke('live');
    expect(await codeOf(see, `Bearer ${see.sandbox.keys.live}`)).toBe('401 invalid_key');
  },
  async 'mid-run'(see) {
    expect(await run(see)).toEqual([200, 200, 200, 401, 401, 200]);
    expect(await codeOf(see, `Bearer ${see.sandbox.keys.live}`)).toBe('401 invalid_key');
  },
});
