import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { clientOf, forms, startSandboxOf } from '../support/sandbox-client.ts';
import { virtualTime } from '../support/virtual-time.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

describe.each(forms)('a batch larger than the minute, Form %i', (form) => {
  it('costs one request each and reaches no limit, though others use the key', async () => {
    sandbox = await startSandboxOf(form);
    const { host, passed } = await virtualTime(sandbox);
    await sandbox.admin.setUsage(sandbox.keys.live, { minute: 260 });
    const client = clientOf(sandbox, { form, deadlineMs: 200_000 }, host);
    const sites = sandbox.websites.map((website) => website.id);
    await Promise.all(
      sites.flatMap((site) => [
        client.authority(site),
        client.citations(site),
        client.competitors(site),
        client.analytics(site, { last: 30 }),
      ]),
    );
    const statuses = (await sandbox.admin.requests()).entries.map((entry) => entry.status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(statuses).toHaveLength(sites.length * 4);
    expect(passed()).toBeGreaterThan(49_000);
    expect(passed()).toBeLessThan(75_000);
  });

  it('sends in the next minute no more than fits, however many wait', async () => {
    sandbox = await startSandboxOf(form);
    const { host, passed } = await virtualTime(sandbox);
    const key = await sandbox.admin.createKey({ plan: 'growth' });
    await sandbox.admin.setUsage(key, { minute: 250 });
    const client = clientOf(sandbox, { form, key, deadlineMs: 200_000 }, host);
    const site = sandbox.websites[0]?.id ?? '';
    const others = Array.from({ length: 300 }, (_, at) => client.authority(`${site}-${at}`));
    const outcomes = await Promise.allSettled(others);
    const kinds = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.kind : 'answered',
    );
    expect(new Set(kinds)).toEqual(new Set(['not_found']));
    const statuses = (await sandbox.admin.requests()).entries.map((entry) => entry.status);
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    expect(passed()).toBeLessThan(190_000);
  });

  it('is refused at once for what cannot be sent before the deadline', async () => {
    sandbox = await startSandboxOf(form);
    const { host } = await virtualTime(sandbox);
    await sandbox.admin.setUsage(sandbox.keys.live, { minute: 285 });
    const client = clientOf(sandbox, { form, deadlineMs: 20_000 }, host);
    await client.websites();
    await expect(client.authority(sandbox.websites[0]?.id ?? '')).rejects.toMatchObject({
      kind: 'budget',
      spent: 0,
      retryable: true,
      retryAt: Date.parse('2026-11-21T05:01:00Z') + 50,
      message: expect.stringMatching(/2026-11-21 05:01:00 UTC/),
    });
    expect((await sandbox.admin.requests()).total).toBe(1);
  });
});

describe.each(['clock', 'first-call', 'sliding', 'token-bucket'] as const)(
  'a minute that the service counts by %s',
  (minuteWindow) => {
    it.each([0, 40])(
      'is never exceeded by 120 concurrent queries, while others send %i a minute',
      async (used) => {
        sandbox = await startSandbox({ form: 1, seed: 7, quirks: { minuteWindow } });
        const { keys, admin, websites } = sandbox;
        const setUsage = () =>
          used === 0 ? Promise.resolve() : admin.setUsage(keys.starter, { minute: used });
        let minute = Math.floor(Date.parse('2026-11-21T05:00:10Z') / 60_000);
        const { host } = await virtualTime(sandbox, '2026-11-21T05:00:10Z', async (at) => {
          const present = Math.floor(at / 60_000);
          if (present !== minute) await setUsage();
          minute = present;
        });
        await setUsage();
        const client = clientOf(sandbox, { form: 1, key: keys.starter, deadlineMs: 3_600_000 }, host);
        const asked = Array.from({ length: 120 }, (_, at) => client.authority(`${websites[0]?.id}-${at}`));
        const kinds = (await Promise.allSettled(asked)).map(
          (one) => one.status === 'rejected' && one.reason.kind,
        );
        expect(new Set(kinds)).toEqual(new Set(['not_found']));
        const statuses = (await admin.requests()).entries.map((entry) => entry.status);
        expect(statuses.filter((status) => status === 429)).toEqual([]);
        expect(statuses).toHaveLength(120);
      },
    );
  },
);
