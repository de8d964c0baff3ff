import { describe, expect, test } from 'vitest';
import type { Form, RunningSandbox } from '../../src/index.ts';
import { forms, get, pathFor, readError, startTestSandbox } from '../sandbox.ts';

type Row = [
  forms: readonly Form[],
  status: number,
  code: string,
  why: string,
  ask: (s: RunningSandbox) => Promise<Response>,
];

const websites = '/api/v1/websites';

/** Every row of the table in specification §7. */
const ROWS: Row[] = [
  [[1, 2], 401, 'unauthorized', 'Authorization header missing', (s) => get(s, websites, null)],
  [[1, 2], 401, 'invalid_key', 'key revoked', (s) => get(s, websites, s.keys.revoked)],
  [[1, 2], 401, 'invalid_key', 'key in wrong format', (s) => get(s, websites, 'sk-1234')],
  [[2], 400, 'bad_request', 'required parameter missing', (s) => get(s, '/api/v1/analytics')],
  [[1], 403, 'forbidden', 'key lacks the scope', (s) => get(s, websites, s.keys.unscoped)],
  [[1], 403, 'forbidden', 'key lacks the plan', (s) => get(s, websites, s.keys.free)],
  [[2], 403, 'insufficient_scope', 'key lacks the scope', (s) => get(s, websites, s.keys.unscoped)],
  [[1, 2], 404, 'not_found', 'website not of the team', (s) => get(s, pathFor(s, 'authority').slice(0, -3))],
  [[1, 2], 429, 'rate_limited', 'burst exceeded', (s) => exhausted(s, { minute: 300 })],
  [[1], 429, 'rate_limited', 'daily quota exceeded', (s) => exhausted(s, { day: 1000 })],
  [[2], 429, 'daily_quota_exceeded', 'daily cap exhausted', (s) => exhausted(s, { day: 1000 })],
  [[1, 2], 500, 'server_error', 'fault on the service side', (s) => failing(s)],
];

async function exhausted(
  sandbox: RunningSandbox,
  usage: { minute?: number; day?: number },
): Promise<Response> {
  await sandbox.admin.setUsage('live', usage);
  return get(sandbox, websites);
}

async function failing(sandbox: RunningSandbox): Promise<Response> {
  await sandbox.admin.fault({ fault: 'status' });
  return get(sandbox, websites);
}

describe.each(forms)('Form %i', (form) => {
  test.each(ROWS.filter(([forms]) => forms.includes(form)))(
    '%s: %i %s, %s',
    async (_, status, code, __, ask) => {
      const sandbox = await startTestSandbox(form);
      const response = await ask(sandbox);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const waits = response.headers.get('retry-after');
      const answer = await readError(response);
      expect(answer).toMatchObject({ status, code });
      if (status === 429) {
        expect(waits).toMatch(/^[1-9]\d*$/);
        expect(answer.message).toContain(`retry in ${waits} seconds`);
      } else {
        expect(waits).toBeNull();
      }
    },
  );

  test('checks header, key, limits, scope, parameters and owner in this order', async () => {
    const sandbox = await startTestSandbox(form);
    const noSuchSite = pathFor(sandbox, 'analytics').slice(0, -3);
    const badWindow = form === 1 ? '&from=x' : '&period=x';
    await sandbox.admin.setUsage('unscoped', { minute: 300 });
    await sandbox.admin.setUsage('revoked', { minute: 300 });
    expect((await readError(await get(sandbox, noSuchSite, sandbox.keys.revoked))).status).toBe(401);
    expect((await readError(await get(sandbox, noSuchSite, sandbox.keys.unscoped))).status).toBe(429);
    await sandbox.admin.setUsage('unscoped', { minute: 0 });
    expect((await readError(await get(sandbox, '/api/v1/analytics', sandbox.keys.unscoped))).status).toBe(
      403,
    );
    expect((await readError(await get(sandbox, noSuchSite + badWindow))).status).toBe(400);
    expect((await readError(await get(sandbox, noSuchSite))).status).toBe(404);
  });
});
