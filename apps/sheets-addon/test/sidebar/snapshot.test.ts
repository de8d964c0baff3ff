import { expect, test } from 'vitest';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, toScreenshotPath } from '../support/sidebar-page.ts';

test('a frozen tab has values and formats of its moment, whatever the original shows later', async () => {
  await using addon = await startConnectedAddon(2);
  const { host, sandbox } = addon;
  host.sheet.typeRows('A1', [['Meadow Clinic'], ['Atlas Freight']]);
  host.sheet.type('B1', '=SHARE_OF_VOICE(A1:A2)');
  host.sheet.type('D1', '=ANALYTICS(A1; "7d"; "visitors")');
  host.sheet.type('C1', '12.5%');
  await host.sheet.calculate();
  const before = host.sheet.values('A1:E8');
  const shown = ['C1', 'D2', 'D5'].map((cell) => host.sheet.cell(cell).display);
  await addon.requests();
  await using sidebar = await openSidebar(host, { opener: 'openReports' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Freeze this tab' }).click();
  await panel.getByText(/^The tab “Sheet1 \d{4}-\d\d-\d\d” has the values of now\.$/).waitFor();
  await sidebar.page.screenshot({ path: toScreenshotPath('snapshot'), fullPage: true });
  const [, copy] = host.sheet.tabs();
  const on = (cells: string): string => `'${copy?.name}'!${cells}`;
  expect(host.sheet.values(on('A1:E8'))).toEqual(before);
  expect(['C1', 'D2', 'D5'].map((cell) => host.sheet.cell(on(cell)).display)).toEqual(shown);
  expect(shown[1]).toMatch(/\d{4}/);
  expect(host.sheet.cell(on('B1')).formula).toBe('');
  expect(host.sheet.cell('B1').formula).toBe('=SHARE_OF_VOICE(A1:A2)');
  expect((await host.sheet.calculate()).ran).toEqual([]);
  expect(await addon.requests()).toEqual({});

  await sandbox.admin.fault({ fault: 'status', times: 'always' });
  host.sheet.type('B4', '=AUTHORITY(A1)');
  await host.run('freezeTab');
  expect(host.sheet.toasts().map(({ message }) => message)).toEqual([
    'Some formulas of this tab are still running. Try again when they show a value.',
  ]);
  await host.sheet.calculate();
  await host.run('freezeTab');
  expect(host.sheet.toasts().at(-1)?.message).toMatch(
    /^The tab “Sheet1 .* 2” has the values of now\. 1 formula showed a fault, and so does its copy\.$/,
  );
  expect(host.sheet.tabs()).toHaveLength(3);
  await expect(host.customFunction('freezeTab', [])).rejects.toThrow('[not_in_cells]');
  expect(sidebar.errors).toEqual([]);
});
