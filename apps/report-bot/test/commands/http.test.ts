import { startBrowser } from '@answershare/browser';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { monday, openLedgers } from '../support/ledgers.ts';
import { openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const token = 'http-canary-token-0123456789';
let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
beforeAll(async () => {
  ledgers = await openLedgers('postgres');
  smtpServer = await openSmtpServer();
  await smtpServer.close();
});
afterAll(() => ledgers.close());

/** A running `start` with this listener, whose first mail could not leave. */
async function startListening(http: string): Promise<{ bot: Bot; url: string; stop(): Promise<void> }> {
  const bot = await ledgers.bot(smtpServer);
  bot.settings(`${ledgers.text(smtpServer)}http: ${http}\n`);
  const running = await bot.begin(['start', '--json', '--now', monday], {
    environment: { ANSWERSHARE_HTTP_TOKEN: token },
  });
  let out = '';
  running.child.stdout?.on('data', (text: string) => {
    out += text;
  });
  await running.says('HTTP listens at');
  await running.says('"state":"ready"');
  const url = /HTTP listens at (\S+)\."/.exec(out)?.[1] ?? '';
  return {
    bot,
    url,
    stop: async () => {
      running.child.kill('SIGTERM');
      expect((await running.finished).code).toBe(0);
    },
  };
}

test('health, readiness, metrics and the page state what the status says, and the page is accessible', async () => {
  const { url, stop } = await startListening('{listen: "127.0.0.1:0"}');
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await read('/healthz')).toEqual({ status: 200, text: '{"ok":true,"fault":null}' });
  await expect
    .poll(async () => (await read('/readyz')).text)
    .toBe('{"ok":false,"fault":null,"causes":["late"]}');
  expect((await read('/readyz')).status).toBe(503);
  const { text: metrics } = await read('/metrics');
  expect(metrics).toContain('answershare_deliveries{schedule="weekly",state="open"} 3\n');
  expect(metrics).toContain('answershare_problem{cause="late",subject="weekly 2026-W47"} 1\n');
  expect((await fetch(url, { headers: { host: 'evil.example' } })).status).toBeLessThan(500);
  const browser = await startBrowser();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 375, height: 800 } });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url);
    expect(await page.locator('h1').textContent()).toBe('Answershare status');
    expect(await page.locator('li').first().textContent()).toMatch(/^late weekly 2026-W47 has 0 of 3 sent/);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    expect(asked).toEqual([`${url}/`]);
    if (process.env.WRITE_PICTURES === '1')
      await page.screenshot({ path: `/tmp/wt/status-${colorScheme}.png`, fullPage: true });
    await page.close();
  }
  await browser.close();
  await stop();
});

test('beyond this machine a token is needed for all but health, and no answer or log holds it', async () => {
  const { bot, url, stop } = await startListening(
    '{listen: "0.0.0.0:0", token: "$' + '{ANSWERSHARE_HTTP_TOKEN}"}',
  );
  const local = url.replace('0.0.0.0', '127.0.0.1');
  const read = (path: string, authorization?: string) =>
    fetch(`${local}${path}`, authorization === undefined ? {} : { headers: { authorization } });
  expect((await read('/healthz')).status).toBe(200);
  const basic = `Basic ${Buffer.from(`any:${token}`).toString('base64')}`;
  for (const path of ['/', '/metrics']) {
    expect((await read(path)).status).toBe(401);
    expect((await read(path, 'Bearer wrong')).status).toBe(401);
    expect((await read(path, `Bearer ${token}`)).status).toBe(200);
    expect((await read(path, basic)).status).toBe(200);
  }
  await stop();
  expect(bot.transcript.join('')).not.toContain(token);
  bot.settings(`${ledgers.text(smtpServer)}http: {listen: "0.0.0.0:4480"}\n`);
  expect(await bot.run(['list'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('is open to other machines, so that http.token is needed'),
  });
});
