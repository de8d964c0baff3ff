import type { RunningSandbox } from '@answershare/sandbox';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { arrived, delayOf, departed, halted, resumed, startingPacer } from '../../src/quota/pacer.ts';
import { clientOf, forms, startForm } from '../forms.ts';
import { virtualTime } from '../virtual-time.ts';

let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

const told = (limit: number | null, remaining: number | null, resetAt: number | null = null) => ({
  limit,
  remaining,
  resetAt,
  unit: null,
  sure: true,
});

describe.each(forms)('a batch larger than the minute, Form %i', (form) => {
  it('costs one request each and meets no limit, though others use the key', async () => {
    sandbox = await startForm(form);
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

  it('goes on in the next minute with no more than fits, however many wait', async () => {
    sandbox = await startForm(form);
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

  it('tells at once what would not go before the deadline, and sends nothing', async () => {
    sandbox = await startForm(form);
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

describe('the pace of a minute', () => {
  it('before the first answer ten may be under way', () => {
    let pacer = startingPacer(null);
    for (let sent = 0; sent < 10; sent++) {
      expect(delayOf(pacer, 0)).toBe(0);
      pacer = departed(pacer, 0);
    }
    expect(delayOf(pacer, 0)).toBeGreaterThan(0);
    expect(delayOf(arrived(pacer, told(60, 59), 0, 1), 1)).toBe(0);
  });

  it('a plan seeds it, and a tenth is kept', () => {
    let pacer = startingPacer(60);
    for (let sent = 0; sent < 54; sent++) {
      expect(delayOf(pacer, 0)).toBe(0);
      pacer = arrived(departed(pacer, 0), null, 0, 0);
    }
    expect(delayOf(pacer, 0)).toBe(60_050);
    expect(delayOf(pacer, 60_000)).toBe(0);
  });

  it('without a Limit header what is left tells it', () => {
    const pacer = arrived(departed(startingPacer(null), 0), told(null, 19, 3_000), 0, 10);
    expect(pacer.limit).toBe(20);
    expect(pacer.endsAt).toBe(3_000);
  });

  it('without any header it is that of the smallest plan', () => {
    let pacer = arrived(departed(startingPacer(null), 0), told(null, null), 0, 0);
    for (let sent = 1; sent < 54; sent++) pacer = departed(pacer, 0);
    expect(delayOf(pacer, 0)).toBeGreaterThan(59_000);
  });

  it('what others sent counts', () => {
    const pacer = arrived(departed(startingPacer(60), 0), told(60, 19), 0, 0);
    expect(pacer.others).toBe(40);
  });

  it('answers out of order do not make others of us', () => {
    let pacer = startingPacer(60);
    for (let sent = 0; sent < 10; sent++) pacer = departed(pacer, 0);
    for (const left of [50, 59, 55, 51]) pacer = arrived(pacer, told(60, left), 0, 1);
    expect(pacer.others).toBe(0);
  });

  it('an answer of an earlier window says nothing of this one', () => {
    let pacer = departed(startingPacer(60), 0);
    pacer = departed(pacer, 61_000);
    expect(arrived(pacer, told(60, 0, 62_000), 0, 61_100)).toMatchObject({ others: 0, endsAt: 121_000 });
  });

  it('a refusal stops it until the wait is over', () => {
    const pacer = halted(departed(startingPacer(60), 0), 9_000);
    expect(delayOf(pacer, 5_000)).toBe(4_050);
    expect(delayOf(resumed(pacer), 5_000)).toBe(0);
  });

  it('never lets more go in a window than the limit less a tenth, whatever the answers say', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 9_000 }), left: fc.option(fc.nat(80)) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.array(step, { maxLength: 120 }), (limit, steps) => {
        let pacer = startingPacer(limit);
        let now = 0;
        let gone = 0;
        for (const { wait, left } of steps) {
          now += wait;
          if (delayOf(pacer, now) === 0) {
            pacer = departed(pacer, now);
            if (pacer.sent === 1) gone = 0;
            gone += 1;
            pacer = arrived(pacer, told(limit, left === null ? null : Math.min(left, limit)), now, now);
          }
          expect(gone).toBeLessThanOrEqual(Math.max(1, limit - Math.floor(limit / 10)));
        }
      }),
      { numRuns: 500 },
    );
  });
});
