import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAddon } from '../../build/build-addon.ts';
import { createTranslate } from '../../src/texts/texts.ts';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

const scopes = ['script.send_mail', 'userinfo.email'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
const hourly = { pace: '1h', hour: 7, tracking: false, plan: 'growth', alerts: true } as const;
const hourMs = 3_600_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-mail-'));
  await buildAddon(folder, { withMail: true });
});
afterAll(() => rm(folder, { recursive: true }));

test('failing runs are mailed once until one succeeds, without the key', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z', 'Etc/UTC', undefined, { folder });
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.live);
  host.sheet.type('A1', '=CITATIONS("Northwind Outdoor")');
  await host.sheet.calculate();
  await runAction(host, 'saveSchedule', hourly);
  await addon.pass(2 * hourMs);
  expect(host.mails()).toEqual([]);
  await sandbox.admin.fault({ fault: 'status', times: 'always' });
  await addon.pass(5 * hourMs);
  const [mail] = host.mails();
  expect(host.mails()).toHaveLength(1);
  expect(mail?.recipients).toEqual(['user@example.com']);
  expect(mail?.subject).toBe('Answershare: the refresh of “Local spreadsheet” failed');
  expect(mail?.body).toMatch(/^The scheduled refresh of the file “Local spreadsheet” failed:\n\n- \S/);
  expect(mail?.body).toContain('https://docs.google.com/spreadsheets/d/local-spreadsheet/edit');
  expect(JSON.stringify(host.mails())).not.toContain(sandbox.keys.live);
  await sandbox.admin.clearFaults();
  await addon.pass(2 * hourMs);
  expect(host.mails()).toHaveLength(1);
  await sandbox.admin.fault({ fault: 'status', times: 'always' });
  await addon.pass(3 * hourMs);
  expect(host.mails()).toHaveLength(2);

  await runAction(host, 'saveSchedule', { ...hourly, alerts: false });
  await addon.pass(3 * hourMs);
  expect(host.mails()).toHaveLength(2);
  expect(host.triggerRuns().filter(({ failure }) => failure !== null)).toEqual([]);
});

test('a mail that cannot be sent is a fault of the run', async () => {
  await using addon = await startTimedAddon(1, '2026-11-16T09:00:10Z', 'Etc/UTC', undefined, {
    folder,
    account: 'consumer',
  });
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.live);
  host.sheet.type('A1', '=CITATIONS("Northwind Outdoor")');
  await host.sheet.calculate();
  await runAction(host, 'saveSchedule', hourly);
  await sandbox.admin.revoke('live');
  host.quotas.add({ mail: 100 });
  await addon.pass(2 * hourMs);
  expect(host.mails()).toEqual([]);
  expect((await runAction(host, 'state')).run?.faults.at(-1)).toBe(
    'No mail could be sent: Service invoked too many times for one day: email.',
  );
});

test('the sidebar offers mails only if the build can send them, and asks for consent on saving', async () => {
  await using addon = await startConnectedAddon(2, 'live', { folder, grantedScopes: grantedWithout(scopes) });
  addon.host.sheet.type('A1', '=WEBSITES()');
  await using sidebar = await openSidebar(addon.host, { opener: 'openRefresh' });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByText('No run yet.').waitFor();
  await panel.getByLabel('How often').selectOption('Once a day');
  await panel.getByLabel('Mail me when a scheduled refresh fails').check();
  await sidebar.page.screenshot({ path: toScreenshotPath('schedule-mail'), fullPage: true });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => addon.host.consentAsked()).toEqual([scopes]);

  await using plain = await startConnectedAddon(2);
  await using other = await openSidebar(plain.host);
  await openView(other.frame, 'Refresh');
  await other.frame.getByText('No run yet.').waitFor();
  for (const text of ['Mail me when', 'Mail me about'])
    expect(await other.frame.getByText(text).isVisible()).toBe(false);
});

