import { describe, expect, test } from 'vitest';
import { forms, get, pathFor, readError } from '../sandbox.ts';
import type { Service, Subject } from './subject.ts';

const websites = '/api/v1/websites';

/** The limit headers of an answer as [limit, remaining, reset]; null where the family is absent. */
function family(response: Response, name: 'X-RateLimit' | 'X-DailyQuota'): (string | null)[] {
  return ['Limit', 'Remaining', 'Reset'].map((suffix) => response.headers.get(`${name}-${suffix}`));
}

const ABSENT = [null, null, null];

export function testLimits<S extends Service>({ start, readUsage }: Subject<S>): void {
  describe.each(forms)('Form %i: limits', (form) => {
    test('every response to a valid key counts down, errors included', async () => {
      const service = await start(form, { now: '2026-11-16T09:00:18.500Z' });
      expect(family(await get(service, websites), 'X-RateLimit')).toEqual(['300', '299', '42']);
      expect(family(await get(service, '/api/v1/analytics'), 'X-RateLimit')).toEqual(['300', '298', '42']);
      expect(family(await get(service, pathFor(service, 'authority').slice(0, -1)), 'X-RateLimit')).toEqual([
        '300',
        '297',
        '42',
      ]);
      expect(family(await get(service, '/api/v1/nothing'), 'X-RateLimit')).toEqual(['300', '296', '42']);
      await service.admin.fault({ fault: 'status' });
      expect(family(await get(service, websites), 'X-RateLimit')).toEqual(['300', '295', '42']);
      expect(family(await get(service, websites, service.keys.growth), 'X-RateLimit')).toEqual([
        '300',
        '299',
        '42',
      ]);
    });

    test('responses without a valid key have the headers and do not count', async () => {
      const service = await start(form);
      for (const key of [null, 'hello', service.keys.revoked]) {
        const first = family(await get(service, websites, key), 'X-RateLimit');
        expect(first).toEqual(family(await get(service, websites, key), 'X-RateLimit'));
        expect(first[0]).toBe(first[1]);
      }
      expect(family(await get(service, websites), 'X-RateLimit')[1]).toBe('299');
    });

    test('allows the 300th call of a minute, refuses the 301st and does not count it', async () => {
      const service = await start(form, { now: '2026-11-16T09:00:59.800Z' });
      await service.admin.setUsage('live', { minute: 299, day: 299 });
      const last = await get(service, websites);
      expect([last.status, ...family(last, 'X-RateLimit')]).toEqual([200, '300', '0', '1']);
      const over = await get(service, websites);
      expect(family(over, 'X-RateLimit')).toEqual(['300', '0', '1']);
      expect(family(over, 'X-DailyQuota')).toEqual(ABSENT);
      expect(over.headers.get('retry-after')).toBe('1');
      expect(await readError(over)).toMatchObject({ status: 429, code: 'rate_limited' });
      await service.admin.advanceClock(200);
      const fresh = await get(service, websites);
      expect([fresh.status, ...family(fresh, 'X-RateLimit')]).toEqual([200, '300', '299', '60']);
      expect(await readUsage(service, 'live')).toEqual({ minute: 1, day: 301 });
    });

    test("an exhausted day has the Form's headers and Retry-After until midnight UTC", async () => {
      const service = await start(form, { now: '2026-11-16T21:00:00Z' });
      await service.admin.setUsage('live', { day: 999 });
      const path = pathFor(service, 'authority');
      expect((await get(service, path)).status).toBe(200);
      const over = await get(service, path);
      expect(over.status).toBe(429);
      expect(over.headers.get('retry-after')).toBe('10800');
      const day = ['1000', '0', '10800'];
      expect(family(over, 'X-DailyQuota')).toEqual(form === 2 ? day : ABSENT);
      expect(family(over, 'X-RateLimit')).toEqual(form === 2 ? ABSENT : day);
      expect((await readError(over)).message).toContain('retry in 10800 seconds');
      await service.admin.setClock('2026-11-17T00:00:00Z');
      expect((await get(service, websites)).status).toBe(200);
    });

    test('reports the day if both limits are exhausted', async () => {
      const service = await start(form);
      await service.admin.setUsage('live', { minute: 300, day: 1000 });
      expect((await get(service, websites)).headers.get('retry-after')).toBe(String(15 * 3600));
    });

    test('two keys of one team have separate limits', async () => {
      const service = await start(form);
      await service.admin.setUsage('live', { day: 1000 });
      expect((await get(service, websites)).status).toBe(429);
      expect(family(await get(service, websites, service.keys.growth), 'X-RateLimit')).toEqual([
        '300',
        '299',
        '60',
      ]);
    });
  });
}
