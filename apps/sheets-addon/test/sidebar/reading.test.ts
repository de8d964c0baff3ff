import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, toScreenshotPath } from '../support/sidebar-page.ts';

const site = 'Northwind Outdoor';

const focused = (frame: Frame): Promise<string> =>
  frame.evaluate(() => document.activeElement?.textContent ?? '');

/** Moves to a control with the Tab key. */
async function tabTo(page: Page, frame: Frame, text: string): Promise<void> {
  for (let times = 0; times < 60; times += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(frame)) === text) return;
  }
  throw new Error(`No control "${text}" is reached by the Tab key.`);
}

test('figures are compared and confirmed by keyboard', async () => {
  await using addon = await startConnectedAddon(2);
  await using sidebar = await openSidebar(addon.host, { height: 1400 });
  const { page, frame, errors } = sidebar;
  await frame.getByRole('heading', { name: 'Do these match your dashboard?' }).waitFor();
  await tabTo(page, frame, 'Read answers again');
  await page.keyboard.press('Enter');
  await frame.getByText(/^Every answer is read\. Some figures are assumed/).waitFor();
  const authority = frame.getByRole('group', { name: `Authority: ${site} (assumed)` });
  await authority.getByText(/^Score: \d+ of 100 at\s+\/score$/).waitFor();
  const citations = frame.getByRole('group', { name: `Citations: ${site} (assumed)` });
  await citations.getByText(/^Total: \d+ at\s+\/total$/).waitFor();
  expect(await citations.getByText(/Rows in all|Pages|Next page/i).count()).toBe(0);
  const competitors = frame.getByRole('group', { name: `Competitors: ${site} (assumed)` });
  await competitors.getByText(/^Share of voice: \d+(\.\d)? % at\s+\/share_of_voice$/).waitFor();
  await page.screenshot({ path: toScreenshotPath('reading-assumed') });
  expect(await focused(frame)).toBe('Yes, they match');
  await page.keyboard.press('Enter');
  await frame.getByText('Confirmed. Formulas read every answer this way.').waitFor();
  expect(await focused(frame)).toBe('Read answers again');
  await page.screenshot({ path: toScreenshotPath('reading-confirmed') });
  await addon.cell('AUTHORITY', site);
  const rows = (await addon.cell('EXPLAIN', 'AUTHORITY', site)) as string[][];
  expect(rows.find(([what]) => what === 'Field score')).toEqual([
    'Field score',
    '/score (number, confirmed)',
  ]);
  expect(errors).toEqual([]);
});

test('a changed shape is shown with its place, and one confirmation restores the figures', async () => {
  await using addon = await startConnectedAddon(1);
  const { host, sandbox } = addon;
  const before = await addon.cell('SHARE_OF_VOICE', site);
  expect(before).toBeGreaterThan(0.3);
  expect(before).toBeLessThan(0.7);
  await sandbox.admin.setQuirks({ shares: 'fraction' });
  expect(await addon.cell('SHARE_OF_VOICE', site)).toBe(before);
  expect(await addon.note('SHARE_OF_VOICE', 'Harbor & Pine')).toMatch(
    /^\[shape\] The answer for competitors .* at \/shareOfVoice.*… Check it in the sidebar\.$/,
  );
  await using sidebar = await openSidebar(host, { height: 1400 });
  const { page, frame, errors } = sidebar;
  await frame.getByRole('heading', { name: 'Do these match your dashboard?' }).waitFor();
  await tabTo(page, frame, 'Read answers again');
  await page.keyboard.press('Enter');
  await frame.getByText(/^1 kind of answer needs you/).waitFor();
  await frame.getByText(/^Changed: it no longer fits its recipe at \//).waitFor();
  await page.screenshot({ path: toScreenshotPath('reading-changed') });
  expect(await focused(frame)).toBe('Yes, they match');
  await page.keyboard.press('Enter');
  await frame.getByText('Confirmed. Formulas read every answer this way.').waitFor();
  expect(await addon.cell('SHARE_OF_VOICE', site)).toBe(before);
  expect(await addon.cell('SHARE_OF_VOICE', 'Harbor & Pine')).toEqual(expect.any(Number));
  expect(errors).toEqual([]);
});
