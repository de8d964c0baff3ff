import { writeFileSync } from 'node:fs';
import { startBrowser } from '@answershare/browser';
import type { KeyLabel } from '@answershare/sandbox';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PlaygroundPage, startPlaygroundPage } from '../../src/page/playground-page.ts';
import { connectAddon } from '../../src/world/addon.ts';
import { CleanupStack } from '../../src/world/cleanup.ts';
import { RECIPIENTS, sendDigest, startDigest, takeSnapshots } from '../../src/world/digest.ts';
import { World } from '../../src/world/world.ts';

/** A busy machine is slow; the tests wait for what they expect. */
const soon = { timeout: 30_000 };

const pictureFile = new URL('../../../../docs/pictures/playground.png', import.meta.url);

let browser: Browser;
let cleanup: CleanupStack;
let world: World;
let served: PlaygroundPage;
let page: Page;
let sidebar: FrameLocator;
/** Console messages, page errors and requests to other hosts. */
let complaints: string[];

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  cleanup = new CleanupStack();
  world = await World.start(cleanup);
  served = await cleanup.add(await startPlaygroundPage(world));
  complaints = [];
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) complaints.push(request.url());
  });
  await page.goto(served.url);
  await page.locator('body[data-ready=true]').waitFor();
  sidebar = page.frameLocator('#sidebar');
  await world.workbook.evaluate();
});
afterEach(async () => {
  await page.close();
  await cleanup.close();
  expect(complaints).toEqual([]);
});

async function openTab(name: string): Promise<void> {
  await page.locator('.o-sheet', { hasText: name }).first().click();
}

/** Selects a cell by the grid's name box. */
async function selectCell(address: string): Promise<void> {
  const box = page.locator('.o-named-range-selector input');
  await box.click();
  await box.fill(address);
  await box.press('Enter');
  await expect.poll(() => page.locator('#cell').textContent(), soon).toMatch(new RegExp(`^${address}( |$)`));
}

/** Address, text and note of a cell as the page describes it. */
async function expectCell(address: string, expected: string | RegExp): Promise<void> {
  await selectCell(address);
  await page.locator('#cell').filter({ hasText: expected }).waitFor({ state: 'attached' });
}

async function change(label: string): Promise<void> {
  await page.getByRole('tab', { name: 'Service' }).click();
  const button = page.getByRole('button', { name: label, exact: true });
  await button.click();
  await expect.poll(() => button.isEnabled(), soon).toBe(true);
}

async function fetchJson<T>(path: string, key: KeyLabel): Promise<T> {
  const headers = { Authorization: `Bearer ${world.sandbox.keys[key]}` };
  return (await (await fetch(world.sandbox.baseUrl + path, { headers })).json()) as T;
}

/** As a script without a client: one request a cell. */
async function fetchStatus(path: string): Promise<number> {
  const headers = { Authorization: `Bearer ${world.sandbox.keys.growth}` };
  const response = await fetch(world.sandbox.baseUrl + path, { headers });
  await response.arrayBuffer();
  return response.status;
}