/** A website's citations at nine o'clock of each day, which the service makes from its seed. */
async function readDailyFigures(days: number): Promise<readonly number[]> {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  await addon.connect(addon.sandbox.keys.live);
  const figures: number[] = [];
  for (let day = 0; day <= days; day += 1) {
    figures.push(Number(await addon.cell('ANALYTICS_TOTAL', 'Northwind Outdoor', 'yesterday', 'visitors')));
    await addon.pass(24 * hourMs);
  }
  return figures;
}

const daily = { pace: 'day', hour: 9, tracking: false, plan: 'growth' } as const;

test('a figure that crosses its line is mailed once for each crossing, never for a failed answer', async () => {
  const figures = await readDailyFigures(4);
  const sorted = [...new Set(figures)].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const crossings = figures.filter(
    (figure, day) => day > 0 && figure < middle && (figures[day - 1] ?? 0) >= middle,
  );
  expect(crossings.length).toBeGreaterThan(0);
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z', 'Etc/UTC', undefined, { folder });
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.live);
  await runAction(host, 'saveSchedule', daily);
  const domain = 'northwind-outdoor.example';
  host.sheet.typeRows('A1', [[domain, '=ANALYTICS_TOTAL(A1; "yesterday"; "visitors")']]);
  await host.sheet.calculate();
  host.sheet.select('B1');
  const alert = await runAction(host, 'addFigureAlert', {
    formula: null,
    condition: 'below',
    limit: String(middle),
  });
  expect(alert).toMatchObject({
    formula: `=ANALYTICS_TOTAL("${domain}"; "yesterday"; "visitors")`,
    limit: middle,
    unit: 'number',
    figure: figures[0],
  });
  await addon.pass(4 * 24 * hourMs);
  const mailed = host
    .mails()
    .map(({ body }) => Number(/→ (\d+) \(falls below/.exec(body.replaceAll(',', ''))?.[1]));
  expect(mailed).toEqual(crossings);
  const [mail] = host.mails();
  expect(mail?.subject).toBe('Answershare: a figure of “Local spreadsheet” crossed its line');
  expect(mail?.body).toContain(`- “ANALYTICS_TOTAL("${domain}"; "yesterday"; "visitors")”: `);
  expect(mail?.body).toContain('); alert by user@example.com in the file “Local spreadsheet”\n');
  expect(JSON.stringify(mail)).not.toContain(sandbox.keys.live);
  await sandbox.admin.fault({ fault: 'status', times: 'always' });
  await addon.pass(24 * hourMs);
  expect(host.mails()).toHaveLength(crossings.length);
  expect((await runAction(host, 'state')).alerts).toHaveLength(1);
});

test.each([
  ['ann@example.com', 'by ann@example.com'],
  ['', null],
])('connecting by "%s" is told as far as Google says who it is', async (activeUser, by) => {
  await using addon = await startConnectedAddon(2, 'live', { folder, activeUser });
  const status = await addon.host.sidebarCall('connectionStatus', []);
  expect(status).toMatchObject({ connectedBy: activeUser, connectedAt: expect.any(Number) });
  await using sidebar = await openSidebar(addon.host);
  const row = sidebar.frame.locator('.facts').first();
  await row.getByText('Connected', { exact: true }).waitFor();
  if (by === null) expect(await row.textContent()).not.toContain(', by');
  else expect(await row.textContent()).toContain(by);
});

test('a refresh asks for the figure of an alert that no cell shows', async () => {
  await using addon = await startConnectedAddon(2, 'live', { folder });
  const { host } = addon;
  expect((await runAction(host, 'planRefresh')).requests).toBe(0);
  const input = {
    formula: '=AUTHORITY("northwind-outdoor.example")',
    condition: 'above',
    limit: '99.5',
  } as const;
  await runAction(host, 'addFigureAlert', input);
  const { questions, requests } = await runAction(host, 'planRefresh');
  expect({ questions: questions.length, requests }).toEqual({ questions: 1, requests: 2 });
});

