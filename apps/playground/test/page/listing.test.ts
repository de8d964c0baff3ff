import { readFileSync, writeFileSync } from 'node:fs';
import { startBrowser } from '@answershare/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlaygroundPage } from '../../src/page/playground-page.ts';
import { CleanupStack } from '../../src/world/cleanup.ts';
import { World } from '../../src/world/world.ts';

const repository = new URL('../../../../', import.meta.url);
/** A busy machine is slow; the test waits for what it expects. */
const soon = { timeout: 120_000 };

/** Fonts differ from machine to machine: format and size are compared, not each dot. */
function expectPicture(path: string, picture: Buffer): void {
  const file = new URL(path, repository);
  if (process.env.WRITE_PICTURES === '1') writeFileSync(file, picture);
  expect(readFileSync(file).subarray(0, 24)).toEqual(picture.subarray(0, 24));
}

/** Shows only what a user of Google Sheets has: the grid with its formula bar, and the sidebar. */
const hideControls = `
  document.querySelector('header').style.display = 'none';
  document.body.style.gridTemplate = 'minmax(0, 1fr) / minmax(0, 1fr)';
  for (const part of document.querySelectorAll('aside > [role=tablist], #first-steps')) part.style.display = 'none';
  window.dispatchEvent(new Event('resize'));
`;

let browser: Browser;
let cleanup: CleanupStack;
beforeAll(async () => {
  browser = await startBrowser();
  cleanup = new CleanupStack();
});
afterAll(async () => {
  await browser.close();
  await cleanup.close();
});

test('the listing and the README show reports, a chart and a formula in the real grid', async () => {
  const world = await World.start(cleanup);
  const served = await cleanup.add(await startPlaygroundPage(world));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(served.url);
  await page.locator('body[data-ready=true]').waitFor();
  await world.workbook.evaluate();
  const sidebar = page.frameLocator('#sidebar');
  const panel = sidebar.getByRole('tabpanel');
  const insert = async (kind: string, website: string | null): Promise<void> => {
    const before = await page.locator('.o-sheet').count();
    await panel.getByLabel('Report', { exact: true }).selectOption(kind);
    if (website !== null) await panel.getByLabel('Website', { exact: true }).fill(website);
    await panel.getByRole('button', { name: 'Insert on a new tab' }).click();
    await expect.poll(() => page.locator('.o-sheet').count(), soon).toBe(before + 1);
    await panel.getByText(/^The report is on the tab/).waitFor();
  };
  await page.getByRole('button', { name: 'Extensions' }).click();
  await page.getByRole('menuitem', { name: 'Insert a report…' }).click();
  await insert('All websites', null);
  const [report] = world.host.sheet.tabs().slice(-1);
  const sheetId = world.workbook.model.getters.getSheetIds().at(-1) ?? '';
  for (const [elements, size] of [
    [[0], 150],
    [[1], 170],
    [[2], 210],
    [[4], 120],
  ] as const)
    world.workbook.model.dispatch('RESIZE_COLUMNS_ROWS', {
      sheetId,
      dimension: 'COL',
      elements: [...elements],
      size,
    });
  // Names that try a spreadsheet's limits, and the column of notes.
  world.workbook.model.dispatch('HIDE_COLUMNS_ROWS', { sheetId, dimension: 'ROW', elements: [10, 11] });
  await page.evaluate(hideControls);
  const [row = []] = world.host.sheet.display(`'${report?.name}'!B5:F5`);
  const [name, , authority, share, citations] = row;
  const alt = `A sheet: ${name} has authority ${authority}, share of voice ${share} and ${citations} AI citations`;
  expectPicture('apps/sheets-addon/listing/screenshot-1-overview.png', await page.screenshot());
  const grid = await page.locator('#grid').boundingBox();
  const clip = { x: grid?.x ?? 0, y: grid?.y ?? 0, width: 960, height: 400 };
  expectPicture('docs/pictures/sheet.png', await page.screenshot({ clip }));

  await sidebar.getByRole('tab', { name: 'Formula' }).click();
  await panel.getByLabel('Function').selectOption('SHARE_OF_VOICE');
  await panel.getByLabel('Website', { exact: true }).fill('Harbor & Pine (harborandpine.example)');
  await panel.getByText(/^Costs 0 to 1 request/).waitFor();
  expectPicture('apps/sheets-addon/listing/screenshot-2-formula.png', await page.screenshot());

  await sidebar.getByRole('tab', { name: 'Reports' }).click();
  await insert('30-day trend', 'Northwind Outdoor (northwind-outdoor.example)');
  await expect.poll(() => page.locator('.o-figure').count(), soon).toBeGreaterThan(0);
  await panel
    .getByRole('listitem')
    .filter({ hasText: /^30-day trend/ })
    .waitFor();
  expectPicture('apps/sheets-addon/listing/screenshot-3-trend.png', await page.screenshot());
  expect(readFileSync(new URL('README.md', repository), 'utf8')).toContain(
    `![${alt}](docs/pictures/sheet.png)`,
  );
});