describe('the grid', () => {
  test('shows the add-on’s own help while a formula is typed, then its value', async () => {
    await openTab('Try it');
    await selectCell('B3');
    await page.keyboard.type('=CITAT');
    await page.getByText('CITATIONS_BY_ENGINE').first().waitFor();
    await page.keyboard.type('IONS(');
    await page.locator('.o-formula-assistant').getByText('engine').first().waitFor();
    await page.keyboard.type('A3)');
    await page.keyboard.press('Enter');
    await expectCell('B3', /^B3 278$/);
    await world.document.run(async () => undefined);
    expect(world.host.sheet.cell("'Try it'!B3")).toMatchObject({ value: 278, formula: '=CITATIONS(A3)' });
  });

  test('spills a table, and names the fault of a broken cell', async () => {
    await openTab('Try it');
    await expectCell('B4', /^B4 #ERROR \[not_found\] No website "nowhere.example"/);
    await selectCell('F1');
    await page.keyboard.type('=WEBSITES()');
    await page.keyboard.press('Enter');
    await expectCell('G2', 'Northwind Outdoor');
    expect(world.host.sheet.values("'Try it'!F1:F9")).toHaveLength(9);
  });

  test('asks once for 50 formulas of one question', async () => {
    const before = (await world.sandbox.admin.requests()).total;
    for (let row = 20; row < 70; row++) world.workbook.setCell(`B${row}`, '=CITATIONS($A$4)');
    await expectCell('B69', /^B69 278$/);
    expect((await world.sandbox.admin.requests()).total).toBe(before);
  });
});

describe('the add-on', () => {
  test('inserts a report with its chart on a new tab', async () => {
    await page.getByRole('button', { name: 'Insert a report…' }).click();
    await sidebar.getByLabel('Report', { exact: true }).selectOption('30-day trend');
    await sidebar.getByLabel('Website', { exact: true }).selectOption({ index: 1 });
    await sidebar.getByRole('button', { name: 'Insert on a new tab' }).click();
    await expect.poll(() => page.locator('.o-sheet').count(), soon).toBe(5);
    await expect.poll(() => page.locator('.o-figure').count(), soon).toBeGreaterThan(0);
    const [report] = world.host.sheet.tabs().slice(-1);
    expect(report?.frozenRows).toBe(4);
    expect(report?.charts).toHaveLength(1);
    const picture = await page.screenshot();
    if (process.env.WRITE_PICTURES === '1') writeFileSync(pictureFile, picture);
  });
});

describe('the key', () => {
  test('is refused once it is revoked, and another one is connected in the sidebar', async () => {
    await change('Revoke the key');
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await sidebar.getByRole('button', { name: 'Use another key' }).click();
    const key = sidebar.getByLabel('API key');
    const connect = sidebar.getByRole('button', { name: 'Connect', exact: true });
    await key.fill(world.sandbox.keys.live);
    await connect.click();
    await sidebar.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await key.fill(world.sandbox.keys.growth);
    await connect.click();
    const status = sidebar.getByRole('status').filter({ hasText: 'Key works' });
    await status.waitFor();
    expect(await status.textContent()).toContain('Form 1, 8 websites');
    expect(await sidebar.locator('body').innerHTML()).not.toContain(world.sandbox.keys.growth);
  });
});

describe('the bot', () => {
  test('takes the snapshots of a week and mails Monday’s digest', async () => {
    const digest = await startDigest(cleanup);
    await takeSnapshots(digest, () => undefined, 8);
    await sendDigest(digest);
    await world.connectBot(digest, cleanup);
    await change('Advance a week');
    const mails = await digest.inbox.waitFor(2 * RECIPIENTS.length);
    const latest = mails.slice(RECIPIENTS.length).map(({ recipients }) => recipients.join());
    expect(latest.sort()).toEqual(RECIPIENTS);
    const [inbox] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Inbox (4)' }).click(),
    ]);
    await inbox.getByRole('link').first().click();
    await inbox.locator('iframe.mail').waitFor();
    expect(await inbox.getByRole('heading').first().textContent()).toContain('8 websites');
    await inbox.close();
    await page.locator('#clock').filter({ hasText: '2026-11-23 09:0' }).waitFor();
    expect((await world.sandbox.admin.requests()).byKey.growth).toBeGreaterThan(0);
  });
});

