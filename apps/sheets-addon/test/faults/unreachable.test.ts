import { expect, test } from 'vitest';
import { startLocalAddon } from '../support/local-addon.ts';

test('an unreachable service gives one plain sentence in the sidebar', async () => {
  await using addon = await startLocalAddon(2);
  const key = addon.sandbox.keys.live;
  await addon.sandbox.close();
  expect(await addon.connect(key)).toEqual({
    ok: false,
    code: 'unreachable',
    sentence: expect.stringMatching(/^The service at 127\.0\.0\.1:\d+ could not be reached \(/),
  });
});

test('an add-on without a service address names who can help', async () => {
  await using addon = await startLocalAddon(2);
  addon.host.properties.script.clear();
  const sentence = 'This add-on was built without a service address. Tell its administrator.';
  expect(await addon.connect(addon.sandbox.keys.live)).toEqual({ ok: false, code: 'no_service', sentence });
  expect(await addon.host.sidebarCall('connectionStatus', [])).toEqual({
    ok: false,
    code: 'no_service',
    sentence,
  });
});
