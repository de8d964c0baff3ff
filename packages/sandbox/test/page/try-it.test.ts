import { startBrowser } from '@answershare/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunningSandbox } from '../../src/index.ts';
import { forms, get, idOf, idParameter, startTestSandbox } from '../sandbox.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Opens the page in a browser; collects the browser's errors and its requests to other hosts. */
async function openPage(sandbox: RunningSandbox, width = 1200): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  onTestFinished(() => page.close());
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) problems.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(sandbox.baseUrl) && !url.startsWith('data:')) problems.push(`asked ${url}`);
  });
  await page.goto(sandbox.baseUrl);
  return { page, problems };
}

/** Sends the form and reads the displayed response. */
async function sendForm(
  page: Page,
): Promise<{ status: string; headers: string; body: string; curl: string }> {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#status:not([aria-busy=true])').waitFor();
  const text = async (id: string) => (await page.locator(`#${id}`).textContent()) ?? '';
  return {
    status: await text('status'),
    headers: await text('headers'),
    body: await text('body'),
    curl: await text('curl'),
  };
}

describe.each(forms)('Form %i', (form) => {
  test.each(['websites', 'analytics', 'citations', 'competitors', 'authority'])(
    '%s shows the response that its curl line gets',
    async (endpoint) => {
      const sandbox = await startTestSandbox(form);
      const { page, problems } = await openPage(sandbox);
      await page.getByLabel('Endpoint', { exact: true }).selectOption(endpoint);
      const shown = await sendForm(page);
      expect(shown.status).toBe('200 OK');
      expect(shown.headers).toContain('x-ratelimit-remaining: 299');
      const address = /'(http:[^']+)'$/.exec(shown.curl)?.[1] ?? '';
      expect(shown.curl).toContain('"Authorization: Bearer $API_KEY"');
      const plain = await get(sandbox, address.slice(sandbox.baseUrl.length));
      expect(JSON.parse(shown.body)).toEqual(await plain.json());
      expect(problems).toEqual([]);
    },
  );

  test('selecting a key selects its first website, and the table counts the used limits', async () => {
    const sandbox = await startTestSandbox(form);
    const { page } = await openPage(sandbox);
    await page.getByLabel('Endpoint', { exact: true }).selectOption('authority');
    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'one (growth, team one)' });
    expect((await sendForm(page)).status).toBe('200 OK');
    const row = page.getByRole('region', { name: 'Keys' }).getByRole('row', { name: sandbox.keys.one });
    await row.getByText('299 of 300').waitFor();
    await page.getByLabel('Website', { exact: true }).selectOption(idOf(sandbox, 0));
    const refused = await sendForm(page);
    expect(refused.status).toBe('404 Not Found');
    expect(refused.body).toContain('not_found');
    await page.getByLabel('Key', { exact: true }).selectOption(sandbox.keys.test);
    expect((await sendForm(page)).status).toBe('200 OK');
  });

  test('sends requests without key, without website and with a switch', async () => {
    const sandbox = await startTestSandbox(form);
    const { page } = await openPage(sandbox);
    await page.getByLabel('Endpoint', { exact: true }).selectOption('authority');
    await page.getByLabel('Switch').selectOption('envelope=data');
    const switched = await sendForm(page);
    expect(Object.keys(JSON.parse(switched.body))).toEqual(['data']);
    expect(switched.curl).toContain("-H 'X-Sandbox-Quirk: envelope=data'");
    await page.getByLabel('Website', { exact: true }).selectOption({ label: 'left out' });
    expect((await sendForm(page)).status).toBe('400 Bad Request');
    await page.getByLabel('More of the query').fill(`${idParameter(form)}=${idOf(sandbox, 1)}`);
    expect((await sendForm(page)).status).toBe('200 OK');
    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'no key' });
    const stranger = await sendForm(page);
    expect(stranger.status).toBe('401 Unauthorized');
    expect(stranger.curl).not.toContain('Authorization');
  });
});

test('reports a response that breaks off', async () => {
  const sandbox = await startTestSandbox(2);
  const { page } = await openPage(sandbox);
  await sandbox.admin.fault({ fault: 'cutConnection' });
  expect((await sendForm(page)).status).toMatch(/^No whole answer: /);
});

test('the Tab key reaches every control in order, and Enter sends', async () => {
  const sandbox = await startTestSandbox(1);
  const { page } = await openPage(sandbox);
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

test.each([375, 1200])('at %i pixels only tables and code scroll sideways', async (width) => {
  const sandbox = await startTestSandbox(2);
  const { page } = await openPage(sandbox, width);
  await sendForm(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
});

test('shows hostile names as text', async () => {
  const sandbox = await startTestSandbox(1);
  const { page, problems } = await openPage(sandbox);
  const options = await page.getByLabel('Website', { exact: true }).locator('option').allTextContents();
  expect(options.some((text) => text.startsWith('<script>alert(1)</script> (ws_'))).toBe(true);
  expect(options.some((text) => text.startsWith('"><img src=x onerror=alert(1)> (ws_'))).toBe(true);
  expect(problems).toEqual([]);
});

test('with both Forms in force, offers both windows and sends encoded ids', async () => {
  const sandbox = await startTestSandbox(1);
  await sandbox.admin.setQuirks({ form: 'both', websiteIds: 'encoded', minuteWindow: 'sliding' });
  const { page } = await openPage(sandbox);
  await page.getByLabel('Endpoint', { exact: true }).selectOption('analytics');
  expect((await sendForm(page)).status).toBe('200 OK');
  for (const name of ['From', 'To']) await page.getByLabel(name, { exact: true }).fill('');
  await page.getByLabel('Period', { exact: true }).selectOption('7d');
  const week = await sendForm(page);
  expect(week.status).toBe('200 OK');
  expect((JSON.parse(week.body) as { days: object[] }).days).toHaveLength(7);
});
