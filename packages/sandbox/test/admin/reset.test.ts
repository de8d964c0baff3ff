import { expect, test } from 'vitest';
import { get, pathFor, readError, readJson, startTestSandbox } from '../sandbox.ts';

const WEBSITES = '/api/v1/websites';

test('reset restores keys, usage, switches, faults, clock and log of the start', async () => {
  const sandbox = await startTestSandbox(1, { quirks: { limitHeader: 'absent' } });
  const { admin } = sandbox;
  await admin.revoke('live');
  await admin.createKey({ label: 'extra' });
  await admin.setUsage('growth', { day: 1000 });
  await admin.setQuirks({ shares: 'text' });
  await admin.fault({ fault: 'status', times: 'always' });
  await admin.advanceClock(3_600_000);
  await get(sandbox, WEBSITES);
  await admin.reset();
  expect(await admin.requests()).toMatchObject({ total: 0 });
  const response = await get(sandbox, WEBSITES);
  expect([response.status, response.headers.get('date')]).toEqual([200, 'Mon, 16 Nov 2026 09:00:00 GMT']);
  expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  expect((await get(sandbox, WEBSITES, sandbox.keys.growth)).status).toBe(200);
  expect(await admin.quirks()).toMatchObject({ limitHeader: 'absent', shares: 'percent' });
  expect(await admin.createKey({ label: 'extra' })).toMatch(/^rs_live_/);
});

test('reseeding gives the ids, keys and figures of a sandbox started with that seed', async () => {
  const [sandbox, twin] = [await startTestSandbox(1), await startTestSandbox(1, { seed: 7 })];
  const { keys } = sandbox;
  await sandbox.admin.reseed(7);
  expect(sandbox.websites).toEqual(twin.websites);
  expect(sandbox.keys).toEqual(twin.keys);
  expect((await readError(await get(sandbox, WEBSITES, keys.live))).code).toBe('invalid_key');
  const path = pathFor(sandbox, 'competitors');
  expect(await readJson(await get(sandbox, path))).toEqual(await readJson(await get(twin, path)));
});

test("a key's scopes can be changed at run time", async () => {
  const sandbox = await startTestSandbox(2);
  const path = pathFor(sandbox, 'citations');
  expect((await get(sandbox, path)).status).toBe(200);
  await sandbox.admin.setScopes('live', ['websites:read']);
  expect((await readError(await get(sandbox, path))).code).toBe('insufficient_scope');
  expect((await get(sandbox, WEBSITES)).status).toBe(200);
  await expect(sandbox.admin.setScopes('nobody', [])).rejects.toThrow('No key of this sandbox');
});

test('a revoked key is refused from the next call on, its successor is accepted', async () => {
  const sandbox = await startTestSandbox(1);
  const statuses = [(await get(sandbox, WEBSITES)).status];
  const successor = await sandbox.admin.createKey({ label: 'successor' });
  for (const key of [sandbox.keys.live, successor]) statuses.push((await get(sandbox, WEBSITES, key)).status);
  await sandbox.admin.revoke('live');
  for (const key of [sandbox.keys.live, successor]) statuses.push((await get(sandbox, WEBSITES, key)).status);
  expect(statuses).toEqual([200, 200, 200, 401, 200]);
});
