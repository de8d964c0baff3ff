import { expect, test } from 'vitest';
import { connectFile } from '../../src/sidebar/inspect.ts';
import { startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';

test('a wrong key, a right one and disconnecting work by keyboard', async () => {
  await using addon = await startLocalAddon(2);
  await using sidebar = await openSidebar(addon.host);
  const { page, frame, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  const status = panel.getByRole('status').first();
  const key = frame.getByLabel('API key');
  await status.getByText('No key yet. Formulas need one.').waitFor();

  await page.keyboard.press('Tab');
  expect(await frame.getByRole('tab', { name: 'Key' }).evaluate((it) => it === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await frame.getByRole('alert').getByText('Paste an API key first.').waitFor();

  await page.keyboard.insertText(addon.sandbox.keys.revoked);
  await page.keyboard.press('Enter');
  await frame
    .getByRole('alert')
    .getByText(/^The service refuses this API key/)
    .waitFor();
  expect(await status.textContent()).toBe('Not connected.');
  expect(await key.getAttribute('aria-invalid')).toBe('true');

  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(addon.sandbox.keys.live);
  await page.keyboard.press('Enter');
  await status.getByText('Key works: 8 websites').waitFor();
  await frame.getByText('286 of 300 left').waitFor();
  expect(await frame.content()).not.toContain(addon.sandbox.keys.live);
  expect(await frame.locator('#key').count()).toBe(0);
  const replace = frame.getByRole('button', { name: 'Use another key' });
  expect(await replace.evaluate((it) => it === document.activeElement)).toBe(true);

  await frame.getByRole('button', { name: 'Disconnect' }).press('Enter');
  await frame.getByRole('group').getByText('Forget the key in this file?').waitFor();
  const keep = frame.getByRole('button', { name: 'Keep it' });
  expect(await keep.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await status.getByText('No key yet. Formulas need one.').waitFor();
  expect(addon.host.properties.document.all()).toEqual({});
  expect(errors).toEqual([]);
});

test('a connected file shows its key’s last characters on opening, without a request', async () => {
  await using addon = await startLocalAddon(1);
  const { host, sandbox } = addon;
  await connectFile((name, args) => host.sidebarCall(name, args), sandbox.keys.live);
  await addon.requests();
  await using sidebar = await openSidebar(addon.host);
  const masked = `rs_live_…${addon.sandbox.keys.live.slice(-4)}`;
  await sidebar.frame.getByText(`Connected with ${masked}`).waitFor();
  await sidebar.frame.getByText('287 of 300 left').waitFor();
  expect(await sidebar.frame.content()).not.toContain(addon.sandbox.keys.live);
  expect(await addon.requests()).toEqual({});
  const meter = sidebar.frame.locator('meter');
  expect(await meter.evaluate((it: HTMLMeterElement) => [it.value, it.max])).toEqual([287, 300]);
  await addon.cell('CITATIONS', 'Atlas Freight');
  await openView(sidebar.frame, 'Refresh');
  await sidebar.frame.getByText('286 of 300 left').waitFor();
  expect(await meter.evaluate((it: HTMLMeterElement) => it.value)).toBe(286);
});

test('a check finds a revoked key, which every view then names with the next step', async () => {
  await using addon = await startConnectedAddon(1);
  await using sidebar = await openSidebar(addon.host);
  const { frame, errors } = sidebar;
  const status = frame.getByRole('tabpanel').getByRole('status').first();
  await status.getByText(/^Connected with rs_live_/).waitFor();
  await frame.getByRole('button', { name: 'Check key' }).click();
  await status.getByText(/^Connected with rs_live_/).waitFor();
  await addon.sandbox.admin.revoke('live');
  await frame.getByRole('button', { name: 'Check key' }).click();
  await status.getByText(/^The service refuses this API key/).waitFor();
  const banner = frame.locator('main > [role=status]');
  for (const view of ['Formula', 'Reports', 'Refresh', 'Tools']) {
    await openView(frame, view);
    await banner.getByText('The service refuses this file’s key. Connect another under Key.').waitFor();
  }
  expect(errors).toEqual([]);
});

test('a key stays if its replacement is wrong', async () => {
  await using addon = await startLocalAddon(2);
  await addon.connect(addon.sandbox.keys.live);
  await using sidebar = await openSidebar(addon.host);
  const { frame, page } = sidebar;
  const masked = `rs_live_…${addon.sandbox.keys.live.slice(-4)}`;
  await frame.getByRole('button', { name: 'Use another key' }).click();
  await page.keyboard.insertText(addon.sandbox.keys.revoked);
  await page.keyboard.press('Enter');
  await frame.getByText(`Key not taken. Connected with ${masked}`).waitFor();
  await frame.getByRole('button', { name: 'Cancel' }).click();
  await frame.getByRole('button', { name: 'Use another key' }).waitFor();
  expect(await addon.cell('CITATIONS', 'Northwind Outdoor')).toEqual(expect.any(Number));
});

test('arrows, Home and End move between the views, and one tab is a stop for the keyboard', async () => {
  await using addon = await startLocalAddon(2);
  await using sidebar = await openSidebar(addon.host);
  const { frame, page } = sidebar;
  const chosen = () => frame.getByRole('tab', { selected: true }).textContent();
  await page.keyboard.press('Tab');
  const walked: (string | null)[] = [];
  for (const pressed of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
    await page.keyboard.press(pressed);
    walked.push(await chosen());
  }
  expect(walked).toEqual(['Formula', 'Tools', 'Key', 'Tools', 'Key']);
  expect(await frame.locator('[role=tab][tabindex="0"]').count()).toBe(1);
  expect(await frame.getByRole('tabpanel').count()).toBe(1);
});

test('a key that the service rejects later is shown as rejected until one works', async () => {
  await using addon = await startConnectedAddon(2);
  const { host, sandbox } = addon;
  host.sheet.type('B1', '=CITATIONS("Northwind Outdoor")');
  await addon.cell('WEBSITES');
  await using sidebar = await openSidebar(host);
  const { page, frame, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  const status = panel.getByRole('status').first();
  await status.getByText(/^Connected with rs_live_/).waitFor();
  await sandbox.admin.revoke('live');
  await openView(frame, 'Refresh');
  await panel.getByRole('button', { name: 'Refresh now' }).click();
  await panel.getByText(/^0 of 1 answers are new\. .*The service refuses this API key/).waitFor();
  await panel.getByRole('button', { name: 'Refresh now', disabled: false }).waitFor();
  await openView(frame, 'Key');
  await status.getByText(/^The service refuses this API key: it is revoked or mistyped\./).waitFor();
  expect(await status.getAttribute('data-state')).toBe('fails');
  expect(await panel.getByText('Connected with', { exact: false }).count()).toBe(0);
  await page.screenshot({ path: toScreenshotPath('key-refused') });
  expect(await addon.cell('API_STATUS', 'state')).toBe('invalid_key');
  await using again = await openSidebar(host);
  await again.frame
    .getByRole('status')
    .getByText(/^The service refuses this API key/)
    .waitFor();

  await frame.getByRole('button', { name: 'Use another key' }).click();
  await page.keyboard.insertText(await sandbox.admin.createKey({ plan: 'growth' }));
  await page.keyboard.press('Enter');
  await status.getByText(/^Key works: /).waitFor();
  await page.screenshot({ path: toScreenshotPath('key-works-again') });
  expect(await addon.cell('API_STATUS', 'state')).toBe('ready');
  expect(errors).toEqual([]);
});

test('a check by keyboard keeps the focus, and its pause is forgotten with the pause', async () => {
  await using addon = await startConnectedAddon(1);
  await using sidebar = await openSidebar(addon.host);
  const { frame } = sidebar;
  const panel = frame.getByRole('tabpanel');
  const status = panel.getByRole('status').first();
  const check = panel.getByRole('button', { name: 'Check key' });
  const isFocused = () => check.evaluate((it) => it === document.activeElement);
  await status.getByText(/^Connected with rs_live_/).waitFor();
  await check.press('Enter');
  await expect.poll(isFocused).toBe(true);
  await openView(frame, 'Refresh');
  const pause = panel.getByLabel('Pause: send no requests from this file');
  await pause.press('Space');
  await panel.getByText('Paused: no requests are sent.').waitFor();
  await openView(frame, 'Key');
  await check.press('Enter');
  await status.getByText(/paused/i).waitFor();
  await expect.poll(isFocused).toBe(true);
  await openView(frame, 'Refresh');
  await pause.press('Space');
  await panel.getByText('Requests are sent again; formulas ran again.').waitFor();
  await openView(frame, 'Key');
  await status.getByText(/^Connected with rs_live_/).waitFor();
});

test('a file that connects to a gateway has its history at once', async () => {
  await using addon = await startLocalAddon(2);
  const key = 'rs_live_gw_client-a.0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
  const day = { date: '2026-11-03', score: 61, share_of_voice: 30, total: 12 };
  const isHistory = (path: string): boolean => path.startsWith('/api/v1/history');
  await using gateway = await startRelay(
    addon.sandbox,
    (path, body) => (isHistory(path) ? JSON.stringify({ days: [day] }) : body),
    ({ path, headers }) => ({
      path: isHistory(path) ? '/api/v1/websites' : path,
      headers: { authorization: headers.authorization?.replace(key, addon.sandbox.keys.live) ?? '' },
    }),
  );
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', gateway.url);
  await using sidebar = await openSidebar(addon.host);
  await sidebar.frame.getByLabel('API key').fill(key);
  await sidebar.frame.getByRole('button', { name: 'Connect' }).click();
  await sidebar.frame
    .getByText('Key works: 8 websites · History · 16 rows added, 0 blanks filled.')
    .waitFor();
  await sidebar.frame.getByText('rs_live_gw_client-a.…DEFG').first().waitFor();
  const [, ...rows] = (await addon.cell('AUTHORITY_HISTORY', 'northwind-outdoor.example')) as unknown[][];
  expect(rows.map(([, score]) => score)).toEqual([61, expect.any(Number)]);
  expect(sidebar.errors).toEqual([]);
});
