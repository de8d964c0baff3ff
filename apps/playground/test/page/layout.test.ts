import { startBrowser } from '@answershare/browser';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PlaygroundPage, startPlaygroundPage } from '../../src/page/playground-page.ts';
import { CleanupStack } from '../../src/world/cleanup.ts';
import { World } from '../../src/world/world.ts';
import { typeIntoCell } from '../fixtures/type-into-cell.ts';

const cleanup = new CleanupStack();
let browser: Browser;
let served: PlaygroundPage;

beforeAll(async () => {
  browser = await cleanup.add(await startBrowser());
  served = await cleanup.add(await startPlaygroundPage(await World.start(cleanup)));
});
afterAll(() => cleanup.close());

async function openPage(width: number, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  page.setDefaultTimeout(15_000);
  await page.goto(served.url);
  await page.locator('body[data-ready=true]').waitFor();
  await page.locator('#meters meter').first().waitFor({ state: 'attached' });
  return page;
}

describe.each([
  [1024, 'dark'],
  [1280, 'light'],
] as const)('at %i px, %s', (width, colorScheme) => {
  test('every panel fits and breaks no accessibility rule', async () => {
    const page = await openPage(width, colorScheme);
    for (const name of ['Sidebar', 'Service', 'Executions']) {
      await page.getByRole('tab', { name }).click();
      if (name === 'Service') {
        await page.getByRole('button', { name: 'Form 1' }).click();
        await page.getByText('Connect again in the sidebar.').waitFor();
      }
      // The elements of the grid are o-spreadsheet's own.
      expect(await findAccessibilityFaults(page, ['#grid']), name).toEqual([]);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow), name).toBe(0);
      const panel = `document.querySelector('[role=tabpanel]:not([hidden])')`;
      expect(await page.evaluate(`${panel}.scrollWidth - ${panel}.clientWidth`), name).toBe(0);
    }
    await page.close();
  });
});

test('the keyboard reaches menu, cells and panels', async () => {
  const page = await openPage(1280, 'light');
  const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
  const inGrid = () =>
    page.evaluate<boolean>("document.querySelector('#grid').contains(document.activeElement)");
  expect(await inGrid()).toBe(true);
  await page.keyboard.press('F6');
  expect(await focused()).toBe('Sidebar');
  await page.keyboard.press('F6');
  expect(await focused()).toBe('Extensions');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Open sidebar');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Open sidebar');
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('Extensions');
  await page.keyboard.press('F6');
  expect(await inGrid()).toBe(true);
  await typeIntoCell(page, '=1+1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.locator('#cell').filter({ hasText: / 2$/ }).waitFor({ state: 'attached' });
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.frameLocator('#sidebar').getByRole('tab').first().waitFor();
  await page.getByRole('tab', { name: 'Sidebar', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('Service');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Advance a day');
  await page.close();
});

test('the three steps go on request and stay away', async () => {
  const page = await openPage(1280, 'light');
  await page.getByRole('button', { name: 'Hide these steps' }).click();
  await page.reload();
  await page.locator('body[data-ready=true]').waitFor();
  expect(await page.locator('#first-steps').isVisible()).toBe(false);
  await page.close();
});
