import { expect, test } from 'vitest';
import { connectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView } from '../support/sidebar-page.ts';

test('a formula is built from lists, told with its cost, written, and not written over what is there', async () => {
  await using addon = await connectedAddon(1);
  const { host } = addon;
  host.sheet.select('C3');
  await using sidebar = await openSidebar(host);
  const { frame, errors } = sidebar;
  await openView(frame, 'Formula');
  const panel = frame.getByRole('tabpanel');
  await panel.getByLabel('Function').selectOption('CITATIONS');
  const insert = panel.getByRole('button', { name: 'Insert at the active cell' });
  await panel.getByText('Choose a website or name cells first.').waitFor();
  expect(await insert.isDisabled()).toBe(true);
  await panel
    .getByLabel('Website', { exact: true })
    .selectOption('Northwind Outdoor (northwind-outdoor.example)');
  await panel.getByLabel('engine (optional)').fill('ChatGPT');
  await panel.getByText('Costs 0 to 1 request; how many are left today is not known.').waitFor();
  await insert.click();
  await panel.getByText('Written to C3.').waitFor();
  const formula = '=CITATIONS("northwind-outdoor.example"; "ChatGPT")';
  expect(host.sheet.cell('C3').formula).toBe(formula);
  await host.sheet.calculate();
  expect(host.sheet.cell('C3').value).toEqual(expect.any(Number));

  await panel.getByLabel('Function').selectOption('AUTHORITY');
  await panel.getByLabel('Website', { exact: true }).selectOption('From cells, such as A2:A50');
  await panel.getByLabel('Cells with websites').fill('A2:A4');
  host.sheet.typeRows('A2', [['Northwind Outdoor'], ['northwind-outdoor.example'], ['Harbor & Pine']]);
  await panel.getByText('Costs 0 to 2 requests; how many are left today is not known.').waitFor();
  await insert.click();
  await panel.getByText(/^C3 is not empty\. Nothing was changed/).waitFor();
  expect(host.sheet.cell('C3').formula).toBe(formula);
  expect(await panel.getByLabel('Formula', { exact: true }).inputValue()).toBe('=AUTHORITY(A2:A4)');
  await panel.getByRole('button', { name: 'Replace what is there' }).click();
  await panel.getByText('Written to C3.').waitFor();
  expect(host.sheet.cell('C3').formula).toBe('=AUTHORITY(A2:A4)');
  expect(errors).toEqual([]);
});

test('names of the hostile team stay texts in the formula', async () => {
  await using addon = await connectedAddon(2, 'hostile');
  await using sidebar = await openSidebar(addon.host);
  const { frame, errors } = sidebar;
  await openView(frame, 'Formula');
  const panel = frame.getByRole('tabpanel');
  await panel.getByLabel('Function').selectOption('AUTHORITY');
  const website = panel.getByLabel('Website', { exact: true });
  await website.getByRole('option', { name: /IMPORTXML/ }).waitFor({ state: 'attached' });
  const names = await website.getByRole('option').allTextContents();
  expect(names.some((name) => name.startsWith('<script>alert(1)</script>'))).toBe(true);
  await website.selectOption({ index: 2 });
  const formula = await panel.getByLabel('Formula', { exact: true }).inputValue();
  expect(formula).toMatch(/^=AUTHORITY\("[a-z-]+\.example"\)$/);
  expect(errors).toEqual([]);
});

test('only one call of the add-on’s own functions can be written', async () => {
  await using addon = await connectedAddon(2);
  for (const formula of [
    '=IMPORTDATA("http://x.example")',
    '=1+1',
    'text',
    '=CITATIONS("a")&IMPORTDATA("b")',
    7,
  ]) {
    expect(await addon.host.sidebarCall('act', ['insertFormula', { formula, replace: true }])).toEqual({
      ok: false,
      code: 'refused',
      sentence: 'This is no formula of the add-on.',
    });
  }
  const formula = `=CITATIONS("${addon.sandbox.keys.live}")`;
  for (const action of ['insertFormula', 'formulaCost']) {
    expect(await addon.host.sidebarCall('act', [action, { formula, replace: true }])).toEqual({
      ok: false,
      code: 'refused',
      sentence: 'This holds an API key, which belongs into no cell: paste it under Key.',
    });
  }
  expect(addon.host.sheet.cell('A1').formula).toBe('');
});
