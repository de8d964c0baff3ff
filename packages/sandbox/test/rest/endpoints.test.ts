import { describe, expect, test } from 'vitest';
import { forms, get, idOf, idParameter, pathFor, readError, readJson, startTestSandbox } from '../sandbox.ts';

const WITH_ID = ['analytics', 'citations', 'competitors', 'authority'] as const;

describe.each(forms)('Form %i', (form) => {
  test('websites lists id, name, domain and creation date', async () => {
    const sandbox = await startTestSandbox(form);
    const { websites } = await readJson(await get(sandbox, '/api/v1/websites'));
    const list = websites as Record<string, string>[];
    expect(list.map(({ id, name, domain }) => ({ id, name, domain }))).toEqual(sandbox.websites);
    for (const website of list) {
      expect(website.id).toMatch(/^ws_[0-9a-z]{12}$/);
      expect(website[form === 1 ? 'createdAt' : 'created_at']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test.each(WITH_ID)('%s returns a website of the team with its id', async (endpoint) => {
    const sandbox = await startTestSandbox(form);
    const response = await get(sandbox, pathFor(sandbox, endpoint, 2));
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await readJson(response))[idParameter(form)]).toBe(idOf(sandbox, 2));
  });

  test.each(WITH_ID)("%s treats the other Form's parameter name as missing", async (endpoint) => {
    const sandbox = await startTestSandbox(form);
    const other = form === 1 ? 'website_id' : 'websiteId';
    const answer = await readError(await get(sandbox, `/api/v1/${endpoint}?${other}=${idOf(sandbox, 0)}`));
    const code = form === 1 ? 'invalid_request' : 'bad_request';
    expect(answer).toMatchObject({ status: 400, code });
    expect(answer.message).toContain(`parameter ${idParameter(form)} is missing`);
  });

  test.each(WITH_ID)('%s returns 404 for a website of another team', async (endpoint) => {
    const sandbox = await startTestSandbox(form);
    const theirs = await readJson(await get(sandbox, '/api/v1/websites', sandbox.keys.otherTeam));
    const [{ id } = { id: '' }, ...more] = theirs.websites as { id: string }[];
    expect(more).toEqual([]);
    const path = `/api/v1/${endpoint}?${idParameter(form)}=${id}`;
    expect(await readError(await get(sandbox, path))).toMatchObject({ status: 404, code: 'not_found' });
    expect((await get(sandbox, path, sandbox.keys.otherTeam)).status).toBe(200);
  });

  test('a website without data has empty lists and a null score', async () => {
    const sandbox = await startTestSandbox(form);
    const of = async (endpoint: string) => readJson(await get(sandbox, pathFor(sandbox, endpoint, 5)));
    expect((await of('analytics')).days).toEqual([]);
    expect(await of('citations')).toMatchObject({ total: 0, engines: [], citations: [] });
    expect(await of('authority')).toMatchObject({ score: null, components: [] });
    const voice = await of('competitors');
    expect(voice[form === 1 ? 'shareOfVoice' : 'share_of_voice']).toBeNull();
    expect(voice.competitors).toEqual([]);
  });

  test('an unknown path is 404, inside and outside the prefix', async () => {
    const sandbox = await startTestSandbox(form);
    for (const path of ['/api/v1/backlinks', '/api/v1/websites/', '/api/v2/websites', '/v1/websites']) {
      expect(await readError(await get(sandbox, path))).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    '%s is 405 and says that GET is allowed',
    async (method) => {
      const sandbox = await startTestSandbox(form);
      const headers = { Authorization: `Bearer ${sandbox.keys.live}` };
      const response = await fetch(`${sandbox.baseUrl}/api/v1/websites`, { method, headers });
      expect(response.headers.get('allow')).toBe('GET');
      expect(await readError(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    },
  );

  test('HEAD is refused', async () => {
    const sandbox = await startTestSandbox(form);
    const headers = { Authorization: `Bearer ${sandbox.keys.live}` };
    expect((await fetch(`${sandbox.baseUrl}/api/v1/websites`, { method: 'HEAD', headers })).status).toBe(405);
  });

  test('long bodies are compressed only if the caller accepts gzip', async () => {
    const sandbox = await startTestSandbox(form);
    const url = sandbox.baseUrl + pathFor(sandbox, 'citations');
    const ask = (accept: string) =>
      fetch(url, { headers: { Authorization: `Bearer ${sandbox.keys.live}`, 'Accept-Encoding': accept } });
    const [zipped, refused, plain] = [await ask('gzip'), await ask('gzip;q=0'), await ask('identity')];
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(refused.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await zipped.json()).toEqual(await plain.json());
  });
});

test('both Forms return the same figures for one seed', async () => {
  const [one, two] = [await startTestSandbox(1), await startTestSandbox(2)];
  expect(one.websites).toEqual(two.websites);
  const voice = await readJson(await get(one, pathFor(one, 'competitors')));
  expect(await readJson(await get(two, pathFor(two, 'competitors')))).toMatchObject({
    website_id: voice.websiteId,
    share_of_voice: voice.shareOfVoice,
    total_mentions: voice.totalMentions,
  });
});
