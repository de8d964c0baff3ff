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

/** The first row of the example as the grid shows it: website, citations, share of voice, authority. */
async function readDashboard(world: World): Promise<readonly string[]> {
  await world.workbook.evaluate();
  const { getters } = world.workbook.model;
  const [sheetId = ''] = getters.getSheetIds();
  return [0, 1, 2, 3].map((col) => getters.getEvaluatedCell({ sheetId, col, row: 3 }).formattedValue);
}

test('the listing and the README show the example, a report with its chart and a formula in the real grid', async () => {
  const world = await World.start(cleanup, { rows: 6 });
  const served = await cleanup.add(await startPlaygroundPage(world));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(served.url);
  await page.locator('body[data-ready=true]').waitFor();
  await world.workbook.evaluate();
  const sidebar = page.frameLocator('#sidebar');
  const panel = sidebar.getByRole('tabpanel');
  await page.getByRole('button', { name: 'Extensions' }).click();
  await page.getByRole('menuitem', { name: 'Insert a report…' }).click();
  await panel.getByRole('button', { name: 'Insert on a new tab' }).waitFor();
  const name = page.locator('.o-named-range-selector input');
  await name.click();
  await name.fill('B4');
  await name.press('Enter');
  await page.evaluate(hideControls);
  const [website, citations, share, authority] = await readDashboard(world);
  const alt = `A sheet: ${website} has authority ${authority}, share of voice ${share} and ${citations} AI citations`;
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
  await panel.getByLabel('Report', { exact: true }).selectOption('30-day trend');
  await panel.getByLabel('Website', { exact: true }).fill('Northwind Outdoor (northwind-outdoor.example)');
  await panel.getByRole('button', { name: 'Insert on a new tab' }).click();
  await panel.getByText(/^The report is on the tab/).waitFor();
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
