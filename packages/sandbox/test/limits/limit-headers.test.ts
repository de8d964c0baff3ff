import { describe, expect, test } from 'vitest';
import { forms, get, pathFor, readError, startTestSandbox } from '../sandbox.ts';

const websites = '/api/v1/websites';

/** The limit headers of an answer as [limit, remaining, reset]; null where the family is absent. */
function family(response: Response, name: 'X-RateLimit' | 'X-DailyQuota'): (string | null)[] {
  return ['Limit', 'Remaining', 'Reset'].map((suffix) => response.headers.get(`${name}-${suffix}`));
}

const ABSENT = [null, null, null];

describe.each(forms)('Form %i', (form) => {
  test('every response to a valid key counts down, errors included', async () => {
    const sandbox = await startTestSandbox(form, { now: '2026-11-16T09:00:18.500Z' });
    expect(family(await get(sandbox, websites), 'X-RateLimit')).toEqual(['300', '299', '42']);
    expect(family(await get(sandbox, '/api/v1/analytics'), 'X-RateLimit')).toEqual(['300', '298', '42']);
    expect(family(await get(sandbox, pathFor(sandbox, 'authority').slice(0, -1)), 'X-RateLimit')).toEqual([
      '300',
      '297',
      '42',
    ]);
    expect(family(await get(sandbox, '/api/v1/nothing'), 'X-RateLimit')).toEqual(['300', '296', '42']);
    await sandbox.admin.fault({ fault: 'status' });
    expect(family(await get(sandbox, websites), 'X-RateLimit')).toEqual(['300', '295', '42']);
    expect(family(await get(sandbox, websites, sandbox.keys.unscoped), 'X-RateLimit')).toEqual([
      '300',
      '299',
      '42',
    ]);
  });

  test('responses without a valid key have the headers and do not count', async () => {
    const sandbox = await startTestSandbox(form);
    for (const key of [null, 'hello', sandbox.keys.revoked]) {
      const first = family(await get(sandbox, websites, key), 'X-RateLimit');
      expect(first).toEqual(family(await get(sandbox, websites, key), 'X-RateLimit'));
      expect(first[0]).toBe(first[1]);
    }
    expect(family(await get(sandbox, websites), 'X-RateLimit')[1]).toBe('299');
  });

  test('allows the 300th call of a minute, refuses the 301st and does not count it', async () => {
    const sandbox = await startTestSandbox(form, { now: '2026-11-16T09:00:59.800Z' });
    await sandbox.admin.setUsage('live', { minute: 299, day: 299 });
    const last = await get(sandbox, websites);
    expect([last.status, ...family(last, 'X-RateLimit')]).toEqual([200, '300', '0', '1']);
    const over = await get(sandbox, websites);
    expect(family(over, 'X-RateLimit')).toEqual(['300', '0', '1']);
    expect(family(over, 'X-DailyQuota')).toEqual(ABSENT);
    expect(over.headers.get('retry-after')).toBe('1');
    expect(await readError(over)).toMatchObject({ status: 429, code: 'rate_limited' });
    await sandbox.admin.advanceClock(200);
    const fresh = await get(sandbox, websites);
    expect([fresh.status, ...family(fresh, 'X-RateLimit')]).toEqual([200, '300', '299', '60']);
    await sandbox.admin.setUsage('live', { minute: 0 });
    const today = await fetch(`${sandbox.baseUrl}/__sandbox/state`, {
      headers: { Authorization: `Bearer ${sandbox.adminToken}` },
    });
    const { keys } = (await today.json()) as { keys: { label: string; used: object }[] };
    expect(keys.find((key) => key.label === 'live')?.used).toEqual({ minute: 0, day: 301 });
  });

  test("an exhausted day has the Form's headers and Retry-After until midnight UTC", async () => {
    const sandbox = await startTestSandbox(form, { now: '2026-11-16T21:00:00Z' });
    await sandbox.admin.setUsage('live', { day: 999 });
    expect((await get(sandbox, websites)).status).toBe(200);
    const over = await get(sandbox, websites);
    expect(over.status).toBe(429);
    expect(over.headers.get('retry-after')).toBe('10800');
    const day = ['1000', '0', '10800'];
    expect(family(over, 'X-DailyQuota')).toEqual(form === 2 ? day : ABSENT);
    expect(family(over, 'X-RateLimit')).toEqual(form === 2 ? ABSENT : day);
    expect((await readError(over)).message).toContain('retry in 10800 seconds');
    await sandbox.admin.setClock('2026-11-17T00:00:00Z');
    expect((await get(sandbox, websites)).status).toBe(200);
  });

  test('reports the day if both limits are exhausted', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.setUsage('live', { minute: 300, day: 1000 });
    expect((await get(sandbox, websites)).headers.get('retry-after')).toBe(String(15 * 3600));
  });

  test('two keys of one team have separate limits', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.setUsage('live', { day: 1000 });
    expect((await get(sandbox, websites)).status).toBe(429);
    expect(family(await get(sandbox, websites, sandbox.keys.growth), 'X-RateLimit')).toEqual([
      '300',
      '299',
      '60',
    ]);
  });
});

test.each([
  [1, '20'],
  [2, '300'],
] as const)('Form %i allows test keys %s calls per minute', async (form, limit) => {
  const sandbox = await startTestSandbox(form);
  expect(family(await get(sandbox, websites, sandbox.keys.test), 'X-RateLimit')[0]).toBe(limit);
});
