import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import type { AsyncHost, Recipe, RecipeBook } from '../../src/index.ts';
import { memoryCache } from '../support/memory-cache.ts';
import { clientOf, forms, startSandboxOf } from '../support/sandbox-client.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

const [minute, hour] = [60_000, 3_600_000];

/** A cache on a clock that only `pass` moves. */
function keptCache() {
  let at = Date.parse('2026-11-21T05:00:00Z');
  const host: Partial<AsyncHost> = {
    now: () => at,
    wait: async (ms) => {
      at += ms;
    },
    cache: memoryCache().cache,
  };
  return {
    host,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

describe.each(forms)('an older answer in place of a fault, Form %i', (form) => {
  it('is given with its age and the fault at a daily cap, at no further cost', async () => {
    sandbox = await startSandboxOf(form);
    const cache = keptCache();
    const site = sandbox.websites[0]?.id ?? '';
    const ask = () =>
      clientOf(sandbox as RunningSandbox, { form, freshSeconds: 3_600 }, cache.host).authority(site);
    const first = await ask();
    cache.pass(2 * hour);
    await sandbox.admin.setUsage(sandbox.keys.live, { day: 1000 });
    const second = await ask();
    expect(second.value).toEqual(first.value);
    expect(second.meta).toMatchObject({
      source: 'stale',
      fetchedAt: first.meta.fetchedAt,
      spent: 1,
      fault: { kind: 'daily', retryable: true },
    });
    expect((await ask()).meta).toMatchObject({ source: 'stale', spent: 0 });
    expect((await sandbox.admin.requests()).total).toBe(2);
  });

  it('is given after the retries if the service fails', async () => {
    sandbox = await startSandboxOf(form);
    const cache = keptCache();
    const client = clientOf(sandbox, { form, freshSeconds: 60 }, cache.host);
    const { value } = await client.websites();
    cache.pass(hour);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'websites', times: 9 });
    expect(await client.websites()).toMatchObject({
      value,
      meta: { source: 'stale', spent: 3, fault: { kind: 'server' } },
    });
  });

  it('is given with the pointer if the shape changed; the body is fetched again after ten minutes', async () => {
    sandbox = await startSandboxOf(form);
    const cache = keptCache();
    const client = clientOf(sandbox, { form, freshSeconds: 3_600 }, cache.host);
    const site = sandbox.websites[0]?.id ?? '';
    const { value, meta } = await client.competitors(site);
    cache.pass(2 * hour);
    await sandbox.admin.setQuirks({ shares: 'fraction' });
    const asOf = { source: 'stale', fetchedAt: meta.fetchedAt, fault: { kind: 'shape' } };
    const later = await client.competitors(site);
    expect(later).toMatchObject({ value, meta: { ...asOf, spent: 1 } });
    expect(later.meta.fault?.message).toContain('at /');
    cache.pass(9 * minute);
    expect(await client.competitors(site)).toMatchObject({ value, meta: { ...asOf, spent: 0 } });
    cache.pass(2 * minute);
    expect(await client.competitors(site)).toMatchObject({ value, meta: { ...asOf, spent: 1 } });
    await sandbox.admin.setQuirks({ shares: 'percent' });
    cache.pass(11 * minute);
    expect(await client.competitors(site)).toMatchObject({ value, meta: { source: 'network', fault: null } });
  });

  it('is replaced once a recipe reads the changed shape, without a request', async () => {
    sandbox = await startSandboxOf(form);
    const cache = keptCache();
    const before = clientOf(sandbox, { form, freshSeconds: 3_600 }, cache.host);
    const site = sandbox.websites[0]?.id ?? '';
    const { value } = await before.competitors(site);
    cache.pass(2 * hour);
    await sandbox.admin.setQuirks({ shares: 'fraction' });
    await before.competitors(site);
    const { total } = await sandbox.admin.requests();
    cache.pass(30 * minute);
    const changed = JSON.stringify(before.recipes()).replaceAll(' percent"', ' fraction"');
    const recipes = JSON.parse(changed) as RecipeBook;
    const after = clientOf(sandbox, { form, freshSeconds: 3_600, recipes }, cache.host);
    const read = await after.competitors(site);
    expect(read.meta).toMatchObject({ source: 'fresh', spent: 0, fault: null });
    expect(read.value.shareOfVoice).toBeCloseTo(value.shareOfVoice ?? -1, 3);
    expect((await sandbox.admin.requests()).total).toBe(total);
  });

  it('is not given by a recipe that the answer is too old for, even while it is fresh', async () => {
    sandbox = await startSandboxOf(form);
    const site = sandbox.websites[0]?.id ?? '';
    const learning = clientOf(sandbox, { form });
    const { value } = await learning.competitors(site);
    const [learnt] = learning.recipes().competitors ?? [];
    const { decimals: _, witnesses: __, ...recipe } = learnt?.recipe ?? ({} as Recipe);
    const percent = JSON.stringify(recipe);
    const cache = keptCache();
    const open = (recipe: string, validFrom?: number) => {
      const known = { recipe: JSON.parse(recipe), status: 'confirmed', assumes: [], learntAt: 0 } as const;
      const recipes = { competitors: [validFrom === undefined ? known : { ...known, validFrom }] };
      return clientOf(sandbox as RunningSandbox, { form, recipes }, cache.host);
    };
    await sandbox.admin.setQuirks({ shares: 'fraction' });
    await open(percent.replaceAll(' percent"', ' fraction"')).competitors(site);
    await sandbox.admin.setQuirks({ shares: 'percent' });
    const misread = await open(percent).competitors(site);
    expect(misread.value.shareOfVoice).toBeCloseTo((value.shareOfVoice ?? -1) / 100, 4);
    cache.pass(minute);
    const after = open(percent, misread.meta.fetchedAt + 1);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'competitors', times: 3 });
    await expect(after.competitors(site)).rejects.toMatchObject({ kind: 'server' });
    cache.pass(minute);
    const read = await after.competitors(site);
    expect(read.meta).toMatchObject({ source: 'network', fault: null });
    expect(read.value.shareOfVoice).toBeCloseTo(value.shareOfVoice ?? -1, 3);
  });

  it('is not given for a refused key', async () => {
    sandbox = await startSandboxOf(form);
    const cache = keptCache();
    const key = await sandbox.admin.createKey({ plan: 'growth' });
    const ask = () =>
      clientOf(sandbox as RunningSandbox, { form, key, freshSeconds: 60 }, cache.host).websites();
    await ask();
    cache.pass(hour);
    await sandbox.admin.revoke(key);
    await expect(ask()).rejects.toMatchObject({ kind: 'auth.invalid' });
  });

  it('is not given if it is older than allowed', async () => {
    sandbox = await startSandboxOf(form);
    const cache = keptCache();
    const client = clientOf(sandbox, { form, freshSeconds: 60, staleSeconds: 3_600 }, cache.host);
    await client.websites();
    cache.pass(2 * hour);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'websites', times: 9 });
    await expect(client.websites()).rejects.toMatchObject({ kind: 'server' });
  });

  it('has its last days counted from the day of the answer', async () => {
    sandbox = await startSandboxOf(form);
    await sandbox.admin.freezeClock();
    await sandbox.admin.setClock('2026-11-21T05:00:00Z');
    const cache = keptCache();
    const client = clientOf(sandbox, { form }, cache.host);
    const site = sandbox.websites[0]?.id ?? '';
    const first = await client.analytics(site, { last: 7 });
    cache.pass(19 * hour);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'analytics', times: 9 });
    const second = await client.analytics(site, { last: 7 });
    expect(second.value).toEqual(first.value);
    expect(second.meta).toMatchObject({ source: 'stale', window: { from: '2026-11-15', to: '2026-11-21' } });
  });
});
