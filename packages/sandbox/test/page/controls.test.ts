import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBrowser } from '@answershare/browser';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunningSandbox } from '../../src/index.ts';
import { get, startTestSandbox } from '../sandbox.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

interface OpenPage {
  readonly page: Page;
  /** Console messages and errors. */
  readonly messages: string[];
}

async function openPage(
  { baseUrl }: RunningSandbox,
  width = 1200,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  onTestFinished(() => page.close());
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(baseUrl);
  return { page, messages };
}

async function unlock(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token);
  await page.keyboard.press('Enter');
}

async function readShare(sandbox: RunningSandbox): Promise<unknown> {
  const response = await get(sandbox, `/api/v1/competitors?website_id=${sandbox.websites[0]?.id}`);
  return ((await response.json()) as { share_of_voice: unknown }).share_of_voice;
}

test('without the admin token clock and switches are locked, and a wrong one is refused', async () => {
  const sandbox = await startTestSandbox(2);
  const { page } = await openPage(sandbox);
  const controls = [
    page.getByRole('button', { name: 'Advance a day' }),
    page.getByLabel('shares: unit of shares'),
  ];
  for (const control of controls) expect(await control.isDisabled()).toBe(true);
  await unlock(page, 'wrong');
  await page.getByText('This is not the admin token of this sandbox.').waitFor();
  for (const control of controls) expect(await control.isDisabled()).toBe(true);
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});

test('a switch that the visitor sets is in force, also after a reload, until it is reset', async () => {
  const sandbox = await startTestSandbox(2);
  const { page, messages } = await openPage(sandbox);
  await unlock(page, sandbox.adminToken);
  await page.getByText('are unlocked in this tab').waitFor();
  const shares = page.getByLabel('shares: unit of shares');
  await shares.selectOption('text');
  await page.getByText('shares=text is in force.').waitFor();
  expect(await readShare(sandbox)).toMatch(/^\d+\.\d%$/);
  await page.getByLabel('dateSkew:').fill('90');
  await page.getByLabel('dateSkew:').press('Enter');
  await page.getByText('dateSkew=90 is in force.').waitFor();
  await page.getByText('shares=text, dateSkew=90').waitFor();
  await page.getByLabel('dateSkew:').fill('1000000');
  await page.getByLabel('dateSkew:').press('Enter');
  await page.getByText('write a whole number of seconds from -86400 to 86400').waitFor();
  expect(await page.getByLabel('dateSkew:').inputValue()).toBe('90');
  await page.reload();
  await page.getByText('are unlocked in this tab').waitFor();
  expect([await shares.inputValue(), await page.getByLabel('dateSkew:').inputValue()]).toEqual([
    'text',
    '90',
  ]);
  await page.getByText('shares=text, dateSkew=90').waitFor();
  await sandbox.admin.setQuirks({ shares: 'fraction' });
  await page.getByText('shares=fraction, dateSkew=90').waitFor();
  expect(await shares.inputValue()).toBe('fraction');
  await page.getByRole('button', { name: 'All to their defaults' }).click();
  await page.getByText('all at their defaults').waitFor();
  expect(await shares.inputValue()).toBe('percent');
  expect((await sandbox.admin.quirks()).dateSkew).toBe(0);
  expect(page.url()).toBe(`${sandbox.baseUrl}/`);
  expect(messages.filter((text) => !text.includes('status of 400'))).toEqual([]);
});

test('a switch of the Form changes the form for one request', async () => {
  const sandbox = await startTestSandbox(2);
  const { page } = await openPage(sandbox);
  await unlock(page, sandbox.adminToken);
  await page.getByLabel('form: the Form in force').selectOption('1');
  await page.getByLabel('From', { exact: true }).waitFor();
  await page.getByLabel('Endpoint', { exact: true }).selectOption('analytics');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#status').getByText('200 OK').waitFor();
  expect(await page.locator('#curl').textContent()).toContain('?websiteId=');
  await page.getByLabel('websiteIds: format').selectOption('domain');
  await page
    .locator('#website option')
    .getByText('(northwind-outdoor.example)')
    .waitFor({ state: 'attached' });
  expect(await page.getByLabel('Website', { exact: true }).inputValue()).toBe('northwind-outdoor.example');
});

