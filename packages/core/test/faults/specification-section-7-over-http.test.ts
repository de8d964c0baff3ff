import type { RunningSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../src/index.ts';
import { clientOf, forms, startSandboxOf } from '../support/sandbox-client.ts';

async function faultOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await promise;
  } catch (thrown) {
    if (isApiError(thrown)) {
      const { kind, status, code, message, spent, retryAt, retryable } = thrown;
      return { kind, status, code, message, spent, retryAt, retryable };
    }
    throw thrown;
  }
  throw new Error('No fault was thrown.');
}

describe.each(forms)('a client of Form %i', (form) => {
  let sandbox: RunningSandbox;
  let site: string;
  beforeAll(async () => {
    sandbox = await startSandboxOf(form);
    site = sandbox.websites[0]?.id ?? '';
  });
  afterAll(() => sandbox.close());

  const client = (key: keyof RunningSandbox['keys'], options: object = {}) =>
    clientOf(sandbox, { key: sandbox.keys[key], form, ...options });

  it('throws auth.invalid for a revoked key after one request', async () => {
    expect(await faultOf(client('revoked').websites())).toMatchObject({
      kind: 'auth.invalid',
      status: 401,
      code: 'invalid_key',
      spent: 1,
    });
  });

  it('throws forbidden for a missing scope after one request', async () => {
    const code = form === 1 ? 'forbidden' : 'insufficient_scope';
    expect(await faultOf(client('unscoped').authority(site))).toMatchObject({
      kind: 'forbidden',
      status: 403,
      code,
      spent: 1,
    });
  });

  it("throws not_found for another team's website after one request, and names the website", async () => {
    expect(await faultOf(client('otherTeam').authority(site))).toMatchObject({
      kind: 'not_found',
      status: 404,
      code: 'not_found',
      spent: 1,
      message: expect.stringContaining(site),
    });
  });

  it('throws daily at the daily cap after one request, and states when it ends', async () => {
    await sandbox.admin.setUsage(sandbox.keys.growth, { day: 1000 });
    const fault = await faultOf(client('growth').websites());
    expect(fault).toMatchObject({
      kind: 'daily',
      status: 429,
      code: form === 1 ? 'rate_limited' : 'daily_quota_exceeded',
      spent: 1,
    });
    expect(new Date(fault.retryAt as number).toISOString()).toMatch(/T00:00:/);
    await sandbox.admin.setUsage(sandbox.keys.growth, { day: 0 });
  });

  it('waits at the burst limit for Retry-After and no shorter, and gets the answer', async () => {
    await sandbox.admin.setUsage(sandbox.keys.enterprise, { minute: 1000 });
    const waits: number[] = [];
    const patient = clientOf(
      sandbox,
      { key: sandbox.keys.enterprise, form, deadlineMs: 120_000 },
      {
        wait: async (ms) => {
          waits.push(ms);
          await sandbox.admin.setUsage(sandbox.keys.enterprise, { minute: 0 });
        },
      },
    );
    const result = await patient.websites();
    expect(result.meta.spent).toBe(2);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
  });

  it('throws burst after one request if the wait exceeds the deadline, with retryAt', async () => {
    await sandbox.admin.setUsage(sandbox.keys.enterprise, { minute: 1000 });
    expect(await faultOf(client('enterprise', { deadlineMs: 900 }).websites())).toMatchObject({
      kind: 'burst',
      code: 'rate_limited',
      spent: 1,
      retryAt: expect.any(Number),
    });
    await sandbox.admin.setUsage(sandbox.keys.enterprise, { minute: 0 });
  });

  it('retries a 500 twice, then gives the answer or throws the fault', async () => {
    await sandbox.admin.fault({ fault: 'status', endpoint: 'websites', times: 1 });
    const quick = { wait: async () => undefined };
    expect((await clientOf(sandbox, { form }, quick).websites()).meta.spent).toBe(2);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'websites', times: 9 });
    expect(await faultOf(clientOf(sandbox, { form }, quick).websites())).toMatchObject({
      kind: 'server',
      status: 500,
      code: 'server_error',
      spent: 3,
    });
    expect(await faultOf(clientOf(sandbox, { form, retries: 0 }, quick).websites())).toMatchObject({
      kind: 'server',
      spent: 1,
    });
    await sandbox.admin.clearFaults();
  });

  it('takes neither an HTML page with 200 nor a truncated body for success', async () => {
    await sandbox.admin.fault({ fault: 'html', endpoint: 'websites', times: 1 });
    expect(await faultOf(client('live').websites())).toMatchObject({
      kind: 'bad_body',
      status: 200,
      message: expect.stringContaining('HTML'),
    });
    await sandbox.admin.fault({ fault: 'cut', endpoint: 'websites', times: 1 });
    expect(await faultOf(client('live').websites())).toMatchObject({
      kind: 'bad_body',
      message: expect.stringContaining('breaks off'),
    });
  });

  it('retries a broken connection and a slow answer, and ends a hanging one at the timeout', async () => {
    const patient = () => clientOf(sandbox, { form, timeoutMs: 200 }, { wait: async () => undefined });
    for (const fault of ['reset', 'hang'] as const) {
      await sandbox.admin.fault({ fault, endpoint: 'websites', times: 1 });
      expect((await patient().websites()).meta.spent).toBe(2);
    }
    await sandbox.admin.fault({ fault: 'hang', endpoint: 'websites', times: 1 });
    expect(await faultOf(client('live', { timeoutMs: 200, deadlineMs: 4_000 }).websites())).toMatchObject({
      kind: 'timeout',
      status: null,
    });
  });

  it('throws transport and names the host if no server listens', async () => {
    const down = clientOf(sandbox, { baseUrl: 'http://127.0.0.1:9', retries: 0 });
    expect(await faultOf(down.websites())).toMatchObject({
      kind: 'transport',
      message: expect.stringContaining('127.0.0.1:9'),
    });
  });

  it('throws bad_body for a wrong path, with the advice to check the address', async () => {
    const wrong = clientOf(sandbox, { baseUrl: `${sandbox.baseUrl}/elsewhere`, form, retries: 0 });
    expect((await faultOf(wrong.websites())).message).toMatch(/Check the service address/);
  });
});

describe('a client refuses before it sends', () => {
  it.each([
    ['', 'auth.missing', /No API key/],
    ['rsc_live_abcdefghijklmnop', 'auth.invalid', /Content API/],
    ['sk-12345', 'auth.invalid', /rs_live_/],
    ['rs_live_ab cd', 'auth.invalid', /rs_live_/],
  ])('the key %j', (key, kind, message) => {
    expect(() => clientOf({ baseUrl: 'http://127.0.0.1:1', keys: { live: key } } as RunningSandbox)).toThrow(
      expect.objectContaining({ kind, message: expect.stringMatching(message) }),
    );
  });

  it.each(['', 'example.com', 'ftp://example.com', 'https://user:pw@example.com', 'https://example.com?x=1'])(
    'the address %j',
    (baseUrl) => {
      expect(() => clientOf({ baseUrl, keys: { live: 'rs_live_abcdefghijkl' } } as RunningSandbox)).toThrow(
        /address/,
      );
    },
  );
});
