import { describe, expect, it } from 'vitest';
import { type AsyncClient, addDays } from '../../src/index.ts';
import { memoryCache } from '../support/memory-cache.ts';
import { clientOf, closeAfterTest, forms, startSandboxOf } from '../support/sandbox-client.ts';
import { virtualTime } from '../support/virtual-time.ts';

/** The day on which the service and the client stand still. */
const today = '2026-11-21';

async function started(form: 1 | 2) {
  const sandbox = await closeAfterTest(startSandboxOf(form));
  const { host } = await virtualTime(sandbox, `${today}T12:00:00Z`);
  return { sandbox, host };
}

describe.each(forms)('one answer of 90 days, Form %i', (form) => {
  it('serves every narrower window', async () => {
    const { sandbox, host } = await started(form);
    const client = clientOf(sandbox, { form }, { cache: memoryCache().cache, ...host });
    const site = sandbox.websites[0]?.id ?? '';
    const whole = await client.analytics(site, { last: 90 });
    for (const last of [1, 7, 14, 30, 89]) {
      const { value, meta } = await client.analytics(site, { last });
      expect(value.days).toEqual(whole.value.days.slice(-last));
      expect(meta).toMatchObject({
        source: 'fresh',
        spent: 0,
        window: { how: 'sliced', asked: last, given: last },
      });
    }
    const range = { from: addDays(today, -89), to: addDays(today, -80) };
    expect((await client.analytics(site, range)).value.days).toEqual(whole.value.days.slice(0, 10));
    expect((await sandbox.admin.requests()).total).toBe(1);
  });

  it('serves windows of concurrent queries', async () => {
    const { sandbox, host } = await started(form);
    const client = clientOf(sandbox, { form }, host);
    const site = sandbox.websites[0]?.id ?? '';
    const results = await Promise.all([7, 30, 90, 7].map((last) => client.analytics(site, { last })));
    expect(results.map(({ meta }) => meta.spent)).toEqual([1, 0, 0, 0]);
    expect(results.map(({ meta }) => meta.source)).toEqual(['network', 'joined', 'joined', 'joined']);
    expect(results.map(({ value }) => value.days.length)).toEqual([7, 30, 90, 7]);
    expect((await sandbox.admin.requests()).total).toBe(1);
  });

  it('serves three windows and three more figures a website, three times, with four requests a website', async () => {
    const { sandbox, host } = await started(form);
    const client = clientOf(sandbox, { form }, { cache: memoryCache().cache, ...host });
    const sites = sandbox.websites.map((website) => website.id);
    const cell = (ask: AsyncClient, site: string) => [
      ...[7, 30, 90].map((last) => ask.analytics(site, { last })),
      ask.citations(site),
      ask.competitors(site),
      ask.authority(site),
    ];
    await client.websites();
    const lookups = [1, 2, 3].flatMap(() => sites.flatMap((site) => cell(client, site)));
    const results = await Promise.all(lookups);
    const { total } = await sandbox.admin.requests();
    expect(total).toBe(1 + 4 * sites.length);
    expect(results.reduce((sum, { meta }) => sum + meta.spent, 0)).toBe(total - 1);
  });
});

describe('a range outside the last 90 days', () => {
  it('costs a request of its own in Form 1', async () => {
    const { sandbox, host } = await started(1);
    const window = { from: addDays(today, -120), to: addDays(today, -100) };
    const { meta } = await clientOf(sandbox, { form: 1 }, host).analytics(
      sandbox.websites[0]?.id ?? '',
      window,
    );
    expect(meta.window).toMatchObject({ ...window, how: 'native' });
  });
});
