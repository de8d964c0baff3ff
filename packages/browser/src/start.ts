import { access, constants } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { packedChromium } from './packed-chromium.ts';

export interface BrowserChoice {
  /** Path of an installed Chromium or Chrome; an empty text means none. What CHROMIUM_PATH says, unless given. */
  readonly installed?: string;
  /** Folder that the packed Chromium is unpacked into, made when absent. This package's cache, unless given. */
  readonly cache?: string;
}

// Who starts the browser also ends it: Playwright's own handlers would exit the process.
const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

const args = [
  // Every name but loopback fails to resolve: no page of this browser reaches another machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--font-render-hinting=none',
  // The sandbox needs a set-uid program or user namespaces, which containers and root do not have.
  '--no-sandbox',
  // Playwright turns this feature on; without a GPU and on a busy machine one shot in ten then fails with
  // "Unable to capture screenshot" (measured with Playwright 1.65.1 and Chromium 153).
  '--disable-features=CDPScreenshotNewSurface',
];

/** What a page waits for may take longer on a busy machine than Playwright's 30 s; who waits has a limit of its own. */
const patienceMs = 120_000;

/**
 * Starts a headless Chromium of its own process: the installed one when it is named; else on Linux the one inside
 * @sparticuz/chromium, elsewhere the installed Chrome. Rejects with a sentence that says what to do.
 */
export async function startBrowser(choice: BrowserChoice = {}): Promise<Browser> {
  const browser = await launched(choice);
  browser.on('context', (context) => context.setDefaultTimeout(patienceMs));
  return browser;
}

async function launched(choice: BrowserChoice): Promise<Browser> {
  const installed = choice.installed ?? process.env.CHROMIUM_PATH ?? '';
  try {
    if (installed !== '') {
      // Playwright leaves temporary folders behind when there is no such program.
      await access(installed, constants.X_OK);
      return await chromium.launch({ executablePath: installed, args, ...signals });
    }
    if (process.platform !== 'linux') return await chromium.launch({ channel: 'chrome', args, ...signals });
    return await startPacked(choice.cache);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new Error(
      `No browser could be started (${reason}). Install Chromium or Chrome and set CHROMIUM_PATH to its program.`,
      { cause: error },
    );
  }
}

/** A machine that lacks NSS, as slim container images do, gets the package's own. */
async function startPacked(cache?: string): Promise<Browser> {
  const { program, fontSettings, libraries } = await packedChromium(cache);
  const start = (more: Record<string, string>): Promise<Browser> =>
    chromium.launch({
      executablePath: program,
      args,
      ...signals,
      env: { ...process.env, FONTCONFIG_FILE: fontSettings, ...more },
    });
  return start({}).catch(() => start({ LD_LIBRARY_PATH: libraries }));
}
