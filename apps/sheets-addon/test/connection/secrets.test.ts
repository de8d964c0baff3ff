import { expect, test } from 'vitest';
import { catalogue } from '../../src/index.ts';
import { startConnectedAddon } from '../support/local-addon.ts';

test('the key is in no cell, note, cache entry, sidebar answer or log', async () => {
  await using addon = await startConnectedAddon(2);
  const key = addon.sandbox.keys.live;
  const seen: unknown[] = [];
  const collect = async (call: Promise<unknown>) => {
    seen.push(await call.catch((error: Error) => [error.message, String(error.stack), error]));
  };
  const all = async () => {
    for (const { name } of catalogue) {
      await collect(addon.cell(name, 'Northwind Outdoor'));
      await collect(addon.cell(name, key));
      await collect(addon.cell(name, [[key], ['Northwind Outdoor']]));
      await collect(addon.cell(name, 'Northwind Outdoor', key, key, key));
    }
    await collect(addon.host.sidebarCall('connectionStatus', []));
  };
  await all();
  await addon.sandbox.admin.fault({ fault: 'reset', times: 'always' });
  addon.host.cache.clear();
  await all();
  await addon.sandbox.admin.clearFaults();
  await collect(addon.connect(key));
  await addon.sandbox.admin.revoke('live');
  await all();
  await collect(addon.connect(key));
  seen.push(addon.host.log(), addon.host.cache.inspect('document'), addon.host.cache.inspect('script'));
  seen.push(addon.host.cache.inspect('user'), addon.host.ui(), addon.host.properties.script.all());
  expect(seen.length).toBeGreaterThan(60);
  expect(JSON.stringify(seen)).not.toContain(key.slice('rs_live_'.length));
  expect(JSON.stringify(seen)).not.toContain(Buffer.from(key).toString('base64').slice(0, 30));
});

test('from a cell, actions and handlers do nothing, and menus show nothing', async () => {
  await using addon = await startConnectedAddon(2);
  const before = addon.host.properties.document.all();
  const key = 'rs_live_0123456789abcdefghijklmnop';
  for (const [name, ...args] of [
    ['connect', key],
    ['disconnect'],
    ['connectionStatus'],
    ['act', 'pause', key],
    ['onSchedule'],
    ['onSchedule', [['triggerUid']]],
  ] as const)
    expect(await addon.note(name, ...args)).toMatch(
      /^\[not_in_cells\] This (works from the sidebar|is run by its trigger) only\./,
    );
  for (const name of ['onOpen', 'onInstall', 'openSidebar', 'openReports', 'openRefresh'])
    expect(await addon.note(name)).toMatch(/permission/);
  expect(addon.host.properties.document.all()).toEqual(before);
  expect(addon.host.ui().sidebar).toBeNull();
  expect(await addon.requests()).toEqual({});
});
