import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AsyncHost } from '../../src/index.ts';
import { memoryCache } from '../support/memory-cache.ts';
import { clientOf, closeAfterTest, forms, startSandboxOf } from '../support/sandbox-client.ts';

const hour = 3_600_000;

/** A store with a cache before it that has lost everything, but for slots whose names match. */
function tiers(cached = /^$/) {
  const { kept, cache } = memoryCache();
  const reads: ('any' | 'consistent')[] = [];
  let at = Date.parse('2026-11-21T05:00:00Z');
  let lockable = true;
  const host: Partial<AsyncHost> = {
    now: () => at,
    wait: async (ms) => {
      at += ms;
    },
    cache: {
      ...cache,
      get: async (keys, consistent) => {
        reads.push(consistent ? 'consistent' : 'any');
        return keys.map((key) => (consistent || cached.test(key) ? (kept.get(key) ?? null) : null));
      },
    },
    lock: {
      acquire: async (patienceMs) => {
        if (!lockable) at += patienceMs;
        return lockable;
      },
      release: async () => undefined,
    },
  };
  return {
    host,
    reads,
    pass: (ms: number) => {
      at += ms;
    },
    contend: () => {
      lockable = false;
    },
  };
}

describe.each(forms)('an answer that a plain cache read misses, Form %i', (form) => {
  let sandbox: RunningSandbox;
  let site: string;
  beforeEach(async () => {
    sandbox = await startSandboxOf(form);
    await sandbox.admin.freezeClock();
    await sandbox.admin.setClock('2026-11-21T05:00:00Z');
    site = sandbox.websites[0]?.id ?? '';
  });
  afterEach(() => sandbox.close());

  const spent = async () => (await sandbox.admin.requests()).total;

  it('is found under the lock by one consistent read', async () => {
    const { host, reads } = tiers();
    const ask = () => clientOf(sandbox, { form }, host).authority(site);
    await ask();
    reads.length = 0;
    expect((await ask()).meta.source).toBe('fresh');
    expect(reads).toEqual(['any', 'consistent']);
    expect(await spent()).toBe(1);
  });

  it('is read by a later recipe, with and without the lock', async () => {
    const { host, contend } = tiers();
    const unlearnt = { ...host, learn: async () => ({ clear: false, drafts: [], reason: 'no recipe' }) };
    await expect(clientOf(sandbox, { form }, unlearnt).authority(site)).rejects.toMatchObject({
      kind: 'shape',
    });
    const ask = () => clientOf(sandbox, { form }, host).authority(site);
    expect((await ask()).meta).toMatchObject({ source: 'fresh', spent: 0 });
    contend();
    expect((await ask()).meta).toMatchObject({ source: 'fresh', spent: 0 });
    expect(await spent()).toBe(1);
  });

  it('is found without the lock by an asker that cannot get it at once', async () => {
    const { host, reads, contend } = tiers();
    const ask = () => clientOf(sandbox, { form }, host).authority(site);
    await ask();
    reads.length = 0;
    contend();
    expect((await ask()).meta.source).toBe('fresh');
    expect(reads).toEqual(['any', 'consistent']);
    expect(await spent()).toBe(1);
  });

  it('is found after one wait if the cache kept only the claim that it ended', async () => {
    const { host, reads } = tiers(/^as3:minute/);
    const ask = () => clientOf(sandbox, { form }, host).authority(site);
    await ask();
    reads.length = 0;
    expect((await ask()).meta.source).toBe('joined');
    expect(reads).toEqual(['any', 'consistent']);
    expect(await spent()).toBe(1);
  });

  it("costs an asker without the lock one consistent read more than the lock's owner", async () => {
    const { host, reads, contend } = tiers();
    contend();
    const { meta } = await clientOf(sandbox, { form }, host).authority(site);
    expect(meta.source).toBe('network');
    expect(reads.filter((kind) => kind === 'consistent')).toHaveLength(2);
  });

  it.each([
    ['minute', 300, 'burst'],
    ['day', 1_000, 'daily'],
  ] as const)('is given if the %s is used up', async (limit, used, kind) => {
    const { host, reads, pass } = tiers(/^as3:block/);
    const ask = (at: number) =>
      clientOf(sandbox, { form, retries: 0 }, host).authority(sandbox.websites[at]?.id ?? '');
    const first = await ask(0);
    const second = await ask(1);
    pass(8 * hour);
    await sandbox.admin.advanceClock(8 * hour);
    await sandbox.admin.setUsage(sandbox.keys.live, { [limit]: used });
    expect((await ask(0)).meta).toMatchObject({ source: 'stale', fetchedAt: first.meta.fetchedAt, spent: 1 });
    reads.length = 0;
    const kept = await ask(1);
    expect(kept).toMatchObject({
      value: second.value,
      meta: { source: 'stale', fetchedAt: second.meta.fetchedAt, spent: 0, fault: { kind } },
    });
    expect(reads).toEqual(['any', 'consistent']);
    await expect(ask(2)).rejects.toMatchObject({ kind, spent: 0 });
    expect(await spent()).toBe(3);
  });

  it('is given if another asker has no answer before the deadline', async () => {
    const { host, pass } = tiers(/:s$/);
    const ask = (more: Partial<AsyncHost> = {}) =>
      clientOf(sandbox, { form, deadlineMs: 2_000 }, { ...host, ...more }).authority(site);
    const { fetchedAt } = (await ask()).meta;
    pass(8 * hour);
    void ask({ send: () => new Promise<never>(() => undefined) });
    await new Promise((resolve) => setImmediate(resolve));
    expect((await ask()).meta).toMatchObject({ source: 'stale', fetchedAt, fault: { kind: 'pending' } });
    expect(await spent()).toBe(1);
  });

  it('is given while the client is paused, by one consistent read', async () => {
    const { host, reads, pass } = tiers();
    const ask = (paused: boolean) => clientOf(sandbox, { form, paused }, host).authority(site);
    const { fetchedAt } = (await ask(false)).meta;
    pass(8 * hour);
    reads.length = 0;
    expect((await ask(true)).meta).toMatchObject({ source: 'stale', fetchedAt });
    expect(reads).toEqual(['consistent']);
  });
});

it('an answer that a plain cache read finds needs no consistent read', async () => {
  const { host, reads } = tiers(/./);
  const sandbox = await closeAfterTest(startSandboxOf(1));
  const ask = () => clientOf(sandbox, { form: 1 }, host).authority(sandbox.websites[0]?.id ?? '');
  await ask();
  reads.length = 0;
  await ask();
  expect(reads).toEqual(['any']);
});
