import { describe, expect, test } from 'vitest';
import { forms, get, pathFor, readError, readJson, startTestSandbox } from '../sandbox.ts';

describe.each(forms)('Form %i', (form) => {
  test.each(['websites', 'analytics', 'citations', 'competitors', 'authority'] as const)(
    'a key without the scope of %s is refused only there',
    async (endpoint) => {
      const sandbox = await startTestSandbox(form);
      const code = form === 1 ? 'forbidden' : 'insufficient_scope';
      const others = (['websites', 'analytics', 'citations', 'competitors', 'authority'] as const).filter(
        (e) => e !== endpoint,
      );
      const key = await sandbox.admin.createKey({ scopes: others.map((other) => `${other}:read` as const) });
      expect(await readError(await get(sandbox, pathFor(sandbox, endpoint), key))).toMatchObject({
        status: 403,
        code,
      });
      for (const other of others) expect((await get(sandbox, pathFor(sandbox, other), key)).status).toBe(200);
      const none = await readError(await get(sandbox, pathFor(sandbox, endpoint), sandbox.keys.unscoped));
      expect(none).toMatchObject({ status: 403, code });
    },
  );

  test('the seed determines the keys', async () => {
    const [first, again, other] = [
      await startTestSandbox(form),
      await startTestSandbox(form),
      await startTestSandbox(form, { seed: 2 }),
    ];
    expect(again.keys).toEqual(first.keys);
    expect(Object.values(other.keys).filter((key) => Object.values(first.keys).includes(key))).toEqual([]);
    expect(new Set(Object.values(first.keys)).size).toBe(Object.keys(first.keys).length);
    for (const key of Object.values(first.keys)) expect(key).toMatch(/^rs_(live|test)_[0-9A-Za-z]{32}$/);
  });
});

describe('plans with API access', () => {
  test.each([
    [1, 'free', 403],
    [1, 'starter', 200],
    [1, 'growth', 200],
    [1, 'enterprise', 200],
    [2, 'free', 403],
    [2, 'starter', 403],
    [2, 'growth', 200],
    [2, 'enterprise', 200],
  ] as const)('Form %i, %s: %i', async (form, plan, status) => {
    const sandbox = await startTestSandbox(form);
    const response = await get(sandbox, '/api/v1/websites', sandbox.keys[plan]);
    expect(response.status).toBe(status);
    if (status === 403)
      expect((await readError(response)).code).toBe(form === 1 ? 'forbidden' : 'insufficient_scope');
  });
});

describe('test keys', () => {
  test('read a separate data set in Form 1', async () => {
    const sandbox = await startTestSandbox(1);
    const live = (await readJson(await get(sandbox, '/api/v1/websites'))).websites as { id: string }[];
    const sample = (await readJson(await get(sandbox, '/api/v1/websites', sandbox.keys.test))).websites as {
      id: string;
    }[];
    expect(sample).toHaveLength(2);
    expect(live.filter(({ id }) => sample.some((other) => other.id === id))).toEqual([]);
    const [{ id } = { id: '' }] = sample;
    expect((await get(sandbox, `/api/v1/authority?websiteId=${id}`, sandbox.keys.test)).status).toBe(200);
    expect((await get(sandbox, pathFor(sandbox, 'authority'), sandbox.keys.test)).status).toBe(404);
  });

  test('read the live data in Form 2', async () => {
    const sandbox = await startTestSandbox(2);
    for (const path of ['/api/v1/websites', pathFor(sandbox, 'citations')]) {
      expect(await readJson(await get(sandbox, path, sandbox.keys.test))).toEqual(
        await readJson(await get(sandbox, path)),
      );
    }
  });
});
