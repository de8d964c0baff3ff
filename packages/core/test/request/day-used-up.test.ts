import { startSandbox } from '@answershare/sandbox';
import { describe, expect, it } from 'vitest';
import { unknownProfile } from '../../src/dialects/profile.ts';
import { readOutcomeLimits } from '../../src/faults/classify-fault.ts';
import { type LimitFields, specifiedLimits, unknownRateState } from '../../src/quota/limits-recipe.ts';
import { clientOf, closeAfterTest, forms } from '../support/sandbox-client.ts';
import { faultOf, start, startScriptedService } from '../support/scripted-client.ts';

const score = '{"websiteId":"ws_1","score":7}';
const hour = 3_600_000;
const midnight = Date.parse('2026-11-22T00:00:00Z');

/** A service whose first answer states its day, with any status and text. */
const after = (headers: Readonly<Record<string, string>>, status = 200, text = score) =>
  startScriptedService((_, serial) => (serial === 1 ? { status, headers, text } : { text: score }));

describe('an answer with no request of the day left', () => {
  const used = { 'x-dailyquota-remaining': '0' };

  it('is given, and no other request is sent until the reset', () => {
    const service = after({ ...used, 'x-dailyquota-reset': '2026-11-22T00:00:00Z' });
    const client = service.client({ form: 1 });
    expect(client.authority('ws_1').value.score).toBe(7);
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({
      kind: 'daily',
      status: null,
      retryAt: midnight,
      retryable: true,
      spent: 0,
      message:
        "The day's requests for this key are used up until 2026-11-22 00:00:00 UTC. Wait, or use a larger plan.",
    });
    service.pass(midnight - start - 1);
    expect(faultOf(() => client.websites())).toMatchObject({ kind: 'daily', spent: 0 });
    service.pass(1);
    expect(client.authority('ws_1').meta.spent).toBe(1);
    expect(service.asked).toHaveLength(2);
  });

  it.each<[why: string, reset: string | null]>([
    ['there is no reset', null],
    ['the reset may mean two things', '54000'],
    ['the reset is past', '2026-11-21T04:00:00Z'],
    ['the reset is now', '2026-11-21T05:00:00Z'],
    ['the reset names no zone', '2026-11-22 00:00:00'],
  ])('holds for an hour if %s', (_, reset) => {
    const service = after({ ...used, ...(reset === null ? {} : { 'x-dailyquota-reset': reset }) });
    const client = service.client({ form: 1 });
    client.authority('ws_1');
    service.pass(hour - 1);
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({
      kind: 'daily',
      retryAt: null,
      retryable: true,
      spent: 0,
    });
    service.pass(1);
    client.authority('ws_1');
    expect(service.asked).toHaveLength(2);
  });

  it.each<[Record<string, string>, LimitFields]>([
    [{ ratelimit: '"daily";r=0;t=54000' }, { remaining: ['ratelimit', 'count', 'r', '"daily"'] }],
    [{ 'x-ratelimit-remaining-day': '0.4' }, { remaining: ['x-ratelimit-remaining-day', 'count'] }],
    [
      { allotted: '500', spent: '500' },
      { limit: ['allotted', 'count'], used: ['spent', 'count'] },
    ],
  ])('is recognised for %j by a recipe with these headers', (headers, day) => {
    const profile = { ...unknownProfile, limits: { ...specifiedLimits, day: [day] } };
    const client = after(headers).client({ form: 1, profile });
    client.authority('ws_1');
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind: 'daily', spent: 0 });
  });

  it.each([
    [{ 'x-dailyquota-remaining': '1' }],
    [{ 'x-dailyquota-limit': '0', 'x-dailyquota-remaining': '0' }],
    [{ 'x-dailyquota-limit': '500' }],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-11-21T05:00:00Z' }],
  ])('is not recognised by %j', (headers) => {
    const client = after(headers as unknown as Record<string, string>).client({
      form: 1,
      deadlineMs: 90_000,
    });
    client.authority('ws_1');
    expect(faultOf(() => client.authority('ws_1'))).toBeNull();
  });

  it('may have any counted status', () => {
    const missing = '{"error":{"code":"not_found","message":"No."}}';
    const client = after(used, 404, missing).client({ form: 1 });
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind: 'not_found', spent: 1 });
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind: 'daily', spent: 0 });
  });

  it.each([
    [401, 'invalid_key', 'auth.invalid'],
    [403, 'forbidden', 'forbidden'],
    [429, 'daily_quota_exceeded', 'daily'],
  ] as const)('changes nothing for %i %s', (status, code, kind) => {
    const text = `{"error":{"code":"${code}","message":"No."}}`;
    const client = after({ ...used, 'retry-after': '5' }, status, text).client({ form: 1 });
    for (const spent of [1, 0])
      expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind, status, spent });
  });

  it('holds for all who share the cache, and a fresh answer is still given', () => {
    const service = after(used);
    service.client({ form: 1 }, true).authority('ws_1');
    const other = service.client({ form: 1 }, true);
    expect(other.authority('ws_1').meta).toMatchObject({ source: 'fresh', spent: 0 });
    expect(faultOf(() => other.citations('ws_1'))).toMatchObject({ kind: 'daily', spent: 0 });
    expect(service.asked).toHaveLength(1);
  });

  it('ends the retries of a failure', () => {
    const service = after(used, 500, '{"error":{"code":"server_error","message":"No."}}');
    const client = service.client({ form: 1, retries: 2 });
    expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind: 'daily', spent: 1 });
  });
});

it('the only limit headers of a refusal for the day describe the day', () => {
  const limits = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0' };
  const headers = { ...limits, 'x-ratelimit-reset': '2026-11-22T00:00:00Z' };
  const text = '{"error":{"code":"rate_limited","message":"The daily quota is used up."}}';
  const service = after(headers, 429, text);
  const client = service.client({ form: 1 });
  expect(faultOf(() => client.authority('ws_1'))).toMatchObject({ kind: 'daily', retryAt: midnight });
  const answer = { ok: true, status: 429, headers, text } as const;
  const [none, minute] = [unknownRateState.minute, { limit: 1_000, remaining: 0 }];
  expect(readOutcomeLimits(specifiedLimits, answer, start)).toMatchObject({
    minute: none,
    day: { ...minute, resetAt: midnight },
  });
  for (const other of [
    { ...answer, text: '{"error":{"code":"rate_limited","message":"Wait 20 seconds."}}' },
    { ...answer, status: 200, text: score },
  ])
    expect(readOutcomeLimits(specifiedLimits, other, start)).toMatchObject({ minute, day: none });
  const withDay = { ...answer, headers: { ...headers, 'x-dailyquota-remaining': '0' } };
  expect(readOutcomeLimits(specifiedLimits, withDay, start)).toMatchObject({ minute, day: { remaining: 0 } });
});

it.each(forms)('Form %i: the last request of the day is the last one sent', async (form) => {
  const sandbox = await closeAfterTest(startSandbox({ form, seed: 7, quirks: { dailyFamily: 'together' } }));
  await sandbox.admin.setUsage(sandbox.keys.live, { day: 999 });
  const client = clientOf(sandbox, { form });
  expect((await client.websites()).meta.spent).toBe(1);
  for (const { id } of sandbox.websites.slice(0, 3))
    await expect(client.authority(id)).rejects.toMatchObject({ kind: 'daily', spent: 0 });
  expect((await sandbox.admin.requests()).total).toBe(1);
});
