import { describe, expect, test } from 'vitest';
import { forms, get, idOf, idParameter, pathFor, readError, readJson } from '../sandbox.ts';
import { badRequest, type Service, type Subject } from './subject.ts';

const WITH_ID = ['analytics', 'citations', 'competitors', 'authority'] as const;

export function testEndpoints<S extends Service>({ start, wordsOf }: Subject<S>): void {
  describe.each(forms)('Form %i: endpoints', (form) => {
    test('websites lists id, name and domain', async () => {
      const service = await start(form);
      const { websites } = await readJson(await get(service, '/api/v1/websites'));
      const list = websites as Record<string, string>[];
      expect(list.map(({ id, name, domain }) => ({ id, name, domain }))).toEqual(service.websites);
      for (const website of list) expect(website.id).toMatch(/^ws_[0-9a-z]{12}$/);
    });

    test.each(WITH_ID)('%s returns a website of the team with its id', async (endpoint) => {
      const service = await start(form);
      const response = await get(service, pathFor(service, endpoint, 2));
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect((await readJson(response))[idParameter(wordsOf(form))]).toBe(idOf(service, 2));
    });

    test.each(WITH_ID)('%s without a website is 400', async (endpoint) => {
      const service = await start(form);
      const answer = await readError(await get(service, `/api/v1/${endpoint}`));
      expect(answer).toMatchObject({ status: 400, code: badRequest(wordsOf(form)) });
      expect(answer.message).toContain(`parameter ${idParameter(wordsOf(form))} is missing`);
    });

    test.each(WITH_ID)('%s returns 404 for a website of another team', async (endpoint) => {
      const service = await start(form);
      const theirs = await readJson(await get(service, '/api/v1/websites', service.keys.otherTeam));
      const [{ id } = { id: '' }, ...more] = theirs.websites as { id: string }[];
      expect(more).toEqual([]);
      const path = `/api/v1/${endpoint}?${idParameter(form)}=${id}`;
      expect(await readError(await get(service, path))).toMatchObject({ status: 404, code: 'not_found' });
      expect((await get(service, path, service.keys.otherTeam)).status).toBe(200);
    });

    test('a website without data has empty lists and a null score', async () => {
      const service = await start(form);
      // A proxy learns the bodies of its service from a website with data.
      for (const endpoint of WITH_ID) await readJson(await get(service, pathFor(service, endpoint)));
      const of = async (endpoint: string) => readJson(await get(service, pathFor(service, endpoint, 5)));
      expect((await of('analytics')).days).toEqual([]);
      expect((await of('citations')).total).toBe(0);
      expect(await of('authority')).toMatchObject({ score: null, components: [] });
      const voice = await of('competitors');
      expect(voice[wordsOf(form) === 1 ? 'shareOfVoice' : 'share_of_voice']).toBeNull();
      expect(voice.competitors).toEqual([]);
    });

    test('an unknown path inside the prefix is 404', async () => {
      const service = await start(form);
      for (const path of ['/api/v1/backlinks', '/api/v1/websites/'])
        expect(await readError(await get(service, path))).toMatchObject({ status: 404, code: 'not_found' });
    });

    test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
      '%s is 405 and says that GET is allowed',
      async (method) => {
        const service = await start(form);
        const headers = { Authorization: `Bearer ${service.keys.live}` };
        const response = await fetch(`${service.baseUrl}/api/v1/websites`, { method, headers });
        expect(response.headers.get('allow')).toBe('GET');
        expect(await readError(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
      },
    );

    test('HEAD is refused', async () => {
      const service = await start(form);
      const headers = { Authorization: `Bearer ${service.keys.live}` };
      expect((await fetch(`${service.baseUrl}/api/v1/websites`, { method: 'HEAD', headers })).status).toBe(
        405,
      );
    });
  });
}
