import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView } from '../support/sidebar-page.ts';

test('every report is inserted on its own tab, and the history is recorded', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  await using sidebar = await openSidebar(host, { opener: 'openReports' });
  const { frame, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  const insert = panel.getByRole('button', { name: 'Insert on a new tab' });
  await insert.click();
  await panel.getByText('The report is on the tab “All websites”.').waitFor();
  for (const [kind, tab] of [
    ['30-day trend', '30-day trend Northwind Outdoor'],
    ['Citations by engine', 'Citations by engine Northwind Outdoor'],
    ['Share of voice', 'Share of voice Northwind Outdoor'],
    ['Authority', 'Authority Northwind Outdoor'],
  ] as const) {
    await panel.getByLabel('Report', { exact: true }).selectOption(kind);
    await panel.getByLabel('Website', { exact: true }).fill('Northwind Outdoor (northwind-outdoor.example)');
    await insert.click();
    await panel.getByText(`The report is on the tab “${tab}”.`).waitFor();
  }
  await panel.getByLabel('Write').selectOption('Formulas, yours to edit');
  await insert.click();
  await panel.getByText('The report is on the tab “Authority Northwind Outdoor 2”.').waitFor();
  expect(await panel.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^All websitesread \d\d:\d\d/),
    expect.stringMatching(/^30-day trend: Northwind Outdoorread /),
    expect.stringMatching(/^Citations by engine: Northwind Outdoorread /),
    expect.stringMatching(/^Share of voice: Northwind Outdoorread /),
    expect.stringMatching(/^Authority: Northwind Outdoorread /),
  ]);
  expect(host.sheet.tabs().map(({ name }) => name)).toHaveLength(7);
  await panel.getByText('No history yet.').waitFor();
  await panel.getByRole('button', { name: 'Record today' }).click();
  await panel.getByText('8 rows added, 0 blanks filled.').waitFor();
  await panel.getByText(/^Last day on the tab “Answershare history”: \d{4}-\d\d-\d\d\.$/).waitFor();
  expect(errors).toEqual([]);
});

test('reports of one title are listed with their tabs', async () => {
  await using addon = await startConnectedAddon(1);
  for (let times = 0; times < 2; times += 1)
    await runAction(addon.host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  const website = addon.sandbox.websites[0]?.id ?? '';
  await runAction(addon.host, 'insertReport', { kind: 'authority', website, as: 'values' });
  await using sidebar = await openSidebar(addon.host, { opener: 'openReports' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByRole('listitem').first().waitFor();
  expect(await panel.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^All websites \(All websites\)read /),
    expect.stringMatching(/^All websites \(All websites 2\)read /),
    expect.stringMatching(/^Authority: Northwind Outdoorread /),
  ]);
  await panel.getByRole('button', { name: 'Remove: All websites (All websites 2)' }).click();
  await panel.getByText(/“All websites \(All websites 2\)”/).waitFor();
});

test('a report takes a website by its domain or name as typed', async () => {
  await using addon = await startConnectedAddon(1);
  await using sidebar = await openSidebar(addon.host, { opener: 'openReports' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByLabel('Report', { exact: true }).selectOption('Authority');
  const tab = 'Authority Northwind Outdoor';
  for (const [typed, written] of [
    ['https://www.Northwind-Outdoor.example/', tab],
    ['northwind outdoor', `${tab} 2`],
    [addon.sandbox.websites[0]?.id ?? '', `${tab} 3`],
  ] as const) {
    await panel.getByLabel('Website', { exact: true }).fill(typed);
    await panel.getByRole('button', { name: 'Insert on a new tab' }).click();
    await panel.getByText(`The report is on the tab “${written}”.`).waitFor();
  }
});

test('a report that cannot be read leaves no tab behind and says why', async () => {
  await using addon = await startConnectedAddon(1);
  const { host, sandbox } = addon;
  await using sidebar = await openSidebar(host, { opener: 'openReports' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByLabel('Report', { exact: true }).selectOption('Authority');
  const insert = panel.getByRole('button', { name: 'Insert on a new tab' });
  await insert.click();
  await panel.getByText('Choose a website of the list first.').waitFor();
  const field = panel.getByLabel('Website', { exact: true });
  await field.fill('northwind-outdoor.exmaple');
  await insert.click();
  await panel.getByText(/No website "northwind-outdoor.exmaple" for this key. Did you mean/).waitFor();
  expect(await field.evaluate((it) => it === document.activeElement)).toBe(true);
  await field.fill('Meadow Clinic (meadowclinic.example)');
  await sandbox.admin.setScopes('live', ['analytics:read']);
  await insert.click();
  await panel
    .getByText(/^The key|^This key|scope/)
    .first()
    .waitFor();
  expect(host.sheet.tabs()).toHaveLength(1);
  expect(await insert.isEnabled()).toBe(true);
  await openView(sidebar.frame, 'Reports');
});

test('a listed report is opened, refreshed alone, and removed from the updates', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  const website = addon.sandbox.websites[0]?.id ?? '';
  await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  await runAction(host, 'insertReport', { kind: 'authority', website, as: 'values' });
  host.sheet.select('Sheet1!A1');
  await addon.requests();
  await using sidebar = await openSidebar(host, { opener: 'openReports' });
  const { frame, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Authority: Northwind Outdoor', exact: true }).click();
  await expect.poll(() => host.sheet.selection().cell).toMatch(/^'Authority Northwind Outdoor'!A\d$/);
  await panel.getByRole('button', { name: 'Refresh: Authority: Northwind Outdoor' }).click();
  await panel.getByText('“Authority: Northwind Outdoor” is up to date.').waitFor();
  expect(await addon.requests()).toEqual({ websites: 1, authority: 1 });
  await panel.getByRole('button', { name: 'Remove: All websites' }).click();
  await panel.getByText('“All websites” is no longer updated. Its tab keeps the figures.').waitFor();
  await panel.getByRole('button', { name: 'All websites', exact: true }).waitFor({ state: 'detached' });
  expect((await runAction(host, 'state')).reports).toHaveLength(1);
  expect(host.sheet.tabs().map(({ name }) => name)).toContain('All websites');
  expect(errors).toEqual([]);
});
