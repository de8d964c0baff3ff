import { describe, expect, test } from 'vitest';
import { forms, get, readError } from '../sandbox.ts';
import type { Service, Subject } from './subject.ts';

export function testAuthentication<S extends Service>({ start }: Subject<S>): void {
  describe.each(forms)('Form %i: keys', (form) => {
    test('no Authorization header is unauthorized', async () => {
      const service = await start(form);
      expect(await readError(await get(service, '/api/v1/websites', null))).toMatchObject({
        status: 401,
        code: 'unauthorized',
      });
    });

    test.each([
      ['another scheme', 'Basic cnM6bGl2ZQ==', 'unauthorized'],
      ['Bearer without a token', 'Bearer', 'invalid_key'],
      ['a token of no format', 'Bearer hello', 'invalid_key'],
      ['a key that is too short', 'Bearer rs_live_abc', 'invalid_key'],
      ['a key that does not exist', `Bearer rs_live_${'A'.repeat(32)}`, 'invalid_key'],
      ['a Content API token', `Bearer rsc_live_${'A'.repeat(32)}`, 'invalid_key'],
    ])('%s', async (_, authorization, code) => {
      const service = await start(form);
      const response = await fetch(`${service.baseUrl}/api/v1/websites`, {
        headers: { Authorization: authorization },
      });
      const answer = await readError(response);
      expect(answer).toMatchObject({ status: 401, code });
      expect(answer.message).not.toContain('A'.repeat(32));
    });

    test('accepts the scheme in lower case', async () => {
      const service = await start(form);
      const headers = { Authorization: `bearer ${service.keys.live}` };
      expect((await fetch(`${service.baseUrl}/api/v1/websites`, { headers })).status).toBe(200);
    });

    test('a revoked key is invalid_key, and key rotation needs no downtime', async () => {
      const service = await start(form);
      expect(await readError(await get(service, '/api/v1/websites', service.keys.revoked))).toMatchObject({
        status: 401,
        code: 'invalid_key',
      });
      const successor = await service.admin.createKey({ label: 'successor' });
      expect((await get(service, '/api/v1/websites', service.keys.live)).status).toBe(200);
      expect((await get(service, '/api/v1/websites', successor)).status).toBe(200);
      await service.admin.revoke(service.keys.live);
      expect((await readError(await get(service, '/api/v1/websites'))).code).toBe('invalid_key');
      expect((await get(service, '/api/v1/websites', successor)).status).toBe(200);
    });
  });
}
