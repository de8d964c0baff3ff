import { expect, test } from 'vitest';
import { connectFile } from '../../src/sidebar/inspect.ts';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

test('a schedule shows its cost and the plan’s, is refused if it exceeds the plan, else stored', async () => {
  await using addon = await startConnectedAddon(1);
  const { host } = addon;
  host.sheet.typeRows(
    'A1',
    addon.sandbox.websites.map(({ domain }) => [domain]),
  );
  host.sheet.type('B1', '=CITATIONS(A1:A8)');
  host.sheet.type('C1', '=AUTHORITY(A1:A8)');
  await using sidebar = await openSidebar(host);
  const { frame, errors } = sidebar;
  await frame.getByText('Connected with').waitFor();
  await openView(frame, 'Refresh');
  const panel = frame.getByRole('tabpanel');
  await panel.getByLabel('Plan of the key').selectOption('Starter: 500 a day, 60 a minute');
  await panel.getByLabel('Record a day in the history too').uncheck();
  await panel.getByLabel('How often').selectOption('Every 2 hours');
  await panel
    .getByText(
      '17 requests a run, at most 204 requests a day. The plan has 450 a day for this; a tenth is reserved for people.',
    )
    .waitFor();
  await panel.getByLabel('Record a day in the history too').check();
  await panel.getByText('17 requests a run, at most 212 requests a day.').waitFor();
  await panel.getByLabel('How often').selectOption('Every hour');
  await panel.getByText('17 requests a run, at most 416 requests a day.').waitFor();
  host.sheet.type('D1', '=SHARE_OF_VOICE(A1:A8)');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel
    .getByText(
      /^This does not fit: 600 requests a day, and the plan has 450 for it\. The most frequent that fits: Every 2 hours\.$/,
    )
    .waitFor();
  expect(host.triggers()).toEqual([]);
  await panel.getByLabel('How often').selectOption('Once a day');
  await panel.getByLabel('Hour of the day (Etc/UTC)').selectOption('5:00');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved. Once a day.').waitFor();
  expect(host.triggers()).toMatchObject([{ handler: 'onSchedule', schedule: { everyHours: 1 } }]);
  await panel.getByText('No run yet.').waitFor();
  await panel.getByText(/^Next run: about .*0[56]:\d\d AM \(Etc\/UTC\)\.$/).waitFor();
  host.sheet.type('E1', '=CITATIONS(INDEX(A1:A8; 1))');
  await panel.getByLabel('How often').selectOption('Every 12 hours');
  await panel.getByText(/1 formula/).waitFor();
  expect(errors).toEqual([]);
});

test('a view opened before the file’s state shows the cost of the stored schedule', async () => {
  await using addon = await startConnectedAddon(1);
  const { host } = addon;
  host.sheet.type('A1', '=WEBSITES()');
  await runAction(host, 'saveSchedule', { pace: 'day', hour: 5, tracking: false, plan: 'starter' });
  let known = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    known = resolve;
  });
  await using sidebar = await openSidebar(host, { held });
  const { frame, errors } = sidebar;
  await openView(frame, 'Refresh');
  known();
  await frame.getByRole('tabpanel').getByText('1 request a run, at most 1 request a day.').waitFor();
  expect(errors).toEqual([]);
});