test('an alert takes one figure and an unambiguous number', async () => {
  await using addon = await startConnectedAddon(2, 'live', { folder });
  const { host, sandbox } = addon;
  const websites = sandbox.websites.map(({ domain }) => [domain]);
  host.sheet.typeRows('A1', websites);
  host.sheet.typeRows('B1', [['=CITATIONS(A1:A3)'], ['=CITATIONS(A1)*2'], ['plain']]);
  host.sheet.type('C1', '=SHARE_OF_VOICE(A1)');
  await host.sheet.calculate();
  const add = async (cell: string, limit: string, condition: 'below' | 'change' = 'below') => {
    host.sheet.select(cell);
    const { unit, limit: parsed } = await runAction(host, 'addFigureAlert', {
      formula: null,
      condition,
      limit,
    });
    return `${parsed} ${unit}`;
  };
  for (const cell of ['B1', 'D9']) await expect(add(cell, '5')).rejects.toThrow(/^\[refused\]/);
  await expect(add('C1', '0.3')).rejects.toThrow('Write the share of voice with %');
  expect(await add('C1', '30%')).toBe('0.3 percent');
  expect(await add('C1', '2,5 %', 'change')).toBe('0.025 percent');
  host.sheet.type('D1', '=CITATIONS(A1)');
  for (const limit of ['1,000', '1.000', 'many', ''])
    await expect(add('D1', limit), limit).rejects.toThrow('without thousands separators');
  await expect(add('D1', '0', 'change')).rejects.toThrow('A change is more than 0');
  expect(await add('D1', '10%', 'change')).toBe('0.1 relative');
});

test('the sidebar adds, lists and removes an alert by keyboard', async () => {
  await using addon = await startConnectedAddon(2, 'live', { folder });
  await using sidebar = await openSidebar(addon.host, { opener: 'openRefresh', height: 900 });
  const { frame, page, errors } = sidebar;
  const panel = frame.getByRole('tabpanel');
  await panel.getByText('The schedule is off: no figure is checked.').waitFor();
  await panel.getByLabel('Figure', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('northwind-outdoor.example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('1%');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await panel.getByText('Added: SHARE_OF_VOICE("northwind-outdoor.example") falls below 1%.').waitFor();
  await panel.getByText(/^Last figure: \d+(?:\.\d+)?%\.$/).waitFor();
  expect(await findAccessibilityFaults(frame)).toEqual([]);
  await page.screenshot({ path: toScreenshotPath('figure-alerts') });
  expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await panel.getByText(/is no longer checked\.$/).waitFor();
  expect((await runAction(addon.host, 'state')).alerts).toEqual([]);
  expect(errors).toEqual([]);
});

// German has the longest words.
test.each(['de'] as const)(
  'in %s the list of alerts fits into 300 px and breaks no rule of axe',
  async (language) => {
    await using addon = await startConnectedAddon(2, 'live', { folder, locale: language });
    const { host } = addon;
    const formula = '=ANALYTICS_TOTAL("northwind-outdoor.example"; "7d"; "visitors")';
    for (const [condition, limit] of [
      ['below', '999999999'],
      ['above', '999999999'],
      ['change', '12,5%'],
    ] as const)
      await runAction(host, 'addFigureAlert', { formula, condition, limit });
    await using sidebar = await openSidebar(host, { opener: 'openRefresh', height: 2_400 });
    const { frame, page, errors } = sidebar;
    const text = createTranslate(language);
    const remove = frame.getByText(text('report.remove'), { exact: true });
    await expect.poll(() => remove.count()).toBe(3);
    expect(await findAccessibilityFaults(frame)).toEqual([]);
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
    await page.screenshot({ path: toScreenshotPath(`${language}-alerts`) });
    expect(errors).toEqual([]);
  },
);

function grantedWithout(denied: readonly string[]): readonly string[] {
  const names = [
    'spreadsheets.currentonly',
    'script.container.ui',
    'script.external_request',
    'script.scriptapp',
  ];
  return names
    .map((name) => `https://www.googleapis.com/auth/${name}`)
    .filter((one) => !denied.includes(one));
}
