import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/index.ts';
import { forms, startConnectedAddon } from '../support/local-addon.ts';

describe.each(forms)('Form %i', (form) => {
  test('the key is in no cell, note, cache entry, sidebar answer or log', async () => {
    await using addon = await startConnectedAddon(form);
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
});

describe('from a cell', () => {
  test.each([
    ['connect', ['rs_live_0123456789abcdefghijklmnop']],
    ['disconnect', []],
    ['connectionStatus', []],
    ['act', ['pause', 'rs_live_0123456789abcdefghijklmnop']],
    ['onSchedule', []],
    ['onSchedule', [[['triggerUid']]]],
  ])('%s does nothing', async (name, args) => {
    await using addon = await startConnectedAddon(2);
    const before = addon.host.properties.document.all();
    expect(await addon.note(name, ...args)).toMatch(
      /^\[not_in_cells\] This (works from the sidebar|is run by its trigger) only\./,
    );
    expect(addon.host.properties.document.all()).toEqual(before);
    expect(await addon.requests()).toEqual({});
  });

  test.each(['onOpen', 'onInstall', 'openSidebar', 'openReports', 'openRefresh'])(
    '%s shows nothing',
    async (name) => {
      await using addon = await startConnectedAddon(2);
      expect(await addon.note(name)).toMatch(/permission/);
      expect(addon.host.ui().sidebar).toBeNull();
    },
  );
});
