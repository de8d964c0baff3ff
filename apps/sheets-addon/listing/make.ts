import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBrowser } from '@answershare/browser';
import type { Browser } from 'playwright-core';

/*
 * Draws the icons and the banner of a Marketplace listing (Google: publishing guide, listing assets). The playground's
 * listing test takes its screenshots.
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

await browser.close();
