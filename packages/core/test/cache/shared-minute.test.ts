import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import type { AsyncHost } from '../../src/index.ts';
import { memoryCache } from '../support/memory-cache.ts';
import { clientOf, startSandboxOf } from '../support/sandbox-client.ts';
import { virtualTime } from '../support/virtual-time.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

/** Clients of one key that share a cache, as executions of Apps Script do. */
async function startExecutions(usedBefore: number) {
  sandbox = await startSandboxOf(form);
  const running = sandbox;
  const { host, passed } = await virtualTime(running);
  const key = await running.admin.createKey({ plan: 'starter', team: 'many' });
  await running.admin.setUsage(key, { minute: usedBefore });
  const { cache } = memoryCache();
  let held: Promise<void> = Promise.resolve();
  /** One lock for all clients, first come, first served. */
  const openLock = (): NonNullable<AsyncHost['lock']> => {
    let free = (): void => {};
    return {
      async acquire() {
        const before = held;
        const next = new Promise<void>((resolve) => {
          free = resolve;
        });
        held = next;
        await before;
        return true;
      },
      release: async () => free(),
    };
  };
  const open = (deadlineMs: number, own: Partial<AsyncHost> = {}) =>
    clientOf(
      running,
      { form, key, deadlineMs, timeoutMs: deadlineMs },
      { ...host, cache, lock: openLock(), ...own },
    );
  const sites = (await clientOf(running, { form, key }, host).websites()).value.map(({ id }) => id);
  await running.admin.resetRequests();
  const statuses = async () => (await running.admin.requests()).entries.map(({ status }) => status);
  return { open, sites, statuses, passed, host };
}

/** The smallest plan that may call the API is in Form 1 (specification §1). */
const form = 1;

it('a client keeps only its running claims in the minute of all executions', async () => {
  sandbox = await startSandboxOf(form);
  const { kept, cache } = memoryCache();
  const client = clientOf(sandbox, { form }, { cache });
  for (const { id } of sandbox.websites) await client.authority(id);
  const minute = [...kept].find(([key]) => key.startsWith('as3:minute:'))?.[1] ?? '{}';
  expect(sandbox.websites.length).toBeGreaterThan(2);
  expect(Object.keys((JSON.parse(minute) as { claims: object }).claims)).toHaveLength(1);
});

describe('executions that share a cache', () => {
  it.each([0, 20, 45])('never exceed the minute together, after %i requests of others', async (used) => {
    const { open, sites, statuses } = await startExecutions(used);
    const answers = await Promise.allSettled(
      sites.slice(0, 120).map((site) => open(200_000).authority(site)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'fulfilled'));
    const all = await statuses();
    expect(all.filter((status) => status !== 200)).toEqual([]);
    expect(all).toHaveLength(120);
  });

  it('are refused without a request once the others have used the minute up, until it ends', async () => {
    const { open, sites, statuses } = await startExecutions(0);
    const ask = (from: number, to: number) =>
      Promise.allSettled(sites.slice(from, to).map((site) => open(15_000).citations(site)));
    const first = await ask(0, 80);
    const answered = first.filter(({ status }) => status === 'fulfilled').length;
    expect(answered).toBeGreaterThanOrEqual(50);
    const [late] = await ask(100, 101);
    expect(late).toMatchObject({ status: 'rejected', reason: { kind: 'budget', spent: 0 } });
    expect(await statuses()).toEqual(Array.from({ length: answered }, () => 200));
  });

  it('do not wait for requests that others had no time left to send', async () => {
    const { open, sites, statuses, passed, host } = await startExecutions(0);
    const lateLock = {
      async acquire() {
        await host.wait?.(3_000);
        return true;
      },
      release: async () => undefined,
    };
    for (const site of sites.slice(0, 5))
      await expect(open(2_000, { lock: lateLock }).authority(site)).rejects.toMatchObject({
        kind: 'timeout',
        spent: 0,
      });
    const from = passed();
    await open(2_000).authority(sites[5] ?? '');
    expect(passed()).toBe(from);
    expect(await statuses()).toEqual([200]);
  });

  it('do not wait for an answer of this minute once a late one of the last minute came after it', async () => {
    const { open, sites, passed, host } = await startExecutions(0);
    const slowHost: Partial<AsyncHost> = {
      async send(requests) {
        await host.wait?.(65_000);
        return host.send?.(requests) ?? [];
      },
    };
    const slow = open(100_000, slowHost).authority(sites[0] ?? '');
    await Promise.all(sites.slice(1, 55).map((site) => open(100_000).authority(site)));
    expect(passed()).toBeGreaterThan(50_000);
    await slow;
    const from = passed();
    expect(from).toBeGreaterThanOrEqual(65_000);
    await open(2_000).authority(sites[60] ?? '');
    expect(passed()).toBe(from);
  });
});
