import { describe, expect, test } from 'vitest';
import type { KeyLabel } from '../../src/index.ts';
import { createTeams } from '../../src/tenants/teams.ts';
import { HOSTILE_NAMES } from '../../src/tenants/test-sites.ts';
import { forms, get, idParameter, readJson, startTestSandbox } from '../sandbox.ts';

test('website ids are unique over all teams', () => {
  for (const seed of [0, 1, 2, 77]) {
    const ids = Object.values(createTeams(seed)).flatMap(({ websites }) => websites.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  }
});

describe.each(forms)('Form %i', (form) => {
  test.each<[KeyLabel, number]>([
    ['none', 0],
    ['one', 1],
    ['many', 250],
  ])('the team of the key %s has %i websites, each with data', async (label, count) => {
    const sandbox = await startTestSandbox(form);
    const { websites } = await readJson(await get(sandbox, '/api/v1/websites', sandbox.keys[label]));
    expect(websites).toHaveLength(count);
    for (const { id } of (websites as { id: string }[]).filter((_, i) => i % 50 === 0)) {
      const path = `/api/v1/authority?${idParameter(form)}=${id}`;
      expect((await readJson(await get(sandbox, path, sandbox.keys[label]))).score).toEqual(
        expect.any(Number),
      );
    }
  });

  test('JSON bodies contain hostile names unchanged', async () => {
    const sandbox = await startTestSandbox(form);
    const key = sandbox.keys.hostile;
    const { websites } = await readJson(await get(sandbox, '/api/v1/websites', key));
    expect((websites as { name: string }[]).map(({ name }) => name)).toEqual(Object.values(HOSTILE_NAMES));
    for (const { id } of websites as { id: string }[]) {
      for (const endpoint of ['citations', 'competitors']) {
        await readJson(await get(sandbox, `/api/v1/${endpoint}?${idParameter(form)}=${id}`, key));
      }
    }
  });

  test('a test key of Form 1 reads the small data set in any team', async () => {
    const sandbox = await startTestSandbox(form);
    const key = await sandbox.admin.createKey({ kind: 'test', team: 'many' });
    const { websites } = await readJson(await get(sandbox, '/api/v1/websites', key));
    expect(websites).toHaveLength(form === 1 ? 2 : 250);
  });
});

test('a team does not see the websites of another', async () => {
  const sandbox = await startTestSandbox(2);
  const { websites } = await readJson(await get(sandbox, '/api/v1/websites', sandbox.keys.one));
  const [lone] = websites as { id: string }[];
  expect((await get(sandbox, `/api/v1/authority?website_id=${lone?.id}`, sandbox.keys.live)).status).toBe(
    404,
  );
});
