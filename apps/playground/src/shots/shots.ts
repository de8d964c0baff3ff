import { startBrowser } from '@answershare/browser';
import type { Page } from 'playwright-core';

export interface View {
  /** CSS pixels: the width of a mail on a phone or on a desk. */
  readonly width: 375 | 640;
  /** The answer to `prefers-color-scheme: dark`. */
  readonly dark: boolean;
}

export interface Camera {
  /** A PNG of the whole height of the page. Nothing is fetched: only what is inside the HTML is seen. */
  shoot(html: string, view: View): Promise<Buffer>;
  /** The lines of text that a reader sees in each cell of the table whose first heading is this; no rows without one. */
  readTable(html: string, heading: string): Promise<string[][][]>;
  close(): Promise<void>;
}

/** One browser for all shots, without a network and without scripts. Rejects as `startBrowser` does. */
export async function openCamera(): Promise<Camera> {
  const browser = await startBrowser();
  const show = async <T>(
    html: string,
    { width, dark }: View,
    look: (page: Page) => Promise<T>,
  ): Promise<T> => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      deviceScaleFactor: 2,
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: false,
      offline: true,
    });
    try {
      const page = await context.newPage();
      await page.setContent(html, { waitUntil: 'load' });
      return await look(page);
    } finally {
      await context.close();
    }
  };
  return {
    shoot: (html, view) => show(html, view, (page) => page.screenshot({ fullPage: true })),
    readTable: (html, heading) =>
      show(html, { width: 640, dark: false }, async (page) => {
        const head = page.locator('tr', { has: page.locator(`> th:text-is(${JSON.stringify(heading)})`) });
        const rows = await head.first().locator('xpath=following-sibling::tr').all();
        return Promise.all(
          rows.map(async (row) =>
            (await row.locator('> th, > td').allInnerTexts()).map((text) => text.split('\n')),
          ),
        );
      }),
    close: () => browser.close(),
  };
}
