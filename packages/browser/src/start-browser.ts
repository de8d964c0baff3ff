import { access, constants } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './packed-chromium.ts';

export interface BrowserOptions {
  /** Path of an installed Chromium or Chrome; empty = none. Default: CHROMIUM_PATH. */
  readonly installed?: string;
  /** Folder for the unpacked Chromium, created if absent. Default: this package's cache. */
  readonly cache?: string;
}

// The caller closes the browser: Playwright's handlers would exit the process.
const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

const args = [
  // No host name resolves, so pages reach loopback only.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--font-render-hinting=none',
  // The sandbox needs a set-uid program or user namespaces, which containers and root lack.
  '--no-sandbox',
  // With this feature one screenshot in ten fails without a GPU on a busy machine: "Unable to capture screenshot"
  // (measured with Playwright 1.65.1 and Chromium 153).
  '--disable-features=CDPScreenshotNewSurface',
];

/** Playwright's default of 30 s is too short on a busy machine; callers have their own limits. */
const timeoutMs = 120_000;

/**
 * Starts a headless Chromium: the installed one if named; else on Linux that of @sparticuz/chromium, elsewhere the
 * installed Chrome. Rejects with an error that states the remedy.
 */
export async function startBrowser(choice: BrowserOptions = {}): Promise<Browser> {
  const browser = await launch(choice);
  browser.on('context', (context) => context.setDefaultTimeout(timeoutMs));
  return browser;
}

async function launch(choice: BrowserOptions): Promise<Browser> {
  const installed = choice.installed ?? process.env.CHROMIUM_PATH ?? '';
  try {
    if (installed !== '') {
      // Playwright leaves temporary folders behind if the program is missing.
      await access(installed, constants.X_OK);
      return await chromium.launch({ executablePath: installed, args, ...signals });
    }
    if (process.platform !== 'linux') return await chromium.launch({ channel: 'chrome', args, ...signals });
    return await launchPacked(choice.cache);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new Error(
      `No browser could be started (${reason}). Install Chromium or Chrome and set CHROMIUM_PATH to its program.`,
      { cause: error },
    );
  }
}

/** Slim container images lack NSS: the second attempt uses the package's libraries. */
async function launchPacked(cache?: string): Promise<Browser> {
  const { program, fontSettings, libraries } = await unpackChromium(cache);
  const start = (more: Record<string, string>): Promise<Browser> =>
    chromium.launch({
      executablePath: program,
      args,
      ...signals,
      env: { ...process.env, FONTCONFIG_FILE: fontSettings, ...more },
    });
  return start({}).catch(() => start({ LD_LIBRARY_PATH: libraries }));
}
