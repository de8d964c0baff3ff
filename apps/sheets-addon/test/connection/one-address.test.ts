import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAppsScript } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { expect, test } from 'vitest';
import { buildAddon } from '../../build/build-addon.ts';
import { connectFile } from '../../src/sidebar/inspect.ts';
import { startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';

interface Listener extends AsyncDisposable {
  readonly url: string;
  readonly heard: IncomingMessage['headers'][];
}

async function listen(answer: { status: number; location?: string }): Promise<Listener> {
  const heard: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

test('a key is sent only to the address it was entered for', async () => {
  await using other = await listen({ status: 200 });
  await using addon = await startConnectedAddon(2);
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', other.url);
  expect(await addon.note('CITATIONS', 'Northwind Outdoor')).toMatch(
    /^\[not_connected\] This file's key was given for another service address\. /,
  );
  expect(await addon.host.sidebarCall('connectionStatus', [])).toMatchObject({
    ok: false,
    code: 'not_connected',
  });
  expect(other.heard).toEqual([]);
});

test('no key is sent over http to another machine that the script property names', async () => {
  await using addon = await startLocalAddon(2, {
    origins: { 'http://127.evil.example': 'http://127.0.0.1:9' },
  });
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', 'http://127.evil.example');
  const sentence =
    "This add-on's service address is not https, so no key is sent there. Tell its administrator.";
  expect(await addon.connect(addon.sandbox.keys.live)).toEqual({ ok: false, code: 'no_service', sentence });
  expect(addon.host.properties.document.all()).toEqual({});
  expect(addon.host.counters().fetches).toBe(0);
});

test('no redirect is followed with the key', async () => {
  await using thief = await listen({ status: 200 });
  await using service = await listen({ status: 302, location: thief.url });
  await using addon = await startLocalAddon(2);
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  expect(await addon.connect(addon.sandbox.keys.live)).toMatchObject({ ok: false, code: 'bad_answer' });
  expect(service.heard).toHaveLength(1);
  expect(thief.heard).toEqual([]);
});

test('the build’s address overrides the script property', async () => {
  await using other = await listen({ status: 200 });
  const folder = await mkdtemp(join(tmpdir(), 'answershare-addon-'));
  const sandbox = await startSandbox({ form: 1 });
  await buildAddon(folder, { url: sandbox.baseUrl });
  const host = await startAppsScript({ folder, threads: 1 });
  try {
    host.properties.script.set('ANSWERSHARE_SERVICE_URL', other.url);
    expect(await connectFile((name, args) => host.sidebarCall(name, args), sandbox.keys.live)).toMatchObject({
      ok: true,
    });
    expect(await host.customFunction('CITATIONS', ['Northwind Outdoor'])).toEqual(expect.any(Number));
    expect(other.heard).toEqual([]);
  } finally {
    await host.close();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
});

test('the manifest allows only the build’s https address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'answershare-addon-'));
  const sandbox = await startSandbox({ form: 2 });
  try {
    await buildAddon(folder, { url: 'https://api.service.example' });
    const origins = { 'https://api.service.example': sandbox.baseUrl };
    const host = await startAppsScript({ folder, threads: 1, origins });
    expect(await connectFile((name, args) => host.sidebarCall(name, args), sandbox.keys.live)).toMatchObject({
      ok: true,
      host: 'api.service.example',
    });
    expect(await host.customFunction('AUTHORITY', ['Northwind Outdoor'])).toEqual(expect.any(Number));
    await host.close();
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
});
