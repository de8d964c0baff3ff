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

test('each figure is a question with the stored answer, at no request, and confirmed by keyboard', async () => {
  await using addon = await startConnectedAddon(2);
  await using sidebar = await openSidebar(addon.host, { height: 1800 });
  const { page, frame, errors } = sidebar;
  await frame.getByText(/^Every answer is read\. Some figures are assumed/).waitFor();
  const authority = frame.getByRole('group', { name: `Authority: ${site} (assumed)` });
  await authority
    .getByText(`Is 70 of 100 the authority score that your dashboard shows for ${site}?`)
    .waitFor();
  const citations = frame.getByRole('group', { name: `Citations: ${site} (assumed)` });
  await citations
    .getByText(/^Are these the citations of .* by AI engine\? ChatGPT \d+ · .* and \d more$/)
    .waitFor();
  const competitors = frame.getByRole('group', { name: `Competitors: ${site} (assumed)` });
  await competitors.getByText(/^Is [\d.]+ % the share of voice that your dashboard shows for/).waitFor();
  expect(await frame.getByText('Form 2').count()).toBe(0);
  expect(await frame.locator('code:visible').count()).toBe(0);
  await competitors.getByText('Places in the answer').click();
  await competitors.getByText('/share_of_voice', { exact: true }).waitFor();
  await competitors.getByText('Places in the answer').click();
  await page.screenshot({ path: toScreenshotPath('reading-assumed') });
  await competitors.getByRole('radio', { name: 'No', exact: true }).first().check();
  await tabTo(page, frame, 'Yes, they match');
  await page.keyboard.press('Enter');
  await frame.getByText(/^Not confirmed: Competitors\./).waitFor();
  expect(await focused(frame)).toBe('Read answers again');
  await page.screenshot({ path: toScreenshotPath('reading-confirmed') });
  expect(await addon.requests()).toEqual({});
  const status = async (name: string): Promise<unknown> =>
    Object.fromEntries((await addon.cell('EXPLAIN', name, site)) as [string, unknown][]);
  expect(await status('AUTHORITY')).toMatchObject({ 'Field score': '/score (number, confirmed)' });
  expect(await status('SHARE_OF_VOICE')).toMatchObject({
    'Field shareOfVoice': '/share_of_voice (percent, assumed)',
  });
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
  expect(await addon.note('SHARE_OF_VOICE', 'Atlas Freight')).toMatch(
    /^\[shape\] The answer for competitors .* at \/shareOfVoice.*… Check it in the sidebar\.$/,
  );
  await addon.requests();
  await using sidebar = await openSidebar(host, { height: 1400 });
  const { page, frame, errors } = sidebar;
  await frame.getByText(/^Formulas cannot read the answer about Atlas Freight/).waitFor();
  await frame.getByText('The service now answers differently.').waitFor();
  await frame
    .getByText(/^Is \d\d(\.\d)? % the share of voice that your dashboard shows for Atlas Freight\?$/)
    .waitFor();
  expect(await addon.requests()).toEqual({});
  await page.screenshot({ path: toScreenshotPath('reading-changed') });
  await tabTo(page, frame, 'Yes, they match');
  await page.keyboard.press('Enter');
  await frame.getByText('Confirmed. Formulas read every answer this way.').waitFor();
  expect(await addon.cell('SHARE_OF_VOICE', site)).toBe(before);
  expect(await addon.cell('SHARE_OF_VOICE', 'Atlas Freight')).toEqual(expect.any(Number));
  expect(errors).toEqual([]);
});
