import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';

test('a refresh shows its cost and progress, and cells show new figures at its end', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  host.sheet.typeRows(
    'A1',
    addon.sandbox.websites.map(({ domain }) => [domain]),
  );
  host.sheet.type('B1', '=CITATIONS(A1:A8)');
  await host.sheet.calculate();
  await using sidebar = await openSidebar(host, { opener: 'openRefresh' });
  const { frame, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  await panel.getByText('Not refreshed yet.').waitFor();
  await addon.requests();
  await panel.getByRole('button', { name: 'Refresh now' }).click();
  await panel
    .getByText(
      '1 formula and 0 reports need 8 answers: 9 requests with the list of websites, about 1 minute.',
    )
    .waitFor();
  await panel.getByText('Refreshed: 8 of 8 answers are new.').waitFor();
  await panel.getByText(/^Last refresh: \d\d:\d\d/).waitFor();
  expect(await addon.requests()).toEqual({ websites: 1, citations: 8 });
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!B1']);
  expect(await addon.requests()).toEqual({});
  expect(errors).toEqual([]);
});

test('a refresh that waits for the next minute shows until when, and can be cancelled', async () => {
  await using addon = await startConnectedAddon(1, 'starter');
  const { host, sandbox } = addon;
  await sandbox.admin.freezeClock();
  host.sheet.typeRows(
    'A1',
    sandbox.websites.map(({ domain }) => [domain]),
  );
  host.sheet.type('B1', '=CITATIONS(A1:A8)');
  await host.sheet.calculate();
  const before = host.sheet.values('B1:B8');
  await sandbox.admin.setUsage('starter', { minute: 52 });
  await using sidebar = await openSidebar(host, { opener: 'openRefresh' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Refresh now' }).click();
  await panel.getByText(/^\d of 8 answers\. The minute is used up: on at \d\d:\d\d:\d\d/).waitFor();
  const cancel = panel.getByRole('button', { name: 'Cancel' });
  expect(await cancel.evaluate((it) => it === document.activeElement)).toBe(true);
  await cancel.press('Enter');
  await panel.getByText(/^Cancelled after \d of 8 answers\. Cells keep what they show\.$/).waitFor();
  const start = panel.getByRole('button', { name: 'Refresh now' });
  expect(await start.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(host.sheet.values('B1:B8')).toEqual(before);
  const { entries } = await sandbox.admin.requests();
  expect(entries.filter(({ status }) => status === 429)).toEqual([]);
});

test('a pause is shown in every view, and stops the refresh', async () => {
  await using addon = await startConnectedAddon(2);
  await using sidebar = await openSidebar(addon.host, { opener: 'openRefresh' });
  const { frame } = sidebar;
  const panel = frame.getByRole('tabpanel');
  await panel.getByText('Not refreshed yet.').waitFor();
  const box = panel.getByLabel('Pause: send no requests from this file');
  await box.press('Space');
  await panel.getByText('Paused: no requests are sent.').waitFor();
  await panel.getByRole('button', { name: 'Refresh now', disabled: true }).waitFor();
  await openView(frame, 'Formula');
  await frame.locator('main > [role=status]').getByText('Paused: no requests are sent.').waitFor();
  await openView(frame, 'Refresh');
  await box.press('Space');
  await panel.getByText('Requests are sent again; formulas ran again.').waitFor();
  await frame.locator('main > [role=status]').getByText('Paused').waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Refresh now', disabled: false }).waitFor();
});

test('a refresh without answers is not the last refresh, in the sidebar and in API_STATUS', async () => {
  await using addon = await startConnectedAddon(2);
  const { host, sandbox } = addon;
  host.sheet.type('B1', '=CITATIONS("Northwind Outdoor")');
  await addon.cell('WEBSITES');
  await sandbox.admin.fault({
    fault: 'status',
    status: 500,
    match: { endpoint: 'citations' },
    times: 'always',
  });
  await using sidebar = await openSidebar(host, { opener: 'openRefresh' });
  const { page, frame, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  await panel.getByText('Not refreshed yet.').waitFor();
  const start = panel.getByRole('button', { name: 'Refresh now' });
  await start.click();
  await panel.getByText(/^0 of 1 answers are new\. The rest shows its older figures: /).waitFor();
  await panel.getByRole('button', { name: 'Refresh now', disabled: false }).waitFor();
  await panel.getByText('Not refreshed yet.').waitFor();
  await page.screenshot({ path: toScreenshotPath('refresh-nothing-came') });
  expect(await addon.cell('API_STATUS', 'last_refresh')).toBe('');

  await sandbox.admin.clearFaults();
  await start.click();
  await panel.getByText('Refreshed: 1 of 1 answers are new.').waitFor();
  await panel.getByText(/^Last refresh: \d\d:\d\d/).waitFor();
  await page.screenshot({ path: toScreenshotPath('refresh-came') });
  const refreshedAt = Number(await addon.cell('API_STATUS', 'last_refresh'));
  expect((await runAction(host, 'state')).refreshedAt).toBe(refreshedAt);
  expect(refreshedAt).toBeGreaterThan(0);
  expect((await runAction(host, 'diagnose')).text).not.toContain('Last refresh: none');

  await addon.connect(await sandbox.admin.createKey({ plan: 'growth' }));
  expect(await addon.cell('API_STATUS', 'last_refresh')).toBe('');
  expect((await runAction(host, 'state')).refreshedAt).toBe(0);
  expect(errors).toEqual([]);
});

test('a refresh retries after a recent failure, and reports its own results', async () => {
  await using addon = await startConnectedAddon(1);
  const { host, sandbox } = addon;
  host.sheet.type('B1', '=CITATIONS("Meadow Clinic")');
  await addon.cell('WEBSITES');
  await sandbox.admin.fault({
    fault: 'status',
    status: 503,
    match: { endpoint: 'citations' },
    times: 'always',
  });
  await host.sheet.calculate();
  expect(host.sheet.cell('B1').value).toBe('#ERROR!');
  await sandbox.admin.clearFaults();
  await addon.requests();
  expect(await addon.note('CITATIONS', 'Meadow Clinic')).toMatch(/^\[server_error\] /);
  expect(await addon.requests()).toEqual({});
  await using sidebar = await openSidebar(host, { opener: 'openRefresh' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Refresh now' }).click();
  await panel.getByText('Refreshed: 1 of 1 answers are new.').waitFor();
  await sidebar.page.screenshot({ path: toScreenshotPath('refresh-after-503') });
  expect(await addon.requests()).toEqual({ websites: 1, citations: 1 });
  await host.sheet.calculate();
  expect(host.sheet.cell('B1').value).toEqual(expect.any(Number));
});

test('failed formulas are listed once with their reason and a link, until they show a figure', async () => {
  await using addon = await startConnectedAddon(1);
  const { host } = addon;
  await addon.cell('WEBSITES');
  host.sheet.typeRows('A1', [['Northwind Outdoor'], ['nowhere.example']]);
  host.sheet.type('B1', '=CITATIONS(A1:A2)');
  host.sheet.type('D4', '=ANALYTICS_TOTAL(A1; "speed"; "7d"; "median")');
  host.sheet.type('D5', '=AUTHORITY(A1)');
  await host.sheet.calculate();
  await addon.requests();
  await using sidebar = await openSidebar(host, { opener: 'openRefresh' });
  const { frame, page, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  await panel.getByText(/^There is no aggregate "median"/).waitFor();
  // Only another formula or another cell can help.
  expect(await panel.getByRole('button', { name: /Run failed formulas again/ }).count()).toBe(0);
  await page.screenshot({ path: toScreenshotPath('refresh-failing') });
  await panel.getByRole('button', { name: 'Sheet1!D4' }).click();
  await expect.poll(() => host.sheet.selection().cell).toMatch(/\bD4$/);
  await panel.getByText(/^No website "nowhere\.example"/).waitFor();
  await panel.getByRole('button', { name: 'Sheet1!B1' }).click();
  await expect.poll(() => host.sheet.selection().cell).toMatch(/\bB1$/);
  expect(await addon.requests()).toEqual({});
  host.sheet.type('D4', '');
  host.sheet.type('A2', '');
  await host.sheet.calculate();
  await openView(frame, 'Tools');
  await openView(frame, 'Refresh');
  await panel.getByText('No formula of this file shows a fault.').waitFor();
  await panel.getByRole('button', { name: /^Run failed/ }).waitFor({ state: 'hidden' });
  expect(errors).toEqual([]);
});

test('a refresh with a revoked key says that the cells show the fault, and so they do', async () => {
  await using addon = await startConnectedAddon(1);
  const { host, sandbox } = addon;
  host.sheet.type('B1', '=CITATIONS("Northwind Outdoor")');
  await host.sheet.calculate();
  expect(host.sheet.cell('B1').value).toEqual(expect.any(Number));
  await sandbox.admin.revoke('live');
  await using sidebar = await openSidebar(host, { opener: 'openRefresh' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Refresh now' }).click();
  await panel
    .getByText(/^0 of 1 answers are new\. The other cells show this fault: The service refuses this API key/)
    .waitFor();
  await sidebar.page.screenshot({ path: toScreenshotPath('refresh-revoked') });
  await host.sheet.calculate();
  expect(host.sheet.cell('B1').value).toBe('#ERROR!');
  expect(sidebar.errors).toEqual([]);
});
