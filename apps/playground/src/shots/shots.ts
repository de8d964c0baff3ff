import { startBrowser } from '@answershare/browser';

export interface View {
  /** CSS pixels: the width of a mail on a phone or on a desk. */
  readonly width: 375 | 640;
  /** The answer to `prefers-color-scheme: dark`. */
  readonly dark: boolean;
}

export interface Camera {
  /** A PNG of the whole height of the page. Nothing is fetched: only what is inside the HTML is seen. */
  shoot(html: string, view: View): Promise<Buffer>;
  close(): Promise<void>;
}

/** One browser for all shots, without a network and without scripts. Rejects as `startBrowser` does. */
export async function openCamera(): Promise<Camera> {
  const browser = await startBrowser();
  return {
    async shoot(html, { width, dark }) {
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
