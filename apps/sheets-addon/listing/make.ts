import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startAppsScript } from '@answershare/apps-script';
import { answerSidebar, bridge, withScriptRun } from '@answershare/apps-script/sidebar-shim';
import { startBrowser } from '@answershare/browser';
import { startSandbox } from '@answershare/sandbox';
import type { Browser, Frame } from 'playwright-core';
import { connectFile } from '../src/sidebar/inspect.ts';
import { renderSheet } from './sheet-page.ts';

/*
 * Draws the assets of a Marketplace listing (Google: publishing guide, listing assets): icons, a banner and screenshots
 * of 1280 x 800, with the sandbox's fictitious websites.
 */
const folder = import.meta.dirname;

async function draw(
  browser: Browser,
  svg: string,
  file: string,
  width: number,
  height: number,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } });
  const text = await readFile(join(folder, svg), 'utf8');
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${width}px;height:${height}px}</style>${text}`,
  );
  await page.screenshot({ path: join(folder, file), omitBackground: true });
  await page.close();
}

const browser = await startBrowser();
for (const size of [32, 48, 96, 128]) await draw(browser, 'icon.svg', `icon-${size}.png`, size, size);
await draw(browser, 'banner.svg', 'banner-220x140.png', 220, 140);

const sandbox = await startSandbox({ form: 2, seed: 1, now: '2026-11-16T09:00:00Z' });
const host = await startAppsScript({
  folder: join(folder, '../dist'),
  threads: 2,
  now: () => Date.parse('2026-11-16T09:00:00Z'),
});
host.properties.script.set('ANSWERSHARE_SERVICE_URL', sandbox.baseUrl);
await connectFile((name, args) => host.sidebarCall(name, args), sandbox.keys.live);
const website = sandbox.websites[0]?.id ?? '';

async function shoot(
  file: string,
  title: string,
  tab: string,
  opener: string,
  fill: (frame: Frame) => Promise<void>,
) {
  await host.run(opener);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.exposeFunction('answer', (name: string, args: unknown[]) => answerSidebar(host, name, args));
  await page.setContent(renderSheet(host, title, tab, opener === 'openReports' ? 10 : 30));
  await page.addScriptTag({ content: bridge });
  await page.evaluate(
    (html) => {
      const frame = document.querySelector('iframe');
      if (frame === null) throw new Error('The page has no frame.');
      const connect: (element: HTMLIFrameElement, call: unknown, screen: object) => void = Reflect.get(
        window,
        'sidebarBridge',
      );
      connect(frame, Reflect.get(window, 'answer'), {});
      frame.srcdoc = html;
    },
    withScriptRun(host.ui().sidebar?.html ?? ''),
  );
  const frame = await page.waitForSelector('iframe').then((found) => found.contentFrame());
  if (frame === null) throw new Error('The sidebar made no frame.');
  await frame
    .getByText(/rs_live_…/)
    .first()
    .waitFor({ state: 'attached' });
  await fill(frame);
  await page.screenshot({ path: join(folder, file) });
  await page.close();
}

const insert = async (kind: string, about: string): Promise<string> => {
  const order = { kind, website: about, as: 'values' };
  const answer = (await host.sidebarCall('act', ['insertReport', order])) as { done: { tab: string } };
  return answer.done.tab;
};

const overview = await insert('overview', '');
const share = await insert('share', website);
const trend = await insert('trend', website);
await shoot('screenshot-1-overview.png', 'All websites', overview, 'openReports', async (frame) => {
  await frame.getByRole('button', { name: 'Share of voice: Northwind Outdoor', exact: true }).waitFor();
});
await shoot('screenshot-2-formula.png', 'Share of voice', share, 'openSidebar', async (frame) => {
  await frame.getByRole('tab', { name: 'Formula' }).click();
  const panel = frame.getByRole('tabpanel');
  await panel.getByLabel('Function').selectOption('SHARE_OF_VOICE');
  await panel.getByLabel('Website', { exact: true }).fill('Harbor & Pine (harborandpine.example)');
  await panel.getByText(/^Costs 0 to 1 request/).waitFor();
});
await shoot('screenshot-3-refresh.png', '30-day trend', trend, 'openRefresh', async (frame) => {
  await frame.getByRole('button', { name: 'Refresh now' }).click();
  await frame.getByText(/^Refreshed: /).waitFor();
});

await browser.close();
await host.close();
await sandbox.close();
