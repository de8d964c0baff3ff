import { expect, test } from 'vitest';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView } from '../support/sidebar-page.ts';

test('the formula doctor shows before and after, combines on demand, and undoes it', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  host.sheet.typeRows(
    'A1',
    addon.sandbox.websites.slice(0, 4).map(({ domain }) => [domain]),
  );
  for (const row of [1, 2, 3, 4]) host.sheet.type(`B${row}`, `=CITATIONS(A${row}; "ChatGPT")`);
  await host.sheet.calculate();
  const before = host.sheet.values('B1:B4');
  await using sidebar = await openSidebar(host);
  const { frame, errors } = sidebar;
  await openView(frame, 'Tools');
  const panel = frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Look at this file' }).click();
  await panel.getByText('1 column can be one formula.').waitFor();
  expect(await panel.getByRole('heading', { level: 3 }).textContent()).toBe('Sheet1, B1:B4');
  expect(await panel.locator('code').allTextContents()).toEqual([
    '=CITATIONS(A1; "ChatGPT")',
    '=CITATIONS(A1:A4; "ChatGPT")',
  ]);
  await panel.getByText('Saves 3 calls of Google’s servers at each recalculation.').waitFor();
  await panel.getByRole('button', { name: 'Rewrite B1:B4' }).click();
  await panel.getByText('B1:B4 is one formula now. Nothing to improve').waitFor();
  await host.sheet.calculate();
  expect(host.sheet.values('B1:B4')).toEqual(before);
  await panel.getByRole('button', { name: 'Put the formulas back (B1:B4)' }).click();
  await panel.getByText('B1:B4 has its formulas back. 1 column can be one formula.').waitFor();
  expect(host.sheet.formulas('B4')).toEqual([['=CITATIONS(A4; "ChatGPT")']]);
  expect(errors).toEqual([]);
});

test('the diagnostics can be copied and contain no key', async () => {
  await using addon = await startConnectedAddon(1);
  await using sidebar = await openSidebar(addon.host);
  const { frame } = sidebar;
  await openView(frame, 'Tools');
  const panel = frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Show diagnostics' }).click();
  const text = panel.getByLabel('Diagnostics text');
  await text.waitFor();
  const shown = await text.inputValue();
  expect(shown).toMatch(/^Answershare for Google Sheets, /);
  expect(shown).not.toContain(addon.sandbox.keys.live.slice(-4));
  await panel.getByRole('button', { name: 'Copy' }).click();
  await panel.getByText(/^(Copied\.|The text is selected)/).waitFor();
});

test('a failing call of the script is shown, and the sidebar continues', async () => {
  await using addon = await startConnectedAddon(1);
  await using sidebar = await openSidebar(addon.host);
  const { frame } = sidebar;
  await openView(frame, 'Tools');
  addon.host.properties.document.set('answershare.undo', 'no JSON');
  const panel = frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Look at this file' }).click();
  await panel.locator('[data-state=fails]').waitFor();
  expect(await panel.getByRole('button', { name: 'Look at this file' }).isEnabled()).toBe(true);
});
