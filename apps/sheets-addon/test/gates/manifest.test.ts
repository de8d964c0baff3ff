import { expect, test } from 'vitest';
import { createManifest } from '../../build/build-addon.ts';
import { readPushedFile } from '../support/pushed-files.ts';

const scopes = ['spreadsheets.currentonly', 'script.container.ui', 'script.external_request'];
const schedule = 'script.scriptapp';

test('the manifest requests exactly four scopes', () => {
  expect(JSON.parse(readPushedFile('appsscript.json'))).toMatchObject({
    timeZone: 'Etc/UTC',
    runtimeVersion: 'V8',
    exceptionLogging: 'STACKDRIVER',
    oauthScopes: [...scopes, schedule].map((scope) => `https://www.googleapis.com/auth/${scope}`),
  });
});

test('a build without a schedule requests three scopes', () => {
  const asked: string[] = JSON.parse(createManifest({ withSchedule: false, withMail: true })).oauthScopes;
  expect(asked.map((scope) => scope.replace(/.*\//, ''))).toEqual(scopes);
});

test('a build with mails requests two scopes more', () => {
  const asked: string[] = JSON.parse(createManifest({ withMail: true })).oauthScopes;
  expect(asked.map((scope) => scope.replace(/.*\//, ''))).toEqual([
    ...scopes,
    schedule,
    'script.send_mail',
    'userinfo.email',
  ]);
});

test('the manifest limits addresses if the service is known and https', () => {
  const list = (url: string): unknown => JSON.parse(createManifest({ url })).urlFetchWhitelist;
  expect(list('https://api.service.example')).toEqual(['https://api.service.example/api/v1/']);
  expect(list('http://127.0.0.1:8080')).toBeUndefined();
  expect(list('')).toBeUndefined();
});
