import { expect, test } from 'vitest';
import { localAddon } from '../support/local-addon.ts';

const menu = {
  title: 'Extensions',
  addon: true,
  items: [{ caption: 'Open sidebar', functionName: 'openSidebar' }],
};

test.each([
  ['onOpen', 'LIMITED'],
  ['onOpen', 'NONE'],
  ['onOpen', 'FULL'],
  ['onInstall', 'FULL'],
] as const)('%s in %s adds the menu and touches no other service', async (name, mode) => {
  await using addon = await localAddon(2);
  addon.host.resetCounters();
  await addon.host.run(name, [], mode);
  expect(addon.host.ui().menus).toEqual([menu]);
  const { executions, maxInFlight, ...touched } = addon.host.counters();
  expect(Object.values(touched).every((count) => count === 0)).toBe(true);
});

test('the menu item opens the sidebar', async () => {
  await using addon = await localAddon(2);
  await addon.host.run('openSidebar');
  const { sidebar } = addon.host.ui();
  expect(sidebar?.title).toBe('Answershare');
  expect(sidebar?.html).toContain('<label for="key">API key</label>');
});
