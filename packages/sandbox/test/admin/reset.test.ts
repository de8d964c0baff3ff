import { expect, test } from 'vitest';
import { get, json, pathFor, refusal, started } from '../started.ts';

const WEBSITES = '/api/v1/websites';

test('reset puts keys, use, switches, faults, clock and log back to the start', async () => {
  const sandbox = await started(1, { quirks: { limitHeader: 'absent' } });
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

test('another seed has other ids, keys and figures, those of a sandbox started with it', async () => {
  const [sandbox, twin] = [await started(1), await started(1, { seed: 7 })];
  const { keys } = sandbox;
  await sandbox.admin.reseed(7);
  expect(sandbox.websites).toEqual(twin.websites);
  expect(sandbox.keys).toEqual(twin.keys);
  expect((await refusal(await get(sandbox, WEBSITES, keys.live))).code).toBe('invalid_key');
  const path = pathFor(sandbox, 'competitors');
  expect(await json(await get(sandbox, path))).toEqual(await json(await get(twin, path)));
});

test("a key's scopes can be changed in mid-run", async () => {
  const sandbox = await started(2);
  const path = pathFor(sandbox, 'citations');
  expect((await get(sandbox, path)).status).toBe(200);
  await sandbox.admin.setScopes('live', ['websites:read']);
  expect((await refusal(await get(sandbox, path))).code).toBe('insufficient_scope');
  expect((await get(sandbox, WEBSITES)).status).toBe(200);
  await expect(sandbox.admin.setScopes('nobody', [])).rejects.toThrow('No key of this sandbox');
});

test('revoked in mid-run, a key is refused from the next call on and its successor is not', async () => {
  const sandbox = await started(1);
  const statuses = [(await get(sandbox, WEBSITES)).status];
  const successor = await sandbox.admin.createKey({ label: 'successor' });
  for (const key of [sandbox.keys.live, successor]) statuses.push((await get(sandbox, WEBSITES, key)).status);
  await sandbox.admin.revoke('live');
  for (const key of [sandbox.keys.live, successor]) statuses.push((await get(sandbox, WEBSITES, key)).status);
  expect(statuses).toEqual([200, 200, 200, 401, 200]);
});
