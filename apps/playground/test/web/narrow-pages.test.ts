import { startBrowser } from '@answershare/browser';
import { startSandbox } from '@answershare/sandbox';
import { createTransport } from 'nodemailer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ServedInbox, serveInbox } from '../../src/inbox/inbox.ts';

const mail = '<style>body{margin:0}div{height:3000px}</style><div>top</div><p>the end</p>';

let browser: Browser;
let page: Page;
let inbox: ServedInbox;

beforeAll(async () => {
  browser = await startBrowser();
  inbox = await serveInbox();
  const transport = createTransport({ host: '127.0.0.1', port: inbox.smtpPort });
  await transport.sendMail({
    from: 'weekly-digest@reports.northwind-outdoor.example',
    to: ['ann.longname@northwind-outdoor.example', 'second.reader@northwind-outdoor.example'],
    subject: 'Northwind Outdoor rose to 40.2 % share of voice',
    html: mail,
  });
  transport.close();
});
afterAll(async () => {
  await inbox.close();
  await browser.close();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 375, height: 700 } });
});
afterEach(() => page.close());

const width = (): Promise<number> => page.locator('html').evaluate((root) => root.scrollWidth);

test('fits the list of messages into 375 pixels', async () => {
  await page.goto(inbox.url);
  expect(await width()).toBe(375);
  for (const cell of await page.locator('tbody td').all()) {
    const box = await cell.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(375);
  }
  expect(await page.getByText('weekly-digest@reports').isVisible()).toBe(true);
  expect(await page.locator('.wide').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

test.each(['', '?width=640', '?width=375'])('fits a message%s to the phone', async (query) => {
  await page.goto(`${inbox.url}messages/1${query}`);
  expect(await width()).toBe(375);
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ x: 0, width: 375 });
  expect(await page.getByRole('link', { name: '640 px' }).isVisible()).toBe(false);
});

test('gives the frame the chosen width on a wide screen', async () => {
  await page.setViewportSize({ width: 1200, height: 900 });
  for (const chosen of [640, 375]) {
    await page.goto(`${inbox.url}messages/1?width=${chosen}`);
    expect((await page.locator('iframe').boundingBox())?.width).toBe(chosen);
    expect(await page.locator('.width [aria-current]').textContent()).toBe(`${chosen} px`);
    expect(await page.frameLocator('iframe').locator('div').boundingBox()).toMatchObject({ height: 3000 });
  }
});

test('scrolls a long message inside its frame to the end', async () => {
  await page.goto(`${inbox.url}messages/1`);
  const frame = await page.locator('iframe').boundingBox();
  expect(frame?.height).toBe(700 - 64);
  await page.frameLocator('iframe').getByText('the end').scrollIntoViewIfNeeded();
  const end = await page.frameLocator('iframe').getByText('the end').boundingBox();
  expect(end?.y).toBeLessThan(700);
});

test('runs no script in a message outside its frame', async () => {
  await page.goto(`${inbox.url}messages/1`);
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/body')),
    page.getByRole('link', { name: 'Show it alone' }).click(),
  ]);
  expect(response.headers()['content-security-policy']).toMatch(/; sandbox$/);
  await page.waitForURL(/\/messages\/1\/body/);
  expect(await page.getByText('the end').isVisible()).toBe(true);
});

test('fits the sandbox page to the phone, and scrolls its wide tables by keyboard', async () => {
  const sandbox = await startSandbox({ form: 1, now: '2026-11-16T09:00:00Z' });
  try {
    await page.goto(`${sandbox.baseUrl}/`);
    expect(await width()).toBe(375);
    const keys = page.getByRole('region', { name: 'Keys' });
    await keys.focus();
    await keys.evaluate((region) => {
      region.addEventListener('scroll', () => region.setAttribute('data-scrolled', 'yes'));
    });
    await page.keyboard.press('ArrowRight');
    await page.locator('[aria-label="Keys"][data-scrolled]').waitFor();
    expect(await keys.evaluate((region) => region.scrollLeft)).toBeGreaterThan(0);
  } finally {
    await sandbox.close();
  }
});
