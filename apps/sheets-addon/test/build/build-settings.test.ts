import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatBuildReport, readBuildSettings } from '../../build/build-settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-order-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [{}, { url: '', withSchedule: true, withMail: false, recipes: {} }],
  [{ ANSWERSHARE_SCHEDULE: 'no' }, { url: '', withSchedule: false, withMail: false, recipes: {} }],
  [{ ANSWERSHARE_MAIL: 'yes' }, { url: '', withSchedule: true, withMail: true, recipes: {} }],
  [
    { ANSWERSHARE_SERVICE_URL: 'https://api.example', ANSWERSHARE_SCHEDULE: 'yes' },
    { url: 'https://api.example', withSchedule: true, withMail: false, recipes: {} },
  ],
])('the environment %j orders the build %j', async (env, order) => {
  expect(await readBuildSettings(folder, env)).toEqual(order);
});

test('takes the schedule from service.json, which the environment overrides', async () => {
  await writeFile(join(folder, 'service.json'), '{"schedule": false}');
  expect(await readBuildSettings(folder, {})).toMatchObject({ url: '', withSchedule: false });
  expect(await readBuildSettings(folder, { ANSWERSHARE_SCHEDULE: 'yes' })).toMatchObject({
    withSchedule: true,
  });
  await rm(join(folder, 'service.json'));
});

test('refuses any other value of the schedule option', async () => {
  await expect(readBuildSettings(folder, { ANSWERSHARE_SCHEDULE: 'off' })).rejects.toThrow(
    'ANSWERSHARE_SCHEDULE is yes or no, not "off".',
  );
});

test('includes the recipes of service.json, and stops the build for an invalid one', async () => {
  const file = join(folder, 'service.json');
  const recipe = { v: 1, kind: 'authority', whole: { score: '/score number' } };
  await writeFile(
    file,
    JSON.stringify({ serviceUrl: 'https://api.example', recipes: { authority: recipe } }),
  );
  expect((await readBuildSettings(folder, {})).recipes).toEqual({ authority: recipe });
  await writeFile(
    file,
    JSON.stringify({ serviceUrl: 'https://api.example', recipes: { citations: recipe } }),
  );
  await expect(readBuildSettings(folder, {})).rejects.toThrow(
    'service.json, recipes.citations: its kind is authority; write it under that name.',
  );
  await writeFile(file, JSON.stringify({ recipes: { foo: 1, citations: 1, authority: recipe } }));
  await expect(readBuildSettings(folder, {})).rejects.toThrow(
    'service.json, recipes.foo: there is no such endpoint; use websites, analytics, citations, competitors, authority; recipes.citations: it is no recipe, which is an object.',
  );
  const wrong = { ...recipe, whole: { score: 'score' } };
  await writeFile(file, JSON.stringify({ serviceUrl: 'https://api.example', recipes: { authority: wrong } }));
  await expect(readBuildSettings(folder, {})).rejects.toThrow(/^service\.json, recipes\.authority: /);
  await rm(file);
});

test('says that mail without a schedule is left out', async () => {
  const file = join(folder, 'service.json');
  const report = async () => formatBuildReport(await readBuildSettings(folder, {}));
  await writeFile(file, '{"schedule": false, "mail": true}');
  expect((await report()).slice(1)).toEqual([
    'Built without mail: only the schedule mails, and "schedule" is false.',
  ]);
  await writeFile(file, '{"mail": true, "serviceUrl": "https://api.example"}');
  expect(await report()).toEqual(['Built dist/ for https://api.example.']);
  await rm(file);
});
