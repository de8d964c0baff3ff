import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSidebar, toScreenshotPath } from '../support/sidebar-page.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

const site = 'Northwind Outdoor';
const other = 'Harbor & Pine';
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Confirms what the sidebar shows, by keyboard. */
async function confirmByKeyboard(frame: Frame): Promise<void> {
  const { keyboard } = frame.page();
  await frame.getByRole('button', { name: 'Read answers again' }).focus();
  await keyboard.press('Enter');
  await frame.getByText('The service now answers differently.').waitFor();
  await frame.getByRole('button', { name: 'Yes, they match' }).focus();
  await keyboard.press('Enter');
  await frame.getByText('Confirmed. Formulas read every answer this way.').waitFor();
}

test('a changed shape shows older figures, then its place, then figures again', async () => {
  await using addon = await startTimedAddon(1, '2026-11-16T06:00:10Z');
  const { sandbox, host } = addon;
  const explained = async (): Promise<Readonly<Record<string, unknown>>> =>
    Object.fromEntries((await addon.cell('EXPLAIN', 'SHARE_OF_VOICE', site)) as [string, unknown][]);
  await addon.connect(sandbox.keys.live);
  const figure = await addon.cell('SHARE_OF_VOICE', site);
  await sandbox.admin.setQuirks({ shares: 'fraction' });

  await addon.pass(20 * hour);
  expect(await addon.cell('SHARE_OF_VOICE', site)).toBe(figure);
  expect(await explained()).toMatchObject({
    Kept: 'yes, but no longer fresh: the next cell asks',
    Answered: new Date('2026-11-16T06:00:10Z'),
    'Age in minutes': 1200,
    'Later answer': expect.stringMatching(/^\[shape\] .* at \/shareOfVoice/),
    'Field shareOfVoice': expect.stringMatching(/^\/shareOfVoice \(percent, /),
  });
  await addon.requests();
  await addon.pass(5 * minute);
  expect(await addon.cell('SHARE_OF_VOICE', site)).toBe(figure);
  expect(await addon.requests()).toEqual({});

  await using sidebar = await openSidebar(host, { height: 1400 });
  const { page, frame, errors } = sidebar;
  await frame
    .getByText(
      /^Formulas cannot read the answer about Northwind Outdoor .* they show the stored figures of Nov 16, 2026/,
    )
    .waitFor();
  await page.screenshot({ path: toScreenshotPath('drift-shown') });
  await addon.pass(8 * day);
  expect(await addon.note('SHARE_OF_VOICE', site)).toMatch(
    /^\[shape\] The answer for competitors .* at \/shareOfVoice.*… Check it in the sidebar\.$/,
  );
  expect(await explained()).toMatchObject({ 'Cannot be read': expect.stringContaining('/shareOfVoice') });
  expect(await addon.note('SHARE_OF_VOICE', other)).toMatch(/^\[shape\]/);

  await confirmByKeyboard(frame);
  expect(await frame.getByText('Until you answer').count()).toBe(0);
  await page.screenshot({ path: toScreenshotPath('drift-confirmed') });
  await addon.requests();
  const shown = await addon.cell('SHARE_OF_VOICE', site);
  expect(shown).toBe(await addon.cell('API_FIELD', 'competitors', site, '/shareOfVoice'));
  expect(await explained()).toMatchObject({ 'Field shareOfVoice': '/shareOfVoice (fraction, confirmed)' });
  expect(await addon.cell('SHARE_OF_VOICE', other)).toEqual(expect.any(Number));
  expect(await addon.requests()).toEqual({});
  expect(errors).toEqual([]);
});
