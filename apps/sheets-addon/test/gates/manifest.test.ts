import { expect, test } from 'vitest';
import { manifest } from '../../build/manifest.ts';
import { pushed } from '../support/pushed-files.ts';

const scopes = ['spreadsheets.currentonly', 'script.container.ui', 'script.external_request'];
const schedule = 'script.scriptapp';

test('the manifest requests exactly four scopes', () => {
  expect(JSON.parse(pushed('appsscript.json'))).toMatchObject({
    timeZone: 'Etc/UTC',
    runtimeVersion: 'V8',
    exceptionLogging: 'STACKDRIVER',
    oauthScopes: [...scopes, schedule].map((scope) => `https://www.googleapis.com/auth/${scope}`),
  });
});

test('a build without a schedule requests three scopes', () => {
  const asked: string[] = JSON.parse(manifest('', false)).oauthScopes;
  expect(asked.map((scope) => scope.replace(/.*\//, ''))).toEqual(scopes);
});

test('the manifest limits addresses if the service is known and https', () => {
  const list = (url: string): unknown => JSON.parse(manifest(url)).urlFetchWhitelist;
  expect(list('https://api.service.example')).toEqual(['https://api.service.example/api/v1/']);
  expect(list('http://127.0.0.1:8080')).toBeUndefined();
  expect(list('')).toBeUndefined();
});
