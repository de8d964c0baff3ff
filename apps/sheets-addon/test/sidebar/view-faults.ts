import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { catalogs } from '../../src/texts/catalogs.ts';
import { createTranslate, type Language } from '../../src/texts/texts.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';

const views = ['key', 'formula', 'reports', 'refresh', 'tools'] as const;

/** Fills each view with its longest content. */
async function fill(frame: Frame, view: (typeof views)[number], locale: Language): Promise<void> {
  const say = createTranslate(locale);
  const panel = frame.getByRole('tabpanel');
  if (view === 'formula') {
    await panel.locator('select').first().selectOption('CITATIONS');
    await panel
      .getByLabel(say('term.website'), { exact: true })
      .fill('Northwind Outdoor (northwind-outdoor.example)');
    await panel.getByText(say('formula.cost', { count: 1 })).waitFor();
    await panel.getByRole('table').waitFor();
    await panel.locator('summary').click();
  }
  if (view === 'refresh') {
    await panel.getByLabel(say('schedule.how')).selectOption('month');
    await panel.getByText('nobody').waitFor();
    await panel.locator('[aria-live=polite]').getByText(/900/).waitFor();
  }
  if (view === 'tools') {
    await panel.getByRole('button', { name: say('doctor.look') }).click();
    await panel.getByText(say('doctor.found', { count: 1 })).waitFor();
    await panel.getByRole('button', { name: say('diagnose.make') }).click();
    await panel.locator('textarea[readonly]').waitFor();
  }
}

/** A picture of all the sidebar, whatever its height. */
export async function photograph(page: Page, frame: Frame): Promise<Buffer> {
  const { width = 300, height = 900 } = page.viewportSize() ?? {};
  const resize = async (to: number): Promise<void> => {
    await page.setViewportSize({ width, height: to });
    await page.locator('iframe').evaluate((it, pixels) => {
      it.style.height = `${pixels}px`;
    }, to);
  };
  await resize(1);
  await resize(await frame.evaluate(() => document.documentElement.scrollHeight));
  const picture = await page.screenshot();
  await resize(height);
  return picture;
}

/** Writes a picture of the docs, if pictures are wanted. */
export async function writePicture(name: string, picture: Buffer): Promise<void> {
  if (process.env.WRITE_PICTURES === '1') await writeFile(join(root, '../../docs/pictures', name), picture);
}

/** The place of each tab in the window, pixels. */
const readTabs = (frame: Frame) =>
  frame.getByRole('tab').evaluateAll((tabs) =>
    tabs.map((tab) => {
      const { left, right, top } = tab.getBoundingClientRect();
      return { left, right, top };
    }),
  );

const fileLocales = {
  en: 'en_US',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  pt: 'pt_BR',
  ja: 'ja_JP',
} satisfies Record<Language, string>;

/** English texts of three words and more without an argument that a page in another language shows. */
async function listEnglishTexts(frame: Frame, language: Language): Promise<readonly string[]> {
  if (language === 'en') return [];
  const shown = (await frame.locator('body').allInnerTexts()).join();
  return Object.values(catalogs.en()).filter(
    (text) => /^[^{\t]+ [^{\t]+ [^{\t]+$/.test(text) && shown.includes(text),
  );
}

/** In a language at 300 px every view is accessible, as wide as its place, and light, under the same five tabs. */
export async function expectAccessibleViews(language: Language): Promise<void> {
  await using addon = await startConnectedAddon(2, 'live', { locale: fileLocales[language] });
  addon.host.sheet.typeRows(
    'A1',
    addon.sandbox.websites.slice(0, 4).map(({ domain }) => [domain]),
  );
  for (const row of [1, 2, 3, 4]) addon.host.sheet.type(`B${row}`, `=CITATIONS(A${row})`);
  addon.host.sheet.type('D1', '=AUTHORITY("nobody")');
  await addon.host.sheet.calculate();
  await addon.host.sidebarCall('act', ['insertReport', { kind: 'overview', website: '', as: 'values' }]);
  await using sidebar = await openSidebar(addon.host, { height: 900, dark: true });
  const { frame, page, errors } = sidebar;
  const say = createTranslate(language);
  await frame
    .getByText(/rs_live_…/)
    .first()
    .waitFor();
  expect(await frame.evaluate(() => document.documentElement.lang)).toBe(language);
  const before = await readTabs(frame);
  expect(before).toHaveLength(views.length);
  expect(new Set(before.map(({ top }) => top)).size).toBe(1);
  expect(before.filter(({ left, right }) => left < 0 || right > 300)).toEqual([]);
  for (const view of views) {
    await openView(frame, say(`view.${view}`));
    await fill(frame, view, language);
    expect(await readTabs(frame), view).toEqual(before);
    expect(await findAccessibilityFaults(frame), view).toEqual([]);
    expect(await frame.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(300);
    expect(await listEnglishTexts(frame, language), view).toEqual([]);
    expect(await frame.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    const picture = await photograph(page, frame);
    await writeFile(toScreenshotPath(`${language}-${view}`), picture);
    if (language === 'en') await writePicture(`sidebar-${view}.png`, picture);
  }
  expect(errors).toEqual([]);
}
