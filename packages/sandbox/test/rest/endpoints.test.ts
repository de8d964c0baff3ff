import { describe, expect, test } from 'vitest';
import { forms, get, idOf, idParameter, pathFor, readError, readJson, startTestSandbox } from '../sandbox.ts';

const WITH_ID = ['analytics', 'citations', 'competitors', 'authority'] as const;

describe.each(forms)('Form %i', (form) => {
  test('websites have a creation date', async () => {
    const sandbox = await startTestSandbox(form);
    const { websites } = await readJson(await get(sandbox, '/api/v1/websites'));
    for (const website of websites as Record<string, string>[])
      expect(website[form === 1 ? 'createdAt' : 'created_at']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test.each(WITH_ID)("%s treats the other Form's parameter name as missing", async (endpoint) => {
    const sandbox = await startTestSandbox(form);
    const other = form === 1 ? 'website_id' : 'websiteId';
    const answer = await readError(await get(sandbox, `/api/v1/${endpoint}?${other}=${idOf(sandbox, 0)}`));
    const code = form === 1 ? 'invalid_request' : 'bad_request';
    expect(answer).toMatchObject({ status: 400, code });
    expect(answer.message).toContain(`parameter ${idParameter(form)} is missing`);
  });

  test('a website without data has an empty feed', async () => {
    const sandbox = await startTestSandbox(form);
    const feed = await readJson(await get(sandbox, pathFor(sandbox, 'citations', 5)));
    expect(feed).toMatchObject({ total: 0, engines: [], citations: [] });
  });

  test('a path outside the prefix is 404', async () => {
    const sandbox = await startTestSandbox(form);
    for (const path of ['/api/v2/websites', '/v1/websites'])
      expect(await readError(await get(sandbox, path))).toMatchObject({ status: 404, code: 'not_found' });
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
