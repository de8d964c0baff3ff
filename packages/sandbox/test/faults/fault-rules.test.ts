import { describe, expect, test } from 'vitest';
import type { RunningSandbox } from '../../src/index.ts';
import { forms, get, pathFor, readError, startTestSandbox } from '../sandbox.ts';
import { countUsed, WEBSITES } from './callers.ts';

const callForStatuses = async (sandbox: RunningSandbox, calls: number, key?: string): Promise<number[]> => {
  const seen = [];
  for (let i = 0; i < calls; i++) seen.push((await get(sandbox, WEBSITES, key)).status);
  return seen;
};

describe.each(forms)('Form %i', (form) => {
  test('one status fault makes one call fail, and the call counts', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.fault({ fault: 'status' });
    expect(await readError(await get(sandbox, WEBSITES))).toMatchObject({
      status: 500,
      code: 'server_error',
    });
    expect(await countUsed(sandbox)).toBe(1);
  });

  test('applies queued faults in order, the first of them twice', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.fault({ fault: 'status', status: 503, times: 2 });
    await sandbox.admin.fault({ fault: 'html' });
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await get(sandbox, WEBSITES));
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 200, 200]);
    expect(answers.map((answer) => answer.headers.get('content-type')?.split(';')[0])).toEqual([
      'application/json',
      'application/json',
      'text/html',
      'application/json',
    ]);
  });

  test('a rule applies to its endpoint and key until the faults are cleared', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'authority', key: 'growth', times: 'always' });
    const ask = async (endpoint: string, key: string) =>
      (await get(sandbox, pathFor(sandbox, endpoint), key)).status;
    expect(await ask('authority', sandbox.keys.live)).toBe(200);
    expect(await ask('citations', sandbox.keys.growth)).toBe(200);
    expect(await ask('authority', sandbox.keys.growth)).toBe(500);
    expect(await ask('authority', sandbox.keys.growth)).toBe(500);
    await sandbox.admin.clearFaults();
    expect(await ask('authority', sandbox.keys.growth)).toBe(200);
  });

  test('a 500 in place of a 429 has no Retry-After', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.setUsage('live', { minute: 300 });
    await sandbox.admin.fault({ fault: 'status' });
    const response = await get(sandbox, WEBSITES);
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, null]);
    expect((await get(sandbox, WEBSITES)).status).toBe(429);
  });

  test('times makes the next two calls fail', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.fault({ fault: 'status', times: 2 });
    expect(await callForStatuses(sandbox, 4)).toEqual([500, 500, 200, 200]);
  });

  test('nth makes the third call of a key to an endpoint fail', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.fault({ fault: 'status', match: { key: 'live', endpoint: 'websites', nth: 3 } });
    expect(await callForStatuses(sandbox, 2, sandbox.keys.growth)).toEqual([200, 200]);
    expect(await callForStatuses(sandbox, 5)).toEqual([200, 200, 500, 200, 200]);
  });

  test('probability makes the same calls fail for the same seed', async () => {
    const struck = async (seed: number): Promise<number[]> => {
      const sandbox = await startTestSandbox(form);
      await sandbox.admin.fault({ fault: 'status', probability: 0.3, seed });
      return callForStatuses(sandbox, 60);
    };
    const [first, again, other] = [await struck(1), await struck(1), await struck(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    const count = first.filter((status) => status === 500).length;
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(30);
  });

  test('times limits a fault with a probability', async () => {
    const sandbox = await startTestSandbox(form);
    await sandbox.admin.fault({ fault: 'html503', probability: 0.5, times: 2 });
    expect((await callForStatuses(sandbox, 20)).filter((status) => status === 503)).toHaveLength(2);
  });
});
