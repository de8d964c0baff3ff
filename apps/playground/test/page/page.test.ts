import { readFileSync, writeFileSync } from 'node:fs';
import { startBrowser } from '@answershare/browser';
import type { KeyLabel } from '@answershare/sandbox';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PlaygroundPage, startPlaygroundPage } from '../../src/page/playground-page.ts';
import { CleanupStack } from '../../src/world/cleanup.ts';
import { RECIPIENTS, sendDigest, startDigest, takeSnapshots } from '../../src/world/digest.ts';
import { World } from '../../src/world/world.ts';
import { typeIntoCell } from '../fixtures/type-into-cell.ts';

/** A busy machine is slow; the tests wait for what they expect. */
const soon = { timeout: 120_000 };

const pictures = new URL('../../../../docs/pictures/', import.meta.url);

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

const windowSize = { width: 1280, height: 800 };

/** Starts one world with one window for all tests of the block. */
function startWorldOnce(): void {
  beforeAll(async () => {
    cleanup = new CleanupStack();
    world = await World.start(cleanup);
    served = await cleanup.add(await startPlaygroundPage(world));
    complaints = [];
    page = await browser.newPage({ viewport: windowSize });
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
  beforeEach(() => page.setViewportSize(windowSize));
  afterEach(() => expect(complaints).toEqual([]));
  afterAll(async () => {
    await page.close();
    await cleanup.close();
  });
}

async function openTab(name: string): Promise<void> {
  await page.locator('.o-sheet', { hasText: name }).first().click();
}

async function chooseMenuItem(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Extensions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Writes a picture of the docs, if pictures are wanted. */
async function takePicture(name: string): Promise<void> {
  const picture = await page.screenshot();
  if (process.env.WRITE_PICTURES === '1') writeFileSync(new URL(name, pictures), picture);
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

/** The middle of a cell in the page; columns and rows from 0. */
async function findCell(col: number, row: number): Promise<{ readonly x: number; readonly y: number }> {
  const grid = await page.locator('.o-grid canvas').first().boundingBox();
  const { getters } = world.workbook.model;
  const sheetId = getters.getSheetIds()[3] ?? '';
  const sum = (count: number, size: (index: number) => number): number =>
    Array.from({ length: count }, (_, index) => size(index)).reduce((total, one) => total + one, 0);
  const widthOf = (index: number) => getters.getColSize(sheetId, index);
  const heightOf = (index: number) => getters.getRowSize(sheetId, index);
  // The row and column headers of o-spreadsheet.
  const headers = { width: 48, height: 26 };
  return {
    x: (grid?.x ?? 0) + headers.width + sum(col, widthOf) + widthOf(col) / 2,
    y: (grid?.y ?? 0) + headers.height + sum(row, heightOf) + heightOf(row) / 2,
  };
}

async function change(label: string): Promise<void> {
  await page.getByRole('tab', { name: 'Service' }).click();
  const button = page.getByRole('button', { name: label, exact: true });
  await button.click();
  await expect.poll(() => button.isEnabled(), soon).toBe(true);
}

async function connectKey(key: string): Promise<void> {
  await sidebar.getByLabel('API key').fill(key);
  await sidebar.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** Resolves with the sidebar's answer. */
async function connectWorkingKey(key: string): Promise<string | null> {
  await connectKey(key);
  const status = sidebar.getByRole('status').filter({ hasText: 'Key works' });
  await status.waitFor();
  return status.textContent();
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

/** Values of the grid that are an error or still loading: o-spreadsheet's codes begin with `#`. */
function listGridFaults(): readonly string[] {
  const { getters } = world.workbook.model;
  return getters.getSheetIds().flatMap((sheetId) =>
    getters.getEvaluatedCellsPositions(sheetId).flatMap((position) => {
      const { value } = getters.getEvaluatedCell(position);
      const isFault = typeof value === 'string' && value.startsWith('#');
      return isFault ? [`${getters.getSheetName(sheetId)} ${value}`] : [];
    }),
  );
}

/** The same of the document that the script reads. */
function listDocumentFaults(): readonly string[] {
  return world.host.sheet.readGrid().flatMap(({ properties: { name, maxRows } }) =>
    world.host.sheet
      .values(`'${name}'!A1:Z${maxRows}`)
      .flat()
      .filter((value) => typeof value === 'string' && /^#|^Loading/.test(value))
      .map((value) => `${name} ${value}`),
  );
}

describe('a window', () => {
  startWorldOnce();

  test('lists executions and requests with both meters', async () => {
    await page.getByRole('tab', { name: 'Service' }).click();
    await page.getByText('33 of 300 this minute').waitFor();
    await page.getByText('33 of 1000 this day').waitFor();
    await takePicture('playground-service.png');
    await page.getByRole('tab', { name: 'Executions' }).click();
    await page.getByRole('cell', { name: 'AUTHORITY_BREAKDOWN("northwind-outdoor.example")' }).waitFor();
    await page.getByRole('cell', { name: 'SHARE_OF_VOICE(8 × 1 cells)' }).waitFor();
    await takePicture('playground-executions.png');
    await page.getByRole('cell', { name: /\[not_found\] No website/ }).waitFor();
  });

  test('a refresh from the sidebar leaves no cell of the example loading or with an error, but the broken one', async () => {
    await chooseMenuItem('Open sidebar');
    await sidebar.getByRole('tab', { name: 'Refresh' }).click();
    await sidebar.getByRole('button', { name: 'Refresh now' }).click();
    await sidebar.getByText('Refreshed: 32 of 32 answers are new.').waitFor();
    await world.workbook.evaluate();
    expect(listGridFaults()).toEqual(['Try it #ERROR']);
    await world.document.run(async () => undefined);
    expect(listDocumentFaults()).toEqual(['Try it #ERROR!']);
    await sidebar.getByRole('button', { name: 'Try it!C1' }).waitFor();
    expect(await sidebar.getByRole('button', { name: '!' }).allTextContents()).toEqual(['Try it!C1']);
  });

  test('fails and is slow at the same time, until no fault is planned', async () => {
    const { admin } = world.sandbox;
    const planned = async () =>
      (await admin.state()).faults.map(({ fault, delayMs, times }) => [fault, delayMs, times]);
    await change('Next five fail');
    await change('Slow answers (2 s)');
    expect(await planned()).toEqual([
      ['status', 2_000, 5],
      ['slow', 2_000, null],
    ]);
    await change('Next request fails');
    expect(await planned()).toEqual([
      ['status', 2_000, 1],
      ['slow', 2_000, null],
    ]);
    expect(await fetchStatus('/api/v1/websites')).toBe(503);
    expect(await planned()).toEqual([['slow', 2_000, null]]);
    await change('No faults');
    expect(await planned()).toEqual([]);
    expect(await fetchStatus('/api/v1/websites')).toBe(200);
  });

  test('refuses calls of another page', async () => {
    const call = { method: 'POST', body: JSON.stringify({ name: 'connectionStatus', args: [] }) };
    expect((await fetch(new URL('/call', served.url), call)).status).toBe(403);
    const { port } = new URL(served.url);
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(421);
    const policy = (await fetch(served.url)).headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('shows the add-on’s own help while a formula is typed, then its value', async () => {
    await openTab('Try it');
    await selectCell('B2');
    await typeIntoCell(page, '=CITAT');
    await page.getByText('CITATIONS_BY_ENGINE').first().waitFor();
    await page.keyboard.type('IONS(');
    await page.locator('.o-formula-assistant').getByText('engine').first().waitFor();
    await page.keyboard.type('A2)');
    await page.keyboard.press('Enter');
    await expectCell('B2', /^B2 278$/);
    await world.document.run(async () => undefined);
    expect(world.host.sheet.cell("'Try it'!B2")).toMatchObject({ value: 278, formula: '=CITATIONS(A2)' });
  });

  test('spills a table, and names the fault of a broken cell', async () => {
    await openTab('Try it');
    await expectCell('C1', /^C1 #ERROR \[not_found\] No website "nowhere.example"/);
    await selectCell('A1');
    const broken = await findCell(2, 0);
    await page.mouse.move(broken.x, broken.y);
    const note = page.locator('.o-popover').getByText('[not_found] No website "nowhere.example"');
    await note.waitFor();
    const [covered, box] = [await findCell(3, 0), await note.boundingBox()];
    expect(covered.x).toBeGreaterThan(box?.x ?? Number.NaN);
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await page.locator('#cell').filter({ hasText: /^D1 / }).waitFor({ state: 'attached' });
    await selectCell('F1');
    await typeIntoCell(page, '=WEBSITES()');
    await page.keyboard.press('Enter');
    await expectCell('G2', 'Northwind Outdoor');
    expect(world.host.sheet.values("'Try it'!F1:F9")).toHaveLength(9);
  });

  test('fills 50 rows down by mouse, and asks once for their question', async () => {
    await page.setViewportSize({ width: 1280, height: 1600 });
    await openTab('Try it');
    const before = (await world.sandbox.admin.requests()).total;
    await selectCell('B8');
    await typeIntoCell(page, '=CITATIONS($A$2)');
    await page.keyboard.press('Enter');
    await selectCell('B8');
    const handle = await page.locator('.o-autofill').boundingBox();
    const last = await findCell(1, 57);
    await page.mouse.move((handle?.x ?? 0) + 3, (handle?.y ?? 0) + 3);
    await page.mouse.down();
    await page.mouse.move(last.x, last.y - 40, { steps: 5 });
    await page.mouse.move(last.x, last.y);
    await page.mouse.up();
    await expectCell('B58', /^B58 278$/);
    expect(await page.locator('li.done', { hasText: 'Type a formula' }).count()).toBe(1);
    await world.document.run(async () => undefined);
    expect(world.host.sheet.values("'Try it'!B8:B58").flat()).toEqual(Array.from({ length: 51 }, () => 278));
    expect((await world.sandbox.admin.requests()).total).toBe(before);
  });

  test('gives a file with the formulas and their values, in which a name like a formula is a text', async () => {
    await openTab('Try it');
    await selectCell('F1');
    await typeIntoCell(page, '=WEBSITES()');
    await page.keyboard.press('Enter');
    await expectCell('G2', 'Northwind Outdoor');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download .xlsx' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('answershare.xlsx');
    const files = unzipSync(readFileSync(await download.path()));
    const sheet = strFromU8(files['xl/worksheets/sheet0.xml'] ?? new Uint8Array());
    expect(sheet).toMatch(/<f t="array" ref="B4:B11">CITATIONS\(A4:A11\)<\/f>\s*<v>278<\/v>/);
    expect(sheet).toMatch(/SPARKLINE\(ANALYTICS\(/);
    expect(sheet).toMatch(/<c r="B11"[^>]*>\s*<v>\d+<\/v>/);
    const typed = strFromU8(files['xl/worksheets/sheet3.xml'] ?? new Uint8Array());
    expect(typed).toMatch(/<c r="G2"[^>]* t="s">/);
    const { getters } = world.workbook.model;
    const formulas = getters.getCells('tab-3').filter(({ isFormula }) => isFormula);
    expect(typed.match(/<f /g)).toHaveLength(formulas.length);
    expect(strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain('HYPERLINK(');
    expect(Object.keys(files)).toContain('xl/charts/chart1.xml');
  });

  test('loaded again, starts from a snapshot and shows what was typed', async () => {
    await openTab('Try it');
    await selectCell('B3');
    await typeIntoCell(page, '=1+1');
    await page.keyboard.press('Enter');
    await expectCell('B3', /^B3 2$/);
    const before = world.workbook.revisions.messages().length;
    expect(before).toBeGreaterThan(0);
    await page.reload();
    await page.locator('body[data-ready=true]').waitFor();
    expect(world.workbook.revisions.messages()).toEqual([]);
    await openTab('Try it');
    await expectCell('B3', /^B3 2$/);
    await selectCell('B5');
    await typeIntoCell(page, '=B3*2');
    await page.keyboard.press('Enter');
    await expectCell('B5', /^B5 4$/);
    expect(world.workbook.revisions.messages().length).toBeGreaterThan(0);
  });

  test('shows its sidebar anew with each choice in a menu that moves nothing', async () => {
    const top = async () => (await page.locator('#grid').boundingBox())?.y;
    const before = await top();
    const stepsDone = await page.locator('li.done').count();
    await page.getByRole('button', { name: 'Extensions' }).click();
    await page.getByRole('group', { name: 'Answershare' }).waitFor();
    expect(await top()).toBe(before);
    await page.getByRole('menuitem', { name: 'Open sidebar' }).click();
    await sidebar.getByRole('tab', { name: 'Reports' }).click();
    await page.getByRole('tab', { name: 'Service' }).click();
    await chooseMenuItem('Open sidebar');
    await sidebar.getByRole('tab', { name: 'Key', selected: true }).waitFor();
    expect(await page.locator('li.done').count()).toBe(stepsDone);
  });

  test('inserts a report with its chart on a new tab', async () => {
    await chooseMenuItem('Insert a report…');
    await sidebar.getByLabel('Report', { exact: true }).selectOption('30-day trend');
    await sidebar
      .getByLabel('Website', { exact: true })
      .fill('Northwind Outdoor (northwind-outdoor.example)');
    await sidebar.getByRole('button', { name: 'Insert on a new tab' }).click();
    await expect.poll(() => page.locator('.o-sheet').count(), soon).toBe(6);
    await expect.poll(() => page.locator('.o-figure').count(), soon).toBeGreaterThan(0);
    const [report] = world.host.sheet.tabs().slice(-1);
    expect(report?.frozenRows).toBe(4);
    expect(report?.charts).toHaveLength(1);
    await page.locator('li.done', { hasText: 'Insert a report' }).waitFor({ state: 'attached' });
    await sidebar
      .getByRole('listitem')
      .filter({ hasText: /^30-day trend: Northwind Outdoorread / })
      .waitFor();
    await takePicture('playground.png');
  });

  test('a change of the bodies shows no wrong figure, and the figures again once they are confirmed', async () => {
    await openTab('Dashboard');
    await expectCell('C4', /^C4 40\.2%$/);
    await change('Fractions');
    await change('Empty the cache and recalculate');
    await world.workbook.evaluate();
    // Older figures stay until the new shape is confirmed.
    await expectCell('C4', /^C4 40\.2%$/);
    await chooseMenuItem('Open sidebar');
    await sidebar.getByRole('button', { name: 'Read answers again' }).click();
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

describe('a window of the team with the bot', () => {
  startWorldOnce();

  test('takes the snapshots of a week and mails Monday’s digest', async () => {
    const digest = await startDigest(cleanup);
    await takeSnapshots(digest, () => undefined, 9);
    await sendDigest(digest);
    await world.connectBot(digest, cleanup);
    await openTab('Authority');
    await expectCell('H5', /^H5 65$/);
    await expectCell('H13', /^H13 70$/);
    await expectCell('H14', /^H14$/);
    await expectCell('E5', /^E5 0$/);
    const progress = page.locator('#notice', { hasText: /^Advancing… \d of 7$/ }).waitFor();
    await change('Advance a week');
    await progress;
    const mails = await digest.inbox.waitFor(2 * RECIPIENTS.length);
    const latest = mails.slice(RECIPIENTS.length).map(({ recipients }) => recipients.join());
    expect(latest.sort()).toEqual(RECIPIENTS);
    // Each day of the week was recorded, the first Monday too.
    for (const { text } of mails)
      expect(text).not.toMatch(/[1-6] (?:of 7 days\s+were\s+read|von 7 Tagen\s+gelesen)/);
    expect(mails.at(-1)?.sentAt).toBeGreaterThanOrEqual(Date.parse('2026-11-23T09:00:00Z'));
    const week = page.locator('li', { hasText: 'Advance a week' });
    expect(await week.getAttribute('class')).not.toBe('done');
    await page.getByRole('button', { name: 'Inbox (4)' }).click();
    expect(await week.getAttribute('class')).toBe('done');
    const inbox = page.frameLocator('#inbox');
    await inbox.getByRole('cell', { name: 'Answershare <digest@example.com>' }).first().waitFor();
    await inbox.getByRole('link').first().click();
    await inbox.frameLocator('iframe.mail').getByText('northwind-outdoor.example').first().waitFor();
    expect(await inbox.getByRole('heading').first().textContent()).toMatch(/8 websites/i);
    await takePicture('playground-inbox.png');
    await inbox.getByRole('link', { name: 'Images off' }).click();
    await inbox.locator('a[aria-current]', { hasText: 'Images off' }).waitFor();
    await inbox.getByRole('link', { name: 'Headers' }).click();
    await inbox.getByText('RFC 2369').waitFor();
    const explained = inbox.locator('tr', { has: page.locator('.muted') });
    expect(await explained.count()).toBe(await inbox.locator('tr').count());
    await page.getByRole('button', { name: 'Inbox (4)' }).click();
    await page.locator('#grid').waitFor();
    await page.locator('#clock').filter({ hasText: '2026-11-23 09:0' }).waitFor();
    expect((await world.sandbox.admin.requests()).byKey.growth).toBeGreaterThan(0);
  });

  test('the history has each day that passed, and with it the chart of the authority', async () => {
    await openTab('Authority');
    await world.workbook.evaluate();
    await expectCell('G20', /^G20 2026-11-23$/);
    await expectCell('H20', /^H20 \d+$/);
    await expectCell('E7', /^E7 [▁▂▃▄▅▆▇█]{16}$/);
    await expectCell('E5', /^E5 -?\d+$/);
    expect(await page.locator('.o-figure canvas').count()).toBe(1);
    await takePicture('playground-history.png');
  });

  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const formulas = readme
    .split('\n')
    .filter((line) => line.startsWith('| `='))
    .flatMap((line) =>
      [...(line.split(' | ')[0] ?? '').matchAll(/`(=[^`]+)`/g)].map(([, text = '']) => text),
    );

  test('a formula of the README works as it is printed on the tab to type into, with a website of the team', async () => {
    expect(formulas.length).toBeGreaterThan(10);
    await openTab('Try it');
    await expectCell('D1', 'write one of them where a text says example.com');
    for (const formula of formulas) {
      await selectCell('B2');
      await typeIntoCell(page, formula.replace('example.com', world.sandbox.websites[0]?.domain ?? ''));
      await page.keyboard.press('Enter');
      await world.workbook.evaluate();
      const cell = world.workbook.model.getters.getEvaluatedCell({ sheetId: 'tab-3', col: 1, row: 1 });
      expect([formula, cell.type, cell.message]).toEqual([
        formula,
        expect.not.stringMatching('error'),
        undefined,
      ]);
    }
  });

  test.each([
    ['minute', 'Use up the minute of “live”', 300],
    ['day', 'Use up the day of “live”', 1_000],
  ] as const)('has no request left once the %s is used up', async (limit, label, count) => {
    await change(label);
    await page.getByText(`${count} of ${count} this ${limit}`).waitFor();
    const headers = { Authorization: `Bearer ${world.sandbox.keys.live}` };
    const response = await fetch(`${world.sandbox.baseUrl}/api/v1/websites`, { headers });
    expect(response.status).toBe(429);
  });

  test('a key is refused once it is revoked, and a new one of the list is connected in the sidebar', async () => {
    await change('Revoke “live”');
    await change('New key');
    await page.locator('summary', { hasText: 'Keys for the sidebar' }).click();
    await page.getByText('new-1: growth plan, 8 websites').waitFor();
    const created = (await page.locator('#keys code').last().textContent()) ?? '';
    expect(await page.locator('#keys').textContent()).not.toContain(world.sandbox.keys.live);
    await chooseMenuItem('Open sidebar');
    await sidebar.getByRole('button', { name: 'Use another key' }).click();
    await connectKey(world.sandbox.keys.live);
    await sidebar.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    expect(await connectWorkingKey(created)).toContain('Key works: 8 websites');
    expect(await sidebar.locator('body').innerHTML()).not.toContain(created);
    await change('Use up the minute of “new-1”');
    await page.locator('#meters > label', { hasText: '300 of 300 this minute' }).waitFor();
    expect((await world.sandbox.admin.state()).keys.find(({ label }) => label === 'new-1')?.used.minute).toBe(
      300,
    );
  });
});