test('the buttons move, freeze and run the clock', async () => {
  const sandbox = await startTestSandbox(1);
  const { page } = await openPage(sandbox);
  await unlock(page, sandbox.adminToken);
  const moves: [string, string][] = [
    ['minute', '2026-11-16 09:01:00'],
    ['day', '2026-11-17 09:01:00'],
    ['week', '2026-11-24 09:01:00'],
  ];
  for (const [length, at] of moves) {
    await page.getByRole('button', { name: `Advance a ${length}` }).click();
    await page.getByText(`The clock is frozen at ${at} UTC.`).waitFor();
  }
  await page.getByRole('button', { name: 'Run' }).press('Enter');
  await page.getByText('The clock is running at').waitFor();
  expect((await sandbox.admin.state()).clock.mode).toBe('running');
  await page.getByRole('button', { name: 'Freeze' }).press(' ');
  await page.getByText('The clock is frozen at').waitFor();
  expect((await sandbox.admin.state()).clock.mode).toBe('frozen');
});

test('requests of others and remaining limits appear without a reload; focus and choices stay', async () => {
  const sandbox = await startTestSandbox(2);
  const { page } = await openPage(sandbox);
  await page.getByLabel('Endpoint', { exact: true }).selectOption('authority');
  await page.getByLabel('Website', { exact: true }).selectOption('ws_nobody');
  await page.getByRole('region', { name: 'Keys' }).focus();
  await get(sandbox, '/api/v1/websites?<b>=1', sandbox.keys.one);
  await get(sandbox, '/api/v1/nothing', null);
  const rows = page.getByRole('region', { name: 'Requests' }).locator('tbody tr');
  await rows.getByText('/api/v1/nothing').waitFor();
  const cells = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...(row as unknown as { cells: Iterable<{ textContent: string }> }).cells].map(
        (cell) => cell.textContent,
      ),
    ),
  );
  const at = '09:00:00';
  expect(cells).toEqual([
    [at, '401', 'GET /api/v1/nothing', 'none', 'unauthorized', 'no'],
    [at, '200', 'GET /api/v1/websites?%3Cb%3E=1', 'one', '', 'yes'],
  ]);
  const key = page.getByRole('region', { name: 'Keys' }).getByRole('row', { name: sandbox.keys.one });
  await key.getByText('299 of 300').waitFor();
  await key.getByText('999 of 1000').waitFor();
  expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Keys');
  expect(await page.getByLabel('Website', { exact: true }).inputValue()).toBe('ws_nobody');
  expect((await sandbox.admin.requests()).total).toBe(2);
});

test('the page asks for its state only while it is visible', async () => {
  const sandbox = await startTestSandbox(1);
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/?part=live')) asked += 1;
  });
  await page.clock.install();
  const next = () => page.waitForResponse((response) => response.url().endsWith('/?part=live'));
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  await Promise.all([next(), page.goto(sandbox.baseUrl)]);
  await Promise.all([next(), page.clock.runFor(1_100)]);
  await show('hidden');
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
  await Promise.all([next(), show('visible')]);
});

test('the page says so if the sandbox has stopped', async () => {
  const sandbox = await startTestSandbox(1);
  const { page } = await openPage(sandbox);
  await sandbox.close();
  await page.getByText('The sandbox does not answer').waitFor();
});

test('a page of another origin cannot set a switch, though it has the token', async () => {
  const sandbox = await startTestSandbox(2);
  const attack = `fetch('${sandbox.baseUrl}/__sandbox/quirks', {
    method: 'PATCH',
    headers: { Authorization: 'Bearer ${sandbox.adminToken}' },
    body: '{"shares":"text"}',
  }).then(() => 'answered', () => 'blocked')`;
  const server = createServer((_, response) => void response.end('<!doctype html>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await page.evaluate(attack)).toBe('blocked');
  for (const origin of ['http://127.0.0.1:1', 'null']) {
    const response = await fetch(`${sandbox.baseUrl}/__sandbox/clock`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${sandbox.adminToken}`, Origin: origin },
      body: '{"run":true}',
    });
    expect(response.status).toBe(403);
  }
  expect((await sandbox.admin.quirks()).shares).toBe('percent');
  expect((await sandbox.admin.state()).clock.mode).toBe('frozen');
});

describe.each([
  [375, 'dark'],
  [768, 'light'],
  [1280, 'dark'],
  [1280, 'light'],
] as const)('at %i pixels, %s', (width, colorScheme) => {
  test('the page fits, breaks no accessibility rule and writes nothing to the console', async () => {
    const sandbox = await startTestSandbox(2);
    await get(sandbox, '/api/v1/websites');
    const { page, messages } = await openPage(sandbox, width, colorScheme);
    await unlock(page, sandbox.adminToken);
    await page.getByText('are unlocked in this tab').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(messages).toEqual([]);
  });
});
