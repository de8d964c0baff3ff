import { expect, test } from 'vitest';
import { localAddon } from '../support/local-addon.ts';
import { openSidebar } from '../support/sidebar-page.ts';

test('a wrong key, then a right one, by keyboard alone', async () => {
  await using addon = await localAddon(2);
  await using sidebar = await openSidebar(addon.host);
  const { page, frame, errors } = sidebar;
  const status = frame.getByRole('status');
  const key = frame.getByLabel('API key');
  await status.getByText('No key yet. Formulas need one.').waitFor();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await frame.getByRole('alert').getByText('Paste an API key first.').waitFor();

  await page.keyboard.insertText(addon.sandbox.keys.revoked);
  await page.keyboard.press('Enter');
  await frame
    .getByRole('alert')
    .getByText(/^The service refuses this API key/)
    .waitFor();
  expect(await status.textContent()).toBe('Not connected.');
  expect(await key.getAttribute('aria-invalid')).toBe('true');

  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(addon.sandbox.keys.live);
  await page.keyboard.press('Enter');
  await status.getByText('Key works: Form 2, 8 websites, 299 requests left this minute').waitFor();
  expect(await frame.content()).not.toContain(addon.sandbox.keys.live);
  expect(await key.inputValue()).toBe('');
  expect(
    await frame
      .getByRole('button', { name: 'Use another key' })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);

  await frame.getByRole('button', { name: 'Disconnect' }).press('Enter');
  await frame.getByRole('button', { name: 'Disconnect' }).press('Enter');
  await status.getByText('No key yet. Formulas need one.').waitFor();
  expect(addon.host.properties.document.all()).toEqual({});
  expect(errors).toEqual([]);
});

test('a connected file tells its key’s ending when the sidebar opens, and nothing is asked', async () => {
  await using addon = await localAddon(1);
  await addon.connect(addon.sandbox.keys.live);
  await addon.requests();
  await using sidebar = await openSidebar(addon.host);
  const masked = `rs_live_…${addon.sandbox.keys.live.slice(-4)}`;
  await sidebar.frame.getByRole('status').getByText(`Connected with ${masked}`).waitFor();
  expect(await sidebar.frame.content()).not.toContain(addon.sandbox.keys.live);
  expect(await addon.requests()).toEqual({});
});

test('nothing is wider than the sidebar, and every text has a contrast of 4.5 to 1', async () => {
  await using addon = await localAddon(2);
  await addon.connect(addon.sandbox.keys.live);
  await using sidebar = await openSidebar(addon.host);
  const { frame } = sidebar;
  await frame.getByRole('status').getByText('Connected with').waitFor();
  for (const summary of await frame.locator('summary').all()) await summary.click();
  await frame.getByRole('button', { name: 'Use another key' }).click();
  expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
  expect(await frame.evaluate(faintTexts)).toEqual([]);
});

/** Texts of the page whose contrast is below 4.5 (WCAG 2.2, 1.4.3). Runs inside the page. */
function faintTexts(): string[] {
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (color: string): number => {
    const [r = 0, g = 0, b = 0] = channels(color).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element: Element | null): string => {
    if (element === null) return 'rgb(255, 255, 255)';
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 0 ? ground(element.parentElement) : color;
  };
  const faint: string[] = [];
  for (const element of document.querySelectorAll('main *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!own || element.getClientRects().length === 0) continue;
    const pair = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
    const contrast = ((pair[0] ?? 0) + 0.05) / ((pair[1] ?? 0) + 0.05);
    if (contrast < 4.5) faint.push(`${element.textContent?.trim().slice(0, 30)} ${contrast.toFixed(2)}`);
  }
  return faint;
}
