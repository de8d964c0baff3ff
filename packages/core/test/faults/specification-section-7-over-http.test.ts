import type { RunningSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../src/index.ts';
import { clientOf, forms, startForm } from '../forms.ts';

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

describe.each(forms)('errors in Form %i', (form) => {
  let sandbox: RunningSandbox;
  let site: string;
  beforeAll(async () => {
    sandbox = await startForm(form);
    site = sandbox.websites[0]?.id ?? '';
  });
  afterAll(() => sandbox.close());

  const client = (key: keyof RunningSandbox['keys'], options: object = {}) =>
    clientOf(sandbox, { key: sandbox.keys[key], form, ...options });

  it('revoked key: auth.invalid, one request', async () => {
    expect(await faultOf(client('revoked').websites())).toMatchObject({
      kind: 'auth.invalid',
      status: 401,
      code: 'invalid_key',
      spent: 1,
    });
  });

  it('scope missing: forbidden, one request', async () => {
    const code = form === 1 ? 'forbidden' : 'insufficient_scope';
    expect(await faultOf(client('unscoped').authority(site))).toMatchObject({
      kind: 'forbidden',
      status: 403,
      code,
      spent: 1,
    });
  });

  it('website of another team: not_found, one request, named in the sentence', async () => {
    expect(await faultOf(client('otherTeam').authority(site))).toMatchObject({
      kind: 'not_found',
      status: 404,
      code: 'not_found',
      spent: 1,
      message: expect.stringContaining(site),
    });
  });

  it('the daily cap: daily, one request, and when it ends', async () => {
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

  it('the burst limit: waited out for Retry-After and no shorter, then answered', async () => {
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

  it('the burst limit beyond the deadline: burst, one request, retryAt instead of a wait', async () => {
    await sandbox.admin.setUsage(sandbox.keys.enterprise, { minute: 1000 });
    expect(await faultOf(client('enterprise', { deadlineMs: 900 }).websites())).toMatchObject({
      kind: 'burst',
      code: 'rate_limited',
      spent: 1,
      retryAt: expect.any(Number),
    });
    await sandbox.admin.setUsage(sandbox.keys.enterprise, { minute: 0 });
  });

  it('500: two retries, then an answer or the fault', async () => {
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

  it('an HTML page with 200 and a body that breaks off are no success', async () => {
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

  it('a connection that breaks is retried; one that hangs ends at the timeout', async () => {
    await sandbox.admin.fault({ fault: 'reset', endpoint: 'websites', times: 1 });
    expect((await clientOf(sandbox, { form }, { wait: async () => undefined }).websites()).meta.spent).toBe(
      2,
    );
    await sandbox.admin.fault({ fault: 'hang', endpoint: 'websites', times: 1 });
    expect(await faultOf(client('live', { timeoutMs: 200 }).websites())).toMatchObject({
      kind: 'timeout',
      status: null,
    });
  });

  it('nothing listens: transport, and the host is named', async () => {
    const down = clientOf(sandbox, { baseUrl: 'http://127.0.0.1:9', retries: 0 });
    expect(await faultOf(down.websites())).toMatchObject({
      kind: 'transport',
      message: expect.stringContaining('127.0.0.1:9'),
    });
  });

  it('a wrong path: bad_body with the advice to check the address', async () => {
    const wrong = clientOf(sandbox, { baseUrl: `${sandbox.baseUrl}/elsewhere`, form, retries: 0 });
    expect((await faultOf(wrong.websites())).message).toMatch(/Check the service address/);
  });
});

describe('before anything is sent', () => {
  it.each([
    ['', 'auth.missing', /No API key/],
    ['rsc_live_abcdefghijklmnop', 'auth.invalid', /Content API/],
    ['sk-12345', 'auth.invalid', /rs_live_/],
    ['rs_live_ab cd', 'auth.invalid', /rs_live_/],
  ])('the key %j is refused', (key, kind, message) => {
    expect(() => clientOf({ baseUrl: 'http://127.0.0.1:1', keys: { live: key } } as RunningSandbox)).toThrow(
      expect.objectContaining({ kind, message: expect.stringMatching(message) }),
    );
  });

  it.each(['', 'example.com', 'ftp://example.com', 'https://user:pw@example.com', 'https://example.com?x=1'])(
    'the address %j is refused',
    (baseUrl) => {
      expect(() => clientOf({ baseUrl, keys: { live: 'rs_live_abcdefghijkl' } } as RunningSandbox)).toThrow(
        /address/,
      );
    },
  );
});
