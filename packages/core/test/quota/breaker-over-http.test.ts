import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { clientOf, forms, startSandboxOf } from '../support/sandbox-client.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

describe.each(forms)('a client without a cache, Form %i', (form) => {
  const requests = async () => (await sandbox?.admin.requests())?.total;

  it('sends nothing for ten more queries after the daily cap', async () => {
    // A day that ends in two minutes looks like a minute.
    sandbox = await startSandboxOf(form, { now: '2026-11-21T05:00:00Z' });
    await sandbox.admin.setUsage(sandbox.keys.live, { day: 1000 });
    const client = clientOf(sandbox, { form });
    await expect(client.websites()).rejects.toMatchObject({ kind: 'daily', spent: 1 });
    for (const { id } of sandbox.websites.slice(0, 10)) {
      await expect(client.authority(id)).rejects.toMatchObject({ kind: 'daily', spent: 0 });
    }
    expect(await requests()).toBe(1);
  });

  it('sends one request with a refused key', async () => {
    sandbox = await startSandboxOf(form);
    const client = clientOf(sandbox, { form, key: sandbox.keys.revoked });
    await expect(client.websites()).rejects.toMatchObject({ kind: 'auth.invalid', spent: 1 });
    await expect(client.authority('ws_any')).rejects.toMatchObject({ kind: 'auth.invalid', spent: 0 });
    expect(await requests()).toBe(1);
  });

  it('sends one request to a forbidden endpoint, and asks the other endpoints', async () => {
    sandbox = await startSandboxOf(form);
    const [a, b] = sandbox.websites.map((website) => website.id);
    const key = await sandbox.admin.createKey({ plan: 'growth', scopes: ['websites:read'] });
    const client = clientOf(sandbox, { form, key });
    const faults: unknown[] = [];
    for (const site of [a, b, a]) await client.authority(site ?? '').catch((thrown) => faults.push(thrown));
    expect(faults).toMatchObject([
      { kind: 'forbidden', spent: 1 },
      { kind: 'forbidden', spent: 0 },
      { kind: 'forbidden', spent: 0 },
    ]);
    expect(await requests()).toBe(1);
    await client.websites();
    expect(await requests()).toBe(2);
  });

  it('sends other queries after an unknown website', async () => {
    sandbox = await startSandboxOf(form);
    const client = clientOf(sandbox, { form });
    await expect(client.authority('ws_nobody')).rejects.toMatchObject({ kind: 'not_found' });
    expect((await client.authority(sandbox.websites[0]?.id ?? '')).meta.spent).toBe(1);
  });
});
