import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAddon } from '../../build/build-addon.ts';
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
  expect(await other.frame.getByText('Mail me').isVisible()).toBe(false);
});

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
