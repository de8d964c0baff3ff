import { expect, test } from 'vitest';
import { inspectFile } from '../../src/sidebar/inspect.ts';
import { forms, type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { openSidebar } from '../support/sidebar-page.ts';

const site = 'Northwind Outdoor';
const property = 'ANSWERSHARE_WORKSPACE_KEY';

function installed(addon: LocalAddon, key: string): void {
  addon.host.properties.script.set(property, key);
}

const inspected = ({ host }: LocalAddon): Promise<unknown> =>
  inspectFile((name, args) => host.sidebarCall(name, args));

test.each(forms)(
  'a workspace key serves a file without its own key, and is not stored in it (Form %i)',
  async (form) => {
    await using addon = await startLocalAddon(form);
    const key = addon.sandbox.keys.live;
    installed(addon, key);
    expect(await addon.note('CITATIONS', site)).toMatch(/^\[shape\] .*sidebar/);
    await inspected(addon);
    const first = await addon.cell('CITATIONS', site);
    expect(first).toEqual(expect.any(Number));
    await addon.host.sidebarCall('act', ['pause', { paused: true }]);
    expect(await addon.cell('CITATIONS', site)).toBe(first);
    expect(await addon.note('AUTHORITY', 'Atlas Freight')).toMatch(/^\[paused\] /);
    await addon.host.sidebarCall('act', ['pause', { paused: false }]);
    expect(await addon.cell('AUTHORITY', site)).toEqual(expect.any(Number));
    const kept = JSON.stringify([addon.host.properties.document.all(), addon.host.cache.inspect('document')]);
    expect(kept).toContain('\\"shared\\":true');
    expect(kept).not.toContain(key);
  },
);

test('the file’s key overrides the workspace key until it is disconnected', async () => {
  await using addon = await startLocalAddon(2);
  installed(addon, addon.sandbox.keys.revoked);
  expect(await addon.note('CITATIONS', site)).toMatch(/^\[invalid_key\] /);
  expect(await addon.connect(addon.sandbox.keys.live)).toMatchObject({ ok: true, shared: false });
  expect(await addon.cell('CITATIONS', site)).toEqual(expect.any(Number));
  expect(await addon.host.sidebarCall('disconnect', [])).toMatchObject({ connected: true, shared: true });
  expect(await addon.note('CITATIONS', site)).toMatch(/^\[invalid_key\] /);
});

test('another workspace key starts over, and an invalid one names the administrator', async () => {
  await using addon = await startLocalAddon(2);
  installed(addon, addon.sandbox.keys.revoked);
  expect(await addon.note('CITATIONS', site)).toMatch(/^\[invalid_key\] /);
  installed(addon, addon.sandbox.keys.live);
  addon.host.cache.clear();
  await inspected(addon);
  expect(await addon.cell('CITATIONS', site)).toEqual(expect.any(Number));
  installed(addon, 'secret');
  addon.host.cache.clear();
  expect(await addon.note('CITATIONS', site)).toBe(
    '[invalid_key] The workspace key of this add-on is not an API key. Tell its administrator.',
  );
});

test('the sidebar names the workspace as the key’s owner and offers no removal', async () => {
  await using addon = await startLocalAddon(2);
  installed(addon, addon.sandbox.keys.live);
  await using sidebar = await openSidebar(addon.host);
  const { frame, errors } = sidebar;
  await frame.getByText('the workspace’s').waitFor();
  await frame.getByRole('button', { name: 'Use another key' }).waitFor();
  expect(await frame.getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
  expect(await frame.content()).not.toContain(addon.sandbox.keys.live);
  expect(errors).toEqual([]);
});
