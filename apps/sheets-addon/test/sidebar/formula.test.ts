import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/index.ts';
import { runAction } from '../support/actions.ts';
import { anyForm, startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';

test('a formula is built from lists, shown with its cost, and inserted only into an empty cell', async () => {
  await using addon = await startConnectedAddon(1);
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
  await panel.getByLabel('Website', { exact: true }).fill('Meadow Clinic (meadowclinic.example)');
  await panel.getByLabel('engine (optional)').fill('ChatGPT');
  await panel.getByText('Costs 0 to 1 request.').waitFor();
  expect(await addon.requests()).toEqual({});
  await panel.getByRole('button', { name: 'Show the value' }).click();
  const value = panel.getByRole('table', { name: 'The cell will show' });
  await value.waitFor();
  expect(await addon.requests()).toEqual({ citations: 1 });
  await insert.click();
  await panel.getByText('Written to C3.').waitFor();
  const formula = '=CITATIONS("meadowclinic.example"; "ChatGPT")';
  expect(host.sheet.cell('C3').formula).toBe(formula);
  await host.sheet.calculate();
  expect(Number(((await value.getByRole('cell').textContent()) ?? '').replace(',', ''))).toBe(
    host.sheet.cell('C3').value,
  );
  expect(await addon.requests()).toEqual({});

  await panel.getByLabel('Function').selectOption('AUTHORITY');
  host.sheet.typeRows('A2', [['Meadow Clinic'], ['meadowclinic.example'], ['Atlas Freight']]);
  host.sheet.select('A2:A4');
  await panel.getByRole('button', { name: 'Use selected cells as website' }).click();
  await panel.getByText('Costs 0 to 2 requests.').waitFor();
  host.sheet.select('C3');
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
  await using addon = await startConnectedAddon(2, 'hostile');
  await using sidebar = await openSidebar(addon.host);
  const { frame, errors } = sidebar;
  await openView(frame, 'Formula');
  const panel = frame.getByRole('tabpanel');
  await panel.getByLabel('Function').selectOption('AUTHORITY');
  const website = panel.getByLabel('Website', { exact: true });
  const options = panel.locator('datalist').first().locator('option');
  await options.nth(7).waitFor({ state: 'attached' });
  const names = await options.evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
  expect(names.some((name) => name.includes('IMPORTXML'))).toBe(true);
  expect(names.some((name) => name.startsWith('<script>alert(1)</script>'))).toBe(true);
  await website.fill(names.find((name) => name.startsWith('<script>')) ?? '');
  const formula = await panel.getByLabel('Formula', { exact: true }).inputValue();
  expect(formula).toMatch(/^=AUTHORITY\("[a-z-]+\.example"\)$/);
  expect(errors).toEqual([]);
});

test('only a single call of an add-on function can be inserted', async () => {
  await using addon = await startConnectedAddon(2);
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
  for (const action of ['insertFormula', 'previewFormula']) {
    expect(await addon.host.sidebarCall('act', [action, { formula, replace: true }])).toEqual({
      ok: false,
      code: 'refused',
      sentence: 'This holds an API key, which belongs into no cell: paste it under Key.',
    });
  }
  expect(addon.host.sheet.cell('A1').formula).toBe('');
});

test('a formula with invalid arguments shows the cell’s sentence, and cannot be inserted', async () => {
  await using addon = await startConnectedAddon(1);
  const { host } = addon;
  host.sheet.select('C3');
  await using sidebar = await openSidebar(host, { width: 320, height: 900 });
  const { frame, page, errors } = sidebar;
  await openView(frame, 'Formula');
  const panel = frame.getByRole('tabpanel');
  const insert = panel.getByRole('button', { name: 'Insert at the active cell' });
  const status = panel.getByRole('status').last();
  const failing = async (sentence: string | RegExp): Promise<void> => {
    await status.getByText(sentence).waitFor();
    expect(await status.getAttribute('data-state')).toBe('fails');
    expect(await insert.isDisabled()).toBe(true);
    expect(await panel.getByText('Costs', { exact: false }).count()).toBe(0);
  };
  await panel.getByLabel('Function').selectOption('ANALYTICS_TOTAL');
  await panel.getByLabel('Website', { exact: true }).fill('Northwind Outdoor (northwind-outdoor.example)');
  await expect
    .poll(() => panel.getByLabel('Formula', { exact: true }).inputValue())
    .toBe('=ANALYTICS_TOTAL("northwind-outdoor.example")');
  await failing(/^ANALYTICS_TOTAL needs a metric: =ANALYTICS_TOTAL\(A2; "30d"; "visitors"\)/);
  await page.screenshot({ path: toScreenshotPath('formula-needs-metric') });
  await panel.getByLabel('metric').fill('visitors');
  await panel.getByText('Costs 0 to 1 request', { exact: false }).waitFor();
  expect(await insert.isDisabled()).toBe(false);
  await panel.getByLabel('window').selectOption('Other period…');
  await panel.getByLabel('Period', { exact: true }).fill('5 wekks');
  await failing(/^"5 wekks" is not a period\. Write 7d, last month, 2026-10 or /);
  await page.screenshot({ path: toScreenshotPath('formula-no-window') });
  await panel.getByLabel('window').selectOption('7 days with today');
  await panel.getByLabel('Period', { exact: true }).waitFor({ state: 'hidden' });
  await panel.getByText('Costs 0 to 1 request', { exact: false }).waitFor();
  await insert.click();
  await panel.getByText('Written to C3.').waitFor();
  expect(await status.getAttribute('data-state')).toBe('works');
  expect(host.sheet.cell('C3').formula).toBe(
    '=ANALYTICS_TOTAL("northwind-outdoor.example"; "7d"; "visitors")',
  );
  expect(errors).toEqual([]);
});

describe.each(anyForm)('the formula builder, Form %i,', (form) => {
  const site = 'northwind-outdoor.example';

  test('shows the cell’s sentence about arguments, and inserts nothing', async () => {
    await using addon = await startConnectedAddon(form);
    await addon.cell('WEBSITES');
    await addon.requests();
    const wrong: (readonly [string, ...string[]])[] = [
      ['ANALYTICS_TOTAL', site],
      ['ANALYTICS_TOTAL', site, 'visitors', '5 wekks'],
      ['ANALYTICS_TOTAL', site, 'visitors', '0d'],
      ['ANALYTICS_TOTAL', site, 'visitors', '2026-11-07..2026-11-01'],
      ['ANALYTICS_TOTAL', site, 'visitors', '7d', 'median'],
      ['ANALYTICS', site, 'tomorrow'],
      ['ANALYTICS', site, '7d', '', 'order=up'],
      ['COMPETITORS', site, 'own=maybe'],
      ['CITATIONS', site, '', 'on_error=stop'],
      ['AUTHORITY_CHANGE', site, 'long ago'],
      ['AUTHORITY_CHANGE', site, '7d', 'speed'],
      ['API_FIELD', 'visits', site, '/a'],
      ['API_FIELD', 'citations', site, '/a~2'],
      ['API_TABLE', 'citations', site, '/engines', 'a~2'],
      ['API_TABLE', 'citations', site, '/engines', '', '7d'],
      ['API_STATUS', 'mood'],
      ['EXPLAIN', 'SUM', site],
      ['ANALYTICS', site, '2020-01-01..2020-01-31'],
    ];
    for (const [name, ...args] of wrong) {
      const formula = `=${name}(${args.map((argument) => (argument === '' ? '' : `"${argument}"`)).join('; ')})`;
      const { fault } = await runAction(addon.host, 'previewFormula', { formula, asks: false });
      // A cell's note is cut at 160 characters.
      const note = (await addon.note(name, ...args)).replace(/…$/, '');
      expect(`[${fault?.code}] ${fault?.sentence}`.slice(0, note.length)).toBe(note);
      expect(fault?.inArguments).toBe(true);
      await expect(runAction(addon.host, 'insertFormula', { formula, replace: true })).rejects.toThrow(note);
    }
    expect(addon.host.sheet.cell('A1').formula).toBe('');
    expect(await addon.requests()).toEqual({});
  });

  test('writes no formula that fails for another reason, and says why', async () => {
    await using addon = await startConnectedAddon(form);
    const { host } = addon;
    host.sheet.type('A1', 'nowhere.example');
    host.sheet.type('C3', 'own text');
    host.sheet.select('B1');
    const insert = (formula: string) => runAction(host, 'insertFormula', { formula, replace: false });
    const unknown = await addon.note('CITATIONS', 'nowhere.example');
    await expect(insert('=CITATIONS(A1)')).rejects.toThrow(unknown);
    const noEngine = await addon.note('CITATIONS', 'Meadow Clinic', 'AltaVista');
    await expect(insert('=CITATIONS("Meadow Clinic"; "AltaVista")')).rejects.toThrow(
      noEngine.replace(/…$/, ''),
    );
    await expect(insert('=CITATIONS(A1:B9)')).rejects.toThrow(/^\[refused\] The formula names B1, the cell/);
    await expect(insert('=ANALYTICS("Meadow Clinic"; "7d")')).rejects.toThrow(
      '[refused] The table has no room: there is content in C3. Nothing was changed.',
    );
    expect(host.sheet.cell('B1').formula).toBe('');
    await addon.sandbox.admin.revoke('live');
    await expect(insert('=AUTHORITY("Meadow Clinic")')).rejects.toThrow(/^\[invalid_key\] /);
    expect(host.sheet.cell('B1').formula).toBe('');
  });

  test('finds no fault in any example of the help', async () => {
    await using addon = await startConnectedAddon(form);
    const { host } = addon;
    host.sheet.typeRows('A2', [['Northwind Outdoor'], ['Harbor & Pine']]);
    host.sheet.type('B1', '2026-11-01');
    host.sheet.type('C1', '2026-11-07');
    host.sheet.select('K9');
    for (const { name, examples } of catalogue) {
      for (const { formula } of examples) {
        if (!formula.startsWith(`=${name}(`)) continue;
        const own = formula.replace('example.com', 'northwind-outdoor.example');
        const { fault } = await runAction(host, 'previewFormula', { formula: own, asks: false });
        expect([own, fault?.inArguments ?? false]).toEqual([own, false]);
      }
    }
  });
});
