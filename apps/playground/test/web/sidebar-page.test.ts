import type { ScriptHost } from '@answershare/apps-script';
import { startBrowser } from '@answershare/browser';
import { forms, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startAddon } from '../../src/demo/forms.ts';
import { type SidebarPage, startSidebarPage } from '../../src/web/sidebar-page.ts';
import { startScript } from '../fixtures/script.ts';

const code = `
function onOpen() {
  SpreadsheetApp.getUi().createAddonMenu().addItem('Open sidebar', 'openSidebar').addSeparator()
    .addItem('Break', 'breakIt').addItem('Tell', 'tell').addToUi();
}
function openSidebar() {
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('side').setTitle('Trial'));
}
function breakIt() { throw new Error('[broken] It broke.'); }
function tell() { SpreadsheetApp.getUi().alert('Told.'); }
function echo(value) { return value; }
function hidden_() { return 'secret'; }
`;

const side = `<!doctype html><html><head><title>side</title></head><body><ol id="seen"></ol><script>
const seen = (text) => { document.getElementById('seen').append(Object.assign(document.createElement('li'), { textContent: text })); };
const run = google.script.run;
run.withUserObject('mine').withSuccessHandler((value, mine) => seen(JSON.stringify([value, mine]))).echo({ a: [1, undefined, null], b: 'x' });
run.withFailureHandler((error) => seen(error.message)).breakIt();
try { run.echo(new Date()); } catch (error) { seen(error.message); }
seen(typeof run.hidden_);
try { localStorage.length; seen('storage'); } catch (error) { seen('own origin'); }
fetch('https://example.com').then(() => seen('network'), () => seen('no network'));
</script></body></html>`;

let browser: Browser;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function open(host: ScriptHost): Promise<{ page: Page; frame: FrameLocator; served: SidebarPage }> {
  const served = await startSidebarPage(host);
  const page = await browser.newPage();
  opened.push(host, served, page);
  await page.goto(served.url);
  return { page, frame: page.frameLocator('#sidebar'), served };
}

describe('with a script of its own', () => {
  test('connects sidebar and script by google.script.run only', async () => {
    const { page, frame } = await open(await startScript({ 'Code.js': code, 'side.html': side }));
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    const seen = frame.locator('#seen li');
    await seen.nth(5).waitFor();
    expect((await seen.allTextContents()).sort()).toEqual(
      [
        '[{"a":[1,null,null],"b":"x"},"mine"]',
        expect.stringContaining('[broken] It broke.'),
        'Failed due to illegal value in property: 0',
        'no network',
        'own origin',
        'undefined',
      ].sort(),
    );
  });

  test('shows the menu of onOpen and the result of its items', async () => {
    const { page } = await open(await startScript({ 'Code.js': code, 'side.html': side }));
    expect(await page.getByRole('button').allTextContents()).toEqual(['Open sidebar', 'Break', 'Tell']);
    await page.getByRole('button', { name: 'Break' }).click();
    await page.getByText('[broken] It broke.').waitFor();
    await page.getByRole('button', { name: 'Tell' }).click();
    await page.getByText('Told.').waitFor();
  });

  test('refuses calls of another page', async () => {
    const { served } = await open(await startScript({ 'Code.js': code, 'side.html': side }));
    const call = { method: 'POST', body: JSON.stringify({ name: 'echo', args: ['x'] }) };
    expect((await fetch(new URL('/call', served.url), call)).status).toBe(403);
    const { port } = new URL(served.url);
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(421);
    expect((await fetch(served.url)).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    );
  });
});

describe.each(forms)('with the add-on and Form %i', (form) => {
  let sandbox: RunningSandbox;

  test('refuses a wrong key with a message, and connects with a right one', async () => {
    sandbox = await startSandbox({ form });
    opened.push(sandbox);
    const { page, frame } = await open(await startAddon(sandbox.baseUrl));
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    const key = frame.getByLabel('API key');
    await key.fill(sandbox.keys.revoked);
    await frame.getByRole('button', { name: 'Connect', exact: true }).click();
    await frame.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await frame.getByRole('status').filter({ hasText: 'Not connected.' }).waitFor();
    await key.fill(sandbox.keys.live);
    await frame.getByRole('button', { name: 'Connect', exact: true }).click();
    const status = frame.getByRole('status').filter({ hasText: 'Key works' });
    await status.waitFor();
    expect(await status.textContent()).toContain(`Form ${form}, ${sandbox.websites.length} websites`);
    expect(await frame.locator('body').innerHTML()).not.toContain(sandbox.keys.live);
  });
});
