import { expect, test } from 'vitest';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

test('an open sidebar runs failed formulas again by itself, and a click says which still fail', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.live);
  await sandbox.admin.fault({ fault: 'status', times: 'always' });
  host.sheet.type('A1', '=CITATIONS("Atlas Freight")');
  await host.sheet.calculate();
  expect(host.sheet.cell('A1').error).toMatch(/Choose "Run failed formulas again" in a minute\./);
  await sandbox.admin.clearFaults();
  await addon.pass(60_000);
  await using sidebar = await openSidebar(host, { opener: 'openRefresh' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByText('1 of 1 failed formulas ran again.').waitFor();
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!A1']);
  expect(host.sheet.values('A1')).toEqual([[expect.any(Number)]]);

  host.sheet.type('A2', '=CITATIONS("nobody")');
  await host.sheet.calculate();
  await openView(sidebar.frame, 'Tools');
  await openView(sidebar.frame, 'Refresh');
  await panel.getByText('No website "nobody" for this key.').waitFor();
  // Running it again cannot help.
  expect(await panel.getByRole('button', { name: /Run failed formulas again/ }).count()).toBe(0);
  await sidebar.page.screenshot({ path: toScreenshotPath('failed-formulas') });
  expect(sidebar.errors).toEqual([]);
});
