import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { refusal } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

const NOW = '2026-11-16T09:00:18.500Z';

async function limited(see: Sight): Promise<Response> {
  await see.sandbox.admin.setUsage('live', { minute: 300 });
  const response = await see.ask('/api/v1/websites');
  expect(response.status).toBe(429);
  return response;
}

async function retryAfter(see: Sight): Promise<string | null> {
  return (await limited(see)).headers.get('retry-after');
}

/** The header lines as they came over the wire. */
async function rawLines({ sandbox }: Sight, quirk: string): Promise<string[]> {
  const request = httpGet(`${sandbox.baseUrl}/api/v1/websites`, {
    headers: { Authorization: `Bearer ${sandbox.keys.live}`, 'X-Sandbox-Quirk': quirk },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  const { rawHeaders } = response;
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1] === 'Retry-After');
}

alternatives(
  'retryAfter',
  1,
  {
    seconds: async (see) => expect(await retryAfter(see)).toBe('42'),
    zero: async (see) => expect(await retryAfter(see)).toBe('0'),
    half: async (see) => expect(await retryAfter(see)).toBe('0.5'),
    'http-date': async (see) => expect(await retryAfter(see)).toBe('Mon, 16 Nov 2026 09:01:00 GMT'),
    absent: async (see) => expect(await retryAfter(see)).toBeNull(),
    async twice(see) {
      expect(await retryAfter(see)).toBe('42, 45');
      expect(await rawLines(see, 'retryAfter=twice')).toEqual(['42', '45']);
      const inProcess = await see.sandbox.fetch(
        new Request(`${see.sandbox.baseUrl}/api/v1/websites`, {
          headers: {
            Authorization: `Bearer ${see.sandbox.keys.live}`,
            'X-Sandbox-Quirk': 'retryAfter=twice',
          },
        }),
      );
      expect(inProcess.headers.get('retry-after')).toBe('42, 45');
    },
  },
  NOW,
);

async function message(see: Sight): Promise<string> {
  return (await refusal(await limited(see))).message;
}

alternatives(
  'waitText',
  1,
  {
    seconds: async (see) => expect(await message(see)).toMatch(/; retry in 42 seconds\.$/),
    short: async (see) => expect(await message(see)).toMatch(/; retry in 42s\.$/),
    async words(see) {
      expect(await message(see)).toMatch(/; retry in less than a minute\.$/);
      await see.sandbox.admin.setUsage('growth', { day: 1000 });
      const daily = await refusal(await see.ask('/api/v1/websites', { key: see.sandbox.keys.growth }));
      expect(daily.message).toMatch(/; retry in less than a day\.$/);
    },
    foreign: async (see) => expect(await message(see)).toMatch(/; in 42 Sekunden erneut versuchen\.$/),
    async disagrees(see) {
      const response = await limited(see);
      expect(response.headers.get('retry-after')).toBe('42');
      expect((await refusal(response)).message).toMatch(/; retry in 72 seconds\.$/);
    },
  },
  NOW,
);