describe('1,000 formulas over 80 questions', () => {
  test('send exactly 80 requests; a plain fetch per cell exceeds the minute', async () => {
    await connectAddon(world.host, world.sandbox.keys.many);
    // Connecting asks for the figures of the first website.
    const list = await fetchJson<{ websites: { id: string }[] }>('/api/v1/websites', 'many');
    const ids = list.websites.slice(1, 81).map(({ id }) => id);
    await page.evaluate(`window.longTasks = [];
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration))))
        .observe({ type: 'longtask' });`);
    const count = async (key: string) => (await world.sandbox.admin.requests()).byKey[key] ?? 0;
    const before = await count('many');
    const sheetId = world.workbook.model.getters.getSheetIds()[3] ?? '';
    world.workbook.dispatch(
      Array.from({ length: 1_000 }, (_, index) => ({
        type: 'UPDATE_CELL',
        sheetId,
        col: 8 + Math.floor(index / 100),
        row: index % 100,
        content: `=CITATIONS("${ids[index % 80]}")`,
      })),
    );
    await openTab('Try it');
    await world.workbook.evaluate();
    await expectCell('R100', /^R100 \d/);
    expect((await count('many')) - before).toBe(80);
    const tasks = await page.evaluate<number[]>('longTasks');
    process.stdout.write(
      `Long tasks over 50 ms while 1,000 formulas settle: ${tasks.length} (${tasks.join(', ')} ms)\n`,
    );

    await world.sandbox.admin.freezeClock();
    const own = world.sandbox.websites.map(({ id }) => id);
    const plain: number[] = [];
    for (let sent = 0; sent < 1_000; sent += 50) {
      const paths = Array.from({ length: 50 }, (_, index) => own[(sent + index) % own.length]);
      plain.push(...(await Promise.all(paths.map((id) => fetchStatus(`/api/v1/citations?websiteId=${id}`)))));
    }
    const limit = 300;
    expect(plain.filter((status) => status === 200)).toHaveLength(limit);
    expect(plain.filter((status) => status === 429)).toHaveLength(1_000 - limit);
  });
});

describe('the service', () => {
  test('shows the same numbers after a change of the Form', async () => {
    await expectCell('B4', /^B4 278$/);
    await change('Form 2');
    await change('Empty the cache and recalculate');
    await world.workbook.evaluate();
    await expectCell('B4', /^B4 278$/);
    await expectCell('D5', /^D5 57$/);
  });

  test('refuses calls of another page', async () => {
    const call = { method: 'POST', body: JSON.stringify({ name: 'connectionStatus', args: [] }) };
    expect((await fetch(new URL('/call', served.url), call)).status).toBe(403);
    const { port } = new URL(served.url);
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(421);
    const policy = (await fetch(served.url)).headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('lists executions and requests with both meters', async () => {
    await page.getByRole('tab', { name: 'Service' }).click();
    await page.getByText('33 of 300 this minute').waitFor();
    await page.getByText('33 of 1000 this day').waitFor();
    await page.getByRole('tab', { name: 'Executions' }).click();
    await page.getByRole('cell', { name: 'AUTHORITY_BREAKDOWN' }).waitFor();
    await page.getByRole('cell', { name: /\[not_found\] No website/ }).waitFor();
  });
});

describe('a change of the bodies', () => {
  test('shows no wrong figure, and the figures again once they are confirmed', async () => {
    await expectCell('C4', /^C4 40\.2%$/);
    await change('Fractions');
    await change('Empty the cache and recalculate');
    await world.workbook.evaluate();
    // Older figures stay until the new shape is confirmed.
    await expectCell('C4', /^C4 40\.2%$/);
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await sidebar.getByRole('button', { name: 'Inspect again' }).click();
    await sidebar.getByRole('button', { name: 'Yes, they match' }).click();
    await sidebar.getByRole('button', { name: 'Yes, they match' }).waitFor({ state: 'detached' });
    await change('Advance a day');
    await change('Empty the cache and recalculate');
    await world.workbook.evaluate();
    await expectCell('C4', /^C4 \d\d\.\d%$/);
    const [, share] = /^C4 ([\d.]+)%$/.exec((await page.locator('#cell').textContent()) ?? '') ?? [];
    const own = await fetchJson<{ data: { shareOfVoice: number } }>(
      `/api/v1/competitors?websiteId=${world.sandbox.websites[0]?.id}`,
      'growth',
    );
    expect(share).toBe((own.data.shareOfVoice * 100).toFixed(1));
  });
});
