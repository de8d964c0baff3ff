import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrder } from '../../build/build-order.ts';
import { serviceUrl } from '../../build/service-url.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-url-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the environment overrides service.json; without both there is no address', async () => {
  expect(await serviceUrl(folder, {})).toBe('');
  await writeFile(join(folder, 'service.json'), '{"serviceUrl":"https://one.example/api/v1/"}');
  expect(await serviceUrl(folder, {})).toBe('https://one.example');
  expect(await serviceUrl(folder, { ANSWERSHARE_SERVICE_URL: 'https://two.example/' })).toBe(
    'https://two.example',
  );
});

test('an invalid address or file stops the build with one sentence', async () => {
  await expect(serviceUrl(folder, { ANSWERSHARE_SERVICE_URL: 'ftp://a' })).rejects.toThrow(
    /no http or https address/,
  );
  await writeFile(join(folder, 'service.json'), '{"url":"https://one.example"}');
  await expect(serviceUrl(folder, {})).rejects.toThrow('service.json must be {"serviceUrl": "https://…"}.');
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
    await expect(serviceUrl(folder, { ANSWERSHARE_SERVICE_URL: address })).rejects.toThrow(sentence);
    await writeFile(join(folder, 'service.json'), JSON.stringify({ serviceUrl: address }));
    await expect(readOrder(folder, {})).rejects.toThrow(sentence);
  }
});

test('http to this machine is allowed', async () => {
  for (const address of ['http://127.0.0.1:4300', 'http://localhost:4300', 'http://[::1]:4300']) {
    expect(await serviceUrl(folder, { ANSWERSHARE_SERVICE_URL: address })).toBe(address);
  }
});
