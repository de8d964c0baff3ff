import { describe, expect, test } from 'vitest';
import type { Form } from '../../src/index.ts';
import { forms, get, pathFor, readError } from '../sandbox.ts';
import type { Service, Subject } from './subject.ts';

type Row = [
  forms: readonly Form[],
  status: number,
  code: string,
  why: string,
  ask: (s: Service) => Promise<Response>,
];

const websites = '/api/v1/websites';

/** Every row of the table in specification §7 but 403: scopes have no names there. */
const ROWS: Row[] = [
  [[1, 2], 401, 'unauthorized', 'Authorization header missing', (s) => get(s, websites, null)],
  [[1, 2], 401, 'invalid_key', 'key revoked', (s) => get(s, websites, s.keys.revoked)],
  [[1, 2], 401, 'invalid_key', 'key in wrong format', (s) => get(s, websites, 'sk-1234')],
  [[2], 400, 'bad_request', 'required parameter missing', (s) => get(s, '/api/v1/analytics')],
  [[1, 2], 404, 'not_found', 'website not of the team', (s) => get(s, pathFor(s, 'authority').slice(0, -3))],
  [[1, 2], 429, 'rate_limited', 'burst exceeded', (s) => exhausted(s, { minute: 300 })],
  [[1], 429, 'rate_limited', 'daily quota exceeded', (s) => exhausted(s, { day: 1000 })],
  [[2], 429, 'daily_quota_exceeded', 'daily cap exhausted', (s) => exhausted(s, { day: 1000 })],
  [[1, 2], 500, 'server_error', 'fault on the service side', (s) => failing(s)],
];

async function exhausted(service: Service, usage: { minute?: number; day?: number }): Promise<Response> {
  await service.admin.setUsage('live', usage);
  return get(service, pathFor(service, 'authority'));
}

async function failing(service: Service): Promise<Response> {
  await service.admin.fault({ fault: 'status', times: 'always' });
  return get(service, websites);
}

export function testErrors<S extends Service>({ start }: Subject<S>): void {
  describe.each(forms)('Form %i: errors', (form) => {
    test.each(ROWS.filter(([forms]) => forms.includes(form)))(
      '%s: %i %s, %s',
      async (_, status, code, __, ask) => {
        const response = await ask(await start(form));
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

    test('checks header, key, limits, parameters and owner in this order', async () => {
      const service = await start(form);
      const noSuchSite = pathFor(service, 'analytics').slice(0, -3);
      const badWindow = form === 1 ? '&from=x' : '&period=x';
      await service.admin.setUsage('growth', { minute: 300 });
      await service.admin.setUsage('revoked', { minute: 300 });
      expect((await readError(await get(service, noSuchSite, service.keys.revoked))).status).toBe(401);
      expect((await readError(await get(service, '/api/v1/analytics', service.keys.growth))).status).toBe(
        429,
      );
      expect((await readError(await get(service, noSuchSite + badWindow))).status).toBe(400);
      expect((await readError(await get(service, noSuchSite))).status).toBe(404);
    });
  });
}
