import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { readError } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

const NOW = '2026-11-16T09:00:18.500Z';

async function limited(caller: QuirkCaller): Promise<Response> {
  await caller.sandbox.admin.setUsage('live', { minute: 300 });
  const response = await caller.call('/api/v1/websites');
  expect(response.status).toBe(429);
  return response;
}

async function retryAfter(caller: QuirkCaller): Promise<string | null> {
  return (await limited(caller)).headers.get('retry-after');
}

/** The header lines as they came over the wire. */
async function rawLines({ sandbox }: QuirkCaller, quirk: string): Promise<string[]> {
  const request = httpGet(`${sandbox.baseUrl}/api/v1/websites`, {
    headers: { Authorization: `Bearer ${sandbox.keys.live}`, 'X-Sandbox-Quirk': quirk },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  const { rawHeaders } = response;
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1] === 'Retry-After');
}

testEachValue(
  'retryAfter',
  1,
  {
    seconds: async (caller) => expect(await retryAfter(caller)).toBe('42'),
    zero: async (caller) => expect(await retryAfter(caller)).toBe('0'),
    half: async (caller) => expect(await retryAfter(caller)).toBe('0.5'),
    'http-date': async (caller) => expect(await retryAfter(caller)).toBe('Mon, 16 Nov 2026 09:01:00 GMT'),
    absent: async (caller) => expect(await retryAfter(caller)).toBeNull(),
    async twice(caller) {
      expect(await retryAfter(caller)).toBe('42, 45');
      expect(await rawLines(caller, 'retryAfter=twice')).toEqual(['42', '45']);
      const inProcess = await caller.sandbox.fetch(
        new Request(`${caller.sandbox.baseUrl}/api/v1/websites`, {
          headers: {
            Authorization: `Bearer ${caller.sandbox.keys.live}`,
            'X-Sandbox-Quirk': 'retryAfter=twice',
          },
        }),
      );
      expect(inProcess.headers.get('retry-after')).toBe('42, 45');
    },
  },
  NOW,
);

async function message(caller: QuirkCaller): Promise<string> {
  return (await readError(await limited(caller))).message;
}

testEachValue(
  'waitText',
  1,
  {
    seconds: async (caller) => expect(await message(caller)).toMatch(/; retry in 42 seconds\.$/),
    short: async (caller) => expect(await message(caller)).toMatch(/; retry in 42s\.$/),
    async words(caller) {
      expect(await message(caller)).toMatch(/; retry in less than a minute\.$/);
      await caller.sandbox.admin.setUsage('growth', { day: 1000 });
      const daily = await readError(
        await caller.call('/api/v1/websites', { key: caller.sandbox.keys.growth }),
      );
      expect(daily.message).toMatch(/; retry in less than a day\.$/);
    },
    foreign: async (caller) => expect(await message(caller)).toMatch(/; in 42 Sekunden erneut versuchen\.$/),
    async disagrees(caller) {
      const response = await limited(caller);
      expect(response.headers.get('retry-after')).toBe('42');
      expect((await readError(response)).message).toMatch(/; retry in 72 seconds\.$/);
    },
  },
  NOW,
);
