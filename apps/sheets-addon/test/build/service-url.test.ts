import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuildSettings, readServiceUrl } from '../../build/build-settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-url-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the environment overrides service.json; without both there is no address', async () => {
  expect(await readServiceUrl(folder, {})).toBe('');
  await writeFile(join(folder, 'service.json'), '{"serviceUrl":"https://one.example/api/v1/"}');
  expect(await readServiceUrl(folder, {})).toBe('https://one.example');
  expect(await readServiceUrl(folder, { ANSWERSHARE_SERVICE_URL: 'https://two.example/' })).toBe(
    'https://two.example',
  );
});

test('an invalid address or file stops the build with one sentence', async () => {
  await expect(readServiceUrl(folder, { ANSWERSHARE_SERVICE_URL: 'ftp://a' })).rejects.toThrow(
    /no http or https address/,
  );
  await writeFile(join(folder, 'service.json'), '{"url":"https://one.example"}');
  await expect(readServiceUrl(folder, {})).rejects.toThrow(
    'service.json must be {"serviceUrl": "https://…"}.',
  );
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
    await expect(readServiceUrl(folder, { ANSWERSHARE_SERVICE_URL: address })).rejects.toThrow(sentence);
    await writeFile(join(folder, 'service.json'), JSON.stringify({ serviceUrl: address }));
    await expect(readBuildSettings(folder, {})).rejects.toThrow(sentence);
  }
});

test('http to this machine is allowed', async () => {
  for (const address of ['http://127.0.0.1:4300', 'http://localhost:4300', 'http://[::1]:4300']) {
    expect(await readServiceUrl(folder, { ANSWERSHARE_SERVICE_URL: address })).toBe(address);
  }
});