test('a schedule uses the plan of the connected key, not of the earlier one', async () => {
  await using addon = await startLocalAddon(1);
  const { host, sandbox } = addon;
  await connectFile((name, args) => host.sidebarCall(name, args), sandbox.keys.live);
  host.sheet.typeRows(
    'A1',
    sandbox.websites.map(({ domain }) => [domain]),
  );
  host.sheet.type('B1', '=CITATIONS(A1:A8)');
  host.sheet.type('C1', '=AUTHORITY(A1:A8)');
  host.sheet.type('D1', '=SHARE_OF_VOICE(A1:A8)');
  await using sidebar = await openSidebar(host);
  const { page, frame, errors } = sidebar;
  await frame.getByText('Connected with').waitFor();
  await openView(frame, 'Refresh');
  const panel = frame.getByRole('tabpanel');
  await panel.getByText('No run yet.').waitFor();
  await panel.getByLabel('How often').selectOption('Every hour');
  await panel
    .getByText('25 requests a run, at most 600 requests a day. The plan has 900 a day for this', {
      exact: false,
    })
    .waitFor();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved. Every hour.').waitFor();
  expect(await panel.getByLabel('Plan of the key').inputValue()).toBe('growth');

  await openView(frame, 'Key');
  await frame.getByRole('button', { name: 'Use another key' }).click();
  await page.keyboard.insertText(sandbox.keys.starter);
  await page.keyboard.press('Enter');
  await frame.getByText(/^Key works: /).waitFor();
  await openView(frame, 'Refresh');
  await panel
    .getByText(
      /^This does not fit: 600 requests a day, and the plan has 450 for it\. The most frequent that fits: Every 2 hours\.$/,
    )
    .waitFor();
  expect(await panel.getByLabel('Plan of the key').inputValue()).toBe('starter');
  await page.screenshot({ path: toScreenshotPath('schedule-other-key') });
  await panel.getByLabel('How often').selectOption('Every 2 hours');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved. Every 2 hours.').waitFor();
  expect((await runAction(host, 'state')).schedule).toMatchObject({ pace: '2h', plan: 'starter' });
  expect(errors).toEqual([]);
});

test('a weekly and a monthly schedule take a day and an hour, and show the next run in the file’s zone', async () => {
  await using addon = await startTimedAddon(1, '2026-11-16T09:00:10Z', 'Asia/Tokyo');
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.live);
  host.sheet.type('A1', '=WEBSITES()');
  await using sidebar = await openSidebar(host);
  const { frame, errors } = sidebar;
  await openView(frame, 'Refresh');
  const panel = frame.getByRole('tabpanel');
  await panel.getByText('No run yet.').waitFor();
  await panel.getByLabel('How often').selectOption('Once a week');
  await panel.getByLabel('Weekday').selectOption('Thursday');
  await panel.getByLabel('Hour of the day (Asia/Tokyo)').selectOption('6:00');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved. Once a week.').waitFor();
  await panel.getByText(/^Next run: about Nov 19, 2026 06:\d\d AM \(Asia\/Tokyo\)\.$/).waitFor();

  await panel.getByLabel('How often').selectOption('Once a month');
  await panel.getByLabel('Day of the month').selectOption('Last day');
  await sidebar.page.screenshot({ path: toScreenshotPath('schedule-month'), fullPage: true });
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved. Once a month.').waitFor();
  await panel.getByText(/^Next run: about Nov 30, 2026 06:\d\d AM \(Asia\/Tokyo\)\.$/).waitFor();
  expect((await runAction(host, 'state')).schedule).toMatchObject({ pace: 'month', day: 31, hour: 6 });
  expect(host.triggers()).toMatchObject([{ handler: 'onSchedule', schedule: { everyHours: 1 } }]);
  expect(errors).toEqual([]);

  await using reopened = await openSidebar(host, { opener: 'openRefresh' });
  const form = reopened.frame.getByRole('tabpanel');
  await form.getByText(/^Next run/).waitFor();
  expect(await form.getByLabel('Day of the month').inputValue()).toBe('31');
});

test('another editor sees whose account runs the schedule, and takes it over', async () => {
  await using addon = await startConnectedAddon(1);
  const { host } = addon;
  host.sheet.type('A1', '=WEBSITES()');
  await runAction(host, 'saveSchedule', { pace: 'day', hour: 5, tracking: false, plan: 'starter' });
  host.signIn('ben@example.com');
  await using sidebar = await openSidebar(host, { opener: 'openRefresh', height: 1400 });
  const panel = sidebar.frame.getByRole('tabpanel');
  await panel.getByText('It runs with the account of an editor.').waitFor();
  await sidebar.page.screenshot({ path: toScreenshotPath('schedule-owner') });
  await panel.getByRole('button', { name: 'Run it with my account' }).click();
  await panel.getByText('It runs with your account.').waitFor();
  expect((await runAction(host, 'state')).schedule).toMatchObject({ isOwn: true, pace: 'day', hour: 5 });
  expect(sidebar.errors).toEqual([]);
});
