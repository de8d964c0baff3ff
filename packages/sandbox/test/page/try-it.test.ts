import { startBrowser } from '@answershare/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunningSandbox } from '../../src/index.ts';
import { FORMS, get, idOf, idParameter, started } from '../started.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** The page of a sandbox in a browser; whatever the browser complains about, or asks elsewhere, is kept. */
async function opened(sandbox: RunningSandbox, width = 1200): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(sandbox.baseUrl) && !url.startsWith('data:')) complaints.push(`asked ${url}`);
  });
  await page.goto(sandbox.baseUrl);
  return { page, complaints };
}

/** Sends and gives what the page shows of the answer. */
async function sent(page: Page): Promise<{ status: string; headers: string; body: string; curl: string }> {
  const counted = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await page.getByRole('button', { name: 'Send' }).click();
  await counted;
  const text = async (id: string) => (await page.locator(`#${id}`).textContent()) ?? '';
  return {
    status: await text('status'),
    headers: await text('headers'),
    body: await text('body'),
    curl: await text('curl'),
  };
}

describe.each(FORMS)('Form %i', (form) => {
  test.each(['websites', 'analytics', 'citations', 'competitors', 'authority'])(
    '%s is answered with what a plain request to the address of the curl line gets',
    async (endpoint) => {
      const sandbox = await started(form);
      const { page, complaints } = await opened(sandbox);
      await page.getByLabel('Endpoint', { exact: true }).selectOption(endpoint);
      const shown = await sent(page);
      expect(shown.status).toBe('200 OK');
      expect(shown.headers).toContain('x-ratelimit-remaining: 299');
      const address = /'(http:[^']+)'$/.exec(shown.curl)?.[1] ?? '';
      expect(shown.curl).toContain('"Authorization: Bearer $API_KEY"');
      const plain = await get(sandbox, address.slice(sandbox.baseUrl.length));
      expect(JSON.parse(shown.body)).toEqual(await plain.json());
      expect(complaints).toEqual([]);
    },
  );

  test('a key brings its own first website, and limits used are counted in the table', async () => {
    const sandbox = await started(form);
    const { page } = await opened(sandbox);
    await page.getByLabel('Endpoint', { exact: true }).selectOption('authority');
    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'one (growth, team one)' });
    expect((await sent(page)).status).toBe('200 OK');
    const row = page.getByRole('region', { name: 'Keys' }).getByRole('row', { name: sandbox.keys.one });
    await row.getByText('1 of 300').waitFor();
    await page.getByLabel('Website', { exact: true }).selectOption(idOf(sandbox, 0));
    const refused = await sent(page);
    expect(refused.status).toBe('404 Not Found');
    expect(refused.body).toContain('not_found');
    await page.getByLabel('Key', { exact: true }).selectOption(sandbox.keys.test);
    expect((await sent(page)).status).toBe('200 OK');
  });

  test('no key, no website and a switch can be tried', async () => {
    const sandbox = await started(form);
    const { page } = await opened(sandbox);
    await page.getByLabel('Endpoint', { exact: true }).selectOption('authority');
    await page.getByLabel('Switch').selectOption('envelope=data');
    const switched = await sent(page);
    expect(Object.keys(JSON.parse(switched.body))).toEqual(['data']);
    expect(switched.curl).toContain("-H 'X-Sandbox-Quirk: envelope=data'");
    await page.getByLabel('Website', { exact: true }).selectOption({ label: 'left out' });
    expect((await sent(page)).status).toBe('400 Bad Request');
    await page.getByLabel('More of the query').fill(`${idParameter(form)}=${idOf(sandbox, 1)}`);
    expect((await sent(page)).status).toBe('200 OK');
    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'no key' });
    const stranger = await sent(page);
    expect(stranger.status).toBe('401 Unauthorized');
    expect(stranger.curl).not.toContain('Authorization');
  });
});

test('an answer that breaks off is told as such', async () => {
  const sandbox = await started(2);
  const { page } = await opened(sandbox);
  await sandbox.admin.fault({ fault: 'cutConnection' });
  expect((await sent(page)).status).toMatch(/^No whole answer: /);
});

test('the keyboard alone reaches every control in order, and Enter sends', async () => {
  const sandbox = await started(1);
  const { page } = await opened(sandbox);
  await page.getByLabel('Endpoint', { exact: true }).selectOption('analytics');
  await page.getByLabel('Endpoint', { exact: true }).focus();
  const reached: string[] = [];
  for (let i = 0; i < 14; i++) {
    await page.keyboard.press('Tab');
    const id = await page.evaluate('document.activeElement.id || document.activeElement.textContent');
    if (reached.at(-1) !== id) reached.push(String(id));
    if (id === 'Send') break;
  }
  expect(reached).toEqual(['key', 'website', 'from', 'to', 'quirk', 'more', 'Send']);
  const answer = page.waitForResponse((response) => response.url().includes('/api/v1/analytics'));
  await page.keyboard.press('Enter');
  expect((await answer).status()).toBe(200);
});

test.each([375, 1200])('at %i pixels nothing but tables and code scrolls sideways', async (width) => {
  const sandbox = await started(2);
  const { page } = await opened(sandbox, width);
  await sent(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
});

test('names that attack HTML are shown as they are written', async () => {
  const sandbox = await started(1);
  const { page, complaints } = await opened(sandbox);
  const options = await page.getByLabel('Website', { exact: true }).locator('option').allTextContents();
  expect(options.some((text) => text.startsWith('<script>alert(1)</script> (ws_'))).toBe(true);
  expect(options.some((text) => text.startsWith('"><img src=x onerror=alert(1)> (ws_'))).toBe(true);
  expect(complaints).toEqual([]);
});

test('where both Forms are in force both windows are offered, and ids of any format are sent whole', async () => {
  const sandbox = await started(1);
  await sandbox.admin.setQuirks({ form: 'both', websiteIds: 'encoded', minuteWindow: 'sliding' });
  const { page } = await opened(sandbox);
  await page.getByLabel('Endpoint', { exact: true }).selectOption('analytics');
  expect((await sent(page)).status).toBe('200 OK');
  for (const name of ['From', 'To']) await page.getByLabel(name, { exact: true }).fill('');
  await page.getByLabel('Period').selectOption('7d');
  const week = await sent(page);
  expect(week.status).toBe('200 OK');
  expect((JSON.parse(week.body) as { days: object[] }).days).toHaveLength(7);
});
