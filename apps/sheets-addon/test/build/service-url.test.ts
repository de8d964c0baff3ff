import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuildSettings } from '../../build/build-settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-url-'));
});
afterEach(() => rm(folder, { recursive: true }));

const readUrl = async (env: Readonly<Record<string, string>>): Promise<string> =>
  (await readBuildSettings(folder, env)).url;

test('the environment overrides service.json; without both there is no address', async () => {
  expect(await readUrl({})).toBe('');
  await writeFile(join(folder, 'service.json'), '{"serviceUrl":"https://one.example/api/v1/"}');
  expect(await readUrl({})).toBe('https://one.example');
  expect(await readUrl({ ANSWERSHARE_SERVICE_URL: 'https://two.example/' })).toBe('https://two.example');
});

test('an invalid address or file stops the build with one sentence', async () => {
  await expect(readUrl({ ANSWERSHARE_SERVICE_URL: 'ftp://a' })).rejects.toThrow(/no http or https address/);
  await writeFile(join(folder, 'service.json'), '{"url":"https://one.example"}');
  await expect(readUrl({})).rejects.toThrow(
    /service\.json: there is no "url"\. Write \{"serviceUrl": "https:\/\/api\.example\.com"\}/,
  );
  await writeFile(join(folder, 'service.json'), '{"serviceUrl": 1, "schedule": "no"}');
  await expect(readUrl({})).rejects.toThrow(
    /service\.json: "serviceUrl" must be of type string; "schedule" must be of type boolean\. Write /,
  );
  await writeFile(join(folder, 'service.json'), '{serviceUrl}');
  await expect(readUrl({})).rejects.toThrow(/service\.json is no JSON \(/);
});

test('a host with characters that no host name has stops the build', async () => {
  for (const address of ['https://…', 'https://api..example', 'https://api,example.com', 'https://<host>'])
    await expect(readUrl({ ANSWERSHARE_SERVICE_URL: address })).rejects.toThrow(/no http or https address/);
  for (const address of ['https://bücherei.example', 'https://xn--bcherei-n2a.example:8443', 'https://[::1]'])
    expect(await readUrl({ ANSWERSHARE_SERVICE_URL: address })).toBe(address);
});

test('http to another machine stops the build with the reason, wherever the address comes from', async () => {
  const sentence =
    'The service address is http to another machine, so others could read the key on the way. Use an https address.';
  for (const address of [
    'http://api.example',
    'http://127.evil.example',
    'http://0x7f.1',
    'http://10.0.0.1:80/base',
  ]) {
    await expect(readUrl({ ANSWERSHARE_SERVICE_URL: address })).rejects.toThrow(sentence);
    await writeFile(join(folder, 'service.json'), JSON.stringify({ serviceUrl: address }));
    await expect(readBuildSettings(folder, {})).rejects.toThrow(sentence);
  }
});

test('http to this machine is allowed', async () => {
  for (const address of ['http://127.0.0.1:4300', 'http://localhost:4300', 'http://[::1]:4300']) {
    expect(await readUrl({ ANSWERSHARE_SERVICE_URL: address })).toBe(address);
  }
});
