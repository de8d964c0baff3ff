import { mkdtempSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { startBrowser } from '@answershare/browser';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { acme, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';

const hostile = { id: 'w_hostile', name: '</script><script>alert(1)</script>', domain: null };
const recipients = ['ann@example.com', '{to: bob@example.com, locale: fr-CA}'];

interface Previewed {
  readonly page: string;
  readonly faults: readonly string[];
}

const monday = ['--now', '2026-11-23T08:00:00Z'];
let bot: Bot;
let browser: Browser;
/** Of the Monday after the last complete week. */
let previewed: Previewed;
beforeAll(async () => {
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: 'rs_test_preview0123456789abcdef',
    SMTP_PASSWORD: 'unused-password',
  });
  // Nothing listens on port 1: a request or a mail would fail the command.
  const settings = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1, recipients });
  bot.settings(`${settings}    attach: [csv]\n    webCopy: {folder: ., url: "https://r.example/{file}"}\n`);
  await seedLedger(bot, [acme, hostile]);
  browser = await startBrowser();
  previewed = await preview(...monday);
});
afterAll(async () => {
  await browser.close();
  await bot.remove();
});

async function preview(...words: string[]): Promise<Previewed> {
  const out = mkdtempSync(`${bot.folder}/preview-`);
  const { code, out: printed, err } = await bot.run(['preview', '--json', '--out', out, ...words]);
  expect([code, err]).toEqual([0, '']);
  const [first] = JSON.parse(printed) as Previewed[];
  if (first === undefined) throw new Error('no schedule was previewed');
  return first;
}

/** The page in a browser, and everything that it asked for or printed. */
async function openPage(file: string): Promise<{ page: Page; requests: string[]; messages: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1024, height: 800 } });
  onTestFinished(() => page.close());
  const [requests, messages]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(request.url().slice(0, 60)));
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.goto(pathToFileURL(file).href);
  return { page, requests, messages };
}

/** The frame with the mail, once it shows `text`. */
async function findMail(page: Page, text: string): Promise<Frame> {
  await page.frameLocator('#mail').locator('body', { hasText: text }).waitFor();
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('the page has no frame');
  return frame;
}

describe('the page of a preview', () => {
  test('opens with the last complete week in the language of the first recipient, and loads nothing', async () => {
    const { page: file, faults } = previewed;
    expect(faults).toEqual([]);
    const { page, requests, messages } = await openPage(file);
    await findMail(page, 'acme.com');
    expect(await page.locator('select[name=digest] option:checked').textContent()).toBe('weekly, 2026-W47');
    expect(await page.locator('select[name=locale]').inputValue()).toBe('en');
    expect(await page.locator('#faults').textContent()).toBe('No fault found.');
    expect(await page.locator('#files').textContent()).toMatch(
      /^answershare-weekly-2026-W47\.csv \(\d+\.\d KB\)$/,
    );
    const link = '[...document.links].map((link) => link.href).filter((href) => href.includes("r.example"))';
    const mail = await findMail(page, 'acme.com');
    // Each number leads there too.
    expect(new Set(await mail.evaluate<string[]>(link))).toEqual(new Set(['https://r.example/example.html']));
    expect(requests.filter((url) => !/^(file:|data:image|about:srcdoc)/.test(url))).toEqual([]);
    expect(messages).toEqual([]);
    expect(readFileSync(file, 'utf8')).not.toContain('</script><script>alert');
  });

  test('offers the last weeks with a snapshot, and every language with the locales of the recipients', async () => {
    const { page: file } = await preview('--now', '2026-11-22T12:00:00Z');
    const { page } = await openPage(file);
    expect(await page.locator('select[name=digest] option').allInnerTexts()).toEqual([
      'weekly, 2026-W44',
      'weekly, 2026-W45',
      'weekly, 2026-W46',
      'weekly, 2026-W47, running',
    ]);
    const locales = await page
      .locator('select[name=locale] option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    expect(locales).toEqual(['en', 'fr-CA', ...mailLanguages.filter((one) => !['en', 'fr'].includes(one))]);
  });

  test('offers the running week of a ledger with one snapshot', async () => {
    const young = await newPostgresBot({
      ANSWERSHARE_API_KEY: 'rs_test_preview0123456789abcdef',
      SMTP_PASSWORD: 'unused',
    });
    onTestFinished(() => young.remove());
    young.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 }));
    await seedLedger(young, [acme], [{ missing: [1, 2, 3, 4, 5, 6] }]);
    const { code, out } = await young.run(['preview', '--now', '2026-11-16T12:00:00Z']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Open file:\/\/\S+\/index\.html in a browser\.$/m),
    ]);
    const { page } = await openPage(`${young.folder}/answershare-preview/index.html`);
    const weeks = await page.locator('select[name=digest] option').allInnerTexts();
    expect(weeks).toEqual(['weekly, 2026-W47, running']);
  });

  test('shows width, dark, images off and text by the keyboard alone', async () => {
    const { page, messages } = await openPage(previewed.page);
    const paint = (): Promise<string> =>
      findMail(page, 'acme.com').then((mail) =>
        mail.evaluate<string>('getComputedStyle(document.querySelector(".page, body")).backgroundColor'),
      );
    const light = await paint();
    await page.locator('[name=width][value="640"]').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('#mail').getAttribute('width')).toBe('375');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect.poll(paint).not.toBe(light);
    const images = (): Promise<unknown> =>
      findMail(page, 'acme.com').then((mail) =>
        mail.evaluate(`[...document.images].map((image) => image.naturalWidth > 0 && image.alt !== '')`),
      );
    await expect.poll(images).toContain(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect.poll(images).not.toContain(true);
    await page.locator('[name=part][value=html]').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('#text').textContent()).toMatch(/^.*acme\.com/m);
    expect(await page.locator('#mail').isVisible()).toBe(false);
    expect(messages).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('breaks no rule of axe in %s', async (colorScheme) => {
    const { page } = await openPage(previewed.page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await findAccessibilityFaults(page, ['#mail'])).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });

  test('shows every example week without a snapshot in the ledger, all of them free of faults', async () => {
    const empty = await newPostgresBot({
      ANSWERSHARE_API_KEY: 'rs_test_preview0123456789abcdef',
      SMTP_PASSWORD: 'unused',
    });
    onTestFinished(() => empty.remove());
    empty.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1, recipients }));
    const { code, out } = await empty.run(['preview', '--fixtures', '--json', ...monday]);
    expect(code).toBe(0);
    const [{ page: file, faults }] = JSON.parse(out) as [Previewed];
    expect(faults).toEqual([]);
    const { page } = await openPage(file);
    const weeks = await page.locator('select[name=digest] option').allInnerTexts();
    expect(weeks).toEqual(Object.keys(fixtureWeeks).map((name) => `weekly, example "${name}"`));
    await page.locator('select[name=digest]').selectOption('weekly, example "movers"');
    await page.locator('select[name=locale]').selectOption('ar');
    expect(await (await findMail(page, 'brand-1.example')).evaluate('document.dir')).toBe('rtl');
  });
});
