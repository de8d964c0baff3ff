import { startBrowser } from '@answershare/browser';

export interface ScreenshotView {
  /** CSS pixels: a mail on a phone or on a desktop. */
  readonly width: 375 | 640;
  /** Sets `prefers-color-scheme: dark`. */
  readonly dark: boolean;
}

export interface Screenshots {
  /** A PNG of the full page. Nothing is fetched. */
  take(html: string, view: ScreenshotView): Promise<Buffer>;
  close(): Promise<void>;
}

/** One browser without network and scripts. Rejects as `startBrowser` does. */
export async function startScreenshots(): Promise<Screenshots> {
  const browser = await startBrowser();
  return {
    async take(html, { width, dark }) {
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
        return await page.screenshot({ fullPage: true });
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}
