import { startBrowser } from '@answershare/browser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPlaygroundPage } from '../../src/page/playground-page.ts';
import { CleanupStack } from '../../src/world/cleanup.ts';
import { World } from '../../src/world/world.ts';

let cleanup: CleanupStack;
beforeEach(() => {
  cleanup = new CleanupStack();
});
afterEach(() => cleanup.close());

/** Values of the grid that are an error or still loading: o-spreadsheet's codes begin with `#`. */
function listGridFaults({ workbook: { model } }: World): readonly string[] {
  const { getters } = model;
  return getters.getSheetIds().flatMap((sheetId) =>
    getters.getEvaluatedCellsPositions(sheetId).flatMap((position) => {
      const { value } = getters.getEvaluatedCell(position);
      const isFault = typeof value === 'string' && value.startsWith('#');
      return isFault ? [`${getters.getSheetName(sheetId)} ${value}`] : [];
    }),
  );
}

/** The same of the document that the script reads. */
function listDocumentFaults({ host }: World): readonly string[] {
  return host.sheet.readGrid().flatMap(({ properties: { name, maxRows } }) =>
    host.sheet
      .values(`'${name}'!A1:Z${maxRows}`)
      .flat()
      .filter((value) => typeof value === 'string' && /^#|^Loading/.test(value))
      .map((value) => `${name} ${value}`),
  );
}

test('a refresh from the sidebar leaves no cell of the example loading or with an error, but the broken one', async () => {
  const world = await World.start(cleanup);
  const served = await cleanup.add(await startPlaygroundPage(world));
  const browser = await cleanup.add(await startBrowser());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(served.url);
  await page.locator('body[data-ready=true]').waitFor();
  await world.workbook.evaluate();
  await page.getByRole('button', { name: 'Extensions' }).click();
  await page.getByRole('menuitem', { name: 'Open sidebar' }).click();
  const sidebar = page.frameLocator('#sidebar');
  await sidebar.getByRole('tab', { name: 'Refresh' }).click();
  await sidebar.getByRole('button', { name: 'Refresh now' }).click();
  await sidebar.getByText('Refreshed: 32 of 32 answers are new.').waitFor();
  await world.workbook.evaluate();
  expect(listGridFaults(world)).toEqual(['Try it #ERROR']);
  await world.document.run(async () => undefined);
  expect(listDocumentFaults(world)).toEqual(['Try it #ERROR!']);
  await sidebar.getByRole('button', { name: 'Run failed formulas again (1)' }).waitFor();
  expect(await sidebar.getByRole('button', { name: '!' }).allTextContents()).toEqual(['Try it!C1']);
});
