import { join } from 'node:path';
import type { ScriptHost } from '@answershare/apps-script';
import { answerSidebar, bridge, withScriptRun } from '@answershare/apps-script/sidebar-shim';
import { startBrowser } from '@answershare/browser';
import type { Frame, Page } from 'playwright-core';
import { root } from '../../build/build-addon.ts';

export interface SidebarPage extends AsyncDisposable {
  readonly page: Page;
  /** The sidebar itself. */
  readonly frame: Frame;
  /** Errors and network requests of the page. */
  readonly errors: readonly string[];
}

export interface SidebarOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** The menu's function that opens it. */
  readonly opener?: 'openSidebar' | 'openReports' | 'openRefresh';
  /** Ends before the script's functions answer. */
  readonly held?: Promise<void>;
}

/** The sidebar that the menu opens, in a frame as wide as Google's with only scripts allowed. */
export async function openSidebar(host: ScriptHost, look: SidebarOptions = {}): Promise<SidebarPage> {
  const { width = 300, height = 640, dark = false, opener = 'openSidebar', held } = look;
  await host.run(opener);
  const browser = await startBrowser();
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => errors.push(`asked for ${request.url()}`));
  await page.exposeFunction('answer', async (name: string, args: unknown[]) => {
    await held;
    return answerSidebar(host, name, args);
  });
  await page.setContent(
    `<style>body,iframe{margin:0;border:0;display:block;width:${width}px;height:${height}px}</style><iframe sandbox="allow-scripts"></iframe>`,
  );
  await page.addScriptTag({ content: bridge });
  await page.evaluate(
    (html) => {
      const element = document.querySelector('iframe');
      if (element === null) throw new Error('The page has no frame.');
      const connect: (frame: HTMLIFrameElement, call: unknown) => void = Reflect.get(window, 'sidebarBridge');
      connect(element, Reflect.get(window, 'answer'));
      element.srcdoc = html;
    },
    withScriptRun(host.ui().sidebar?.html ?? ''),
  );
  const frame = page.frames()[1];
  if (!frame) throw new Error('The sidebar made no frame.');
  // A key pressed before the frame exists is lost.
  await frame.getByRole('tab', { selected: true }).waitFor();
  return { page, frame, errors, [Symbol.asyncDispose]: () => browser.close() };
}

/** Opens a view by its tab. */
export async function openView(frame: Frame, name: string): Promise<void> {
  await frame.getByRole('tab', { name, exact: true }).click();
}

/** The path of a screenshot of the sidebar. */
export const toScreenshotPath = (name: string): string => join(root, 'shots', `${name}.png`);
