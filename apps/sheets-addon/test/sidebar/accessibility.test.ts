import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTranslate } from '../../src/texts/texts.ts';
import { type LocalAddon, startConnectedAddon, startLocalAddon } from '../support/local-addon.ts';
import { openSidebar, openView, toScreenshotPath } from '../support/sidebar-page.ts';

const views = ['key', 'formula', 'reports', 'refresh', 'schedule', 'tools'] as const;

/** Fills each view with its longest content. */
async function fill(frame: Frame, view: (typeof views)[number], locale: 'en' | 'de' | 'es'): Promise<void> {
  const say = createTranslate(locale);
  const panel = frame.getByRole('tabpanel');
  if (view === 'formula') {
    await panel.locator('select').first().selectOption('CITATIONS');
    await panel.getByLabel(say('formula.website'), { exact: true }).selectOption({ index: 2 });
    await panel.getByText(new RegExp(`^${say('formula.cost', { count: 1 })}`)).waitFor();
    await panel.locator('summary').click();
  }
  if (view === 'schedule') {
    await panel.getByLabel(say('schedule.how')).selectOption('day');
    await panel.locator('[aria-live=polite]').getByText(/900/).waitFor();
  }
  if (view === 'tools') {
    await panel.getByRole('button', { name: say('doctor.look') }).click();
    await panel.getByText(say('doctor.found', { count: 1 })).waitFor();
    await panel.getByRole('button', { name: say('diagnose.make') }).click();
    await panel.locator('textarea').waitFor();
  }
}

let addons: Record<string, LocalAddon> = {};

beforeAll(async () => {
  for (const [language, locale] of [
    ['en', 'en_US'],
    ['de', 'de_DE'],
    ['es', 'es_ES'],
  ] as const) {
    const addon = await startConnectedAddon(2, 'live', { locale });
    addons[language] = addon;
    addon.host.sheet.typeRows(
      'A1',
      addon.sandbox.websites.slice(0, 4).map(({ domain }) => [domain]),
    );
    for (const row of [1, 2, 3, 4]) addon.host.sheet.type(`B${row}`, `=CITATIONS(A${row})`);
    await addon.host.sidebarCall('act', ['insertReport', { kind: 'overview', website: '', as: 'values' }]);
  }
});

afterAll(async () => {
  for (const addon of Object.values(addons)) await addon[Symbol.asyncDispose]();
  addons = {};
});

test.each([
  ['en', 'light', 300],
  ['de', 'dark', 240],
  ['es', 'light', 240],
] as const)(
  'in %s no view breaks a rule of axe or is wider than it may be, %s at %i px',
  async (language, scheme, width) => {
    const addon = addons[language];
    if (!addon) throw new Error('The add-on did not start.');
    await using sidebar = await openSidebar(addon.host, { width, height: 900, dark: scheme === 'dark' });
    const { frame, page, errors } = sidebar;
    const say = createTranslate(language);
    await frame
      .getByText(/rs_live_…/)
      .first()
      .waitFor();
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe(language);
    for (const view of views) {
      await openView(frame, say(`view.${view}`));
      await fill(frame, view, language);
      expect(await findAccessibilityFaults(frame), view).toEqual([]);
      expect(await frame.evaluate(() => document.documentElement.scrollWidth), view).toBe(width);
      await page.screenshot({ path: toScreenshotPath(`${language}-${scheme}-${width}-${view}`) });
    }
    expect(errors).toEqual([]);
  },
);

test('the form for a key breaks no rule of axe either, light and dark', async () => {
  await using addon = await startLocalAddon(2);
  for (const dark of [false, true]) {
    await using sidebar = await openSidebar(addon.host, { dark });
    await sidebar.frame.getByRole('button', { name: 'Connect', exact: true }).click();
    await sidebar.frame.getByText('Paste an API key first.').waitFor();
    expect(await findAccessibilityFaults(sidebar.frame)).toEqual([]);
  }
});
