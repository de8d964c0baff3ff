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

test('the names that a file keeps join brands and find websites, once all complaints are met', async () => {
  await using addon = await startConnectedAddon(2);
  const [site = { id: '', domain: '' }] = addon.sandbox.websites;
  type Row = [rank: number, name: string, domain: string, share: number];
  const rank = async () => (await addon.cell('COMPETITORS', site.id, 'own=no; headers=no')) as Row[];
  const [first, second, ...others] = await rank();
  if (first === undefined || second === undefined) throw new Error('The sandbox has too few competitors.');
  await using sidebar = await openSidebar(addon.host);
  const { frame, errors } = sidebar;
  await openView(frame, 'Tools');
  const panel = frame.getByRole('tabpanel');
  const brands = panel.getByLabel('Brands');
  const save = panel.getByRole('button', { name: 'Save' });
  await brands.fill(`Both = ${first[1]}, ${second[2]}\nAnother\nThird = ${first[1]}`);
  await panel.getByLabel('Websites').fill(`${site.id} = acme.example/de`);
  await save.click();
  await panel
    .getByText(
      `Brands, line 2: write a name, = and its other names. Brands, line 3: “${first[1]}” is in an earlier line already.`,
    )
    .waitFor();
  await brands.fill(`Both = ${first[1]}, ${second[2]}`);
  await save.click();
  await panel.getByText('The names are stored, and the formulas run again.').waitFor();
  const [both, ...rest] = await rank();
  expect(both?.slice(1, 3)).toEqual(['Both', second[2]]);
  expect(both?.[3]).toBeCloseTo(first[3] + second[3], 10);
  expect(rest.map(([, name]) => name)).toEqual(others.map(([, name]) => name));
  for (const name of ['Both', first[1], second[2]])
    expect(await addon.cell('SHARE_OF_VOICE', 'https://www.acme.example/de/shop', name)).toBe(both?.[3]);
  await openView(frame, 'Key');
  await openView(frame, 'Tools');
  await expect.poll(() => brands.inputValue()).toBe(`Both = ${first[1]}, ${second[2]}`);
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
