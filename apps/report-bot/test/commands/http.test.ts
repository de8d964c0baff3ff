import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
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

const secret = 'unsubscribe-canary-0123456789abcdef';
const createToken = (schedule: string, address: string): string =>
  createHmac('sha256', secret).update(`${schedule}\n${address}`).digest('base64url').slice(0, 22);

/** A running `start` that answers unsubscribe links of three readers in two languages. */
async function startUnsubscribing() {
  const unsubscribe = `  unsubscribe: {url: "https://mail.example/unsubscribe?t={token}", secret: "${'$'}{UNSUBSCRIBE_SECRET}"}\n`;
  const recipients = [
    'ann@example.com',
    '{to: bob@example.com, locale: de}',
    '{to: cyd@example.com, locale: ar}',
  ];
  const alert = `alerts:\n  - {id: falling, title: "Falling <share>", figure: share, changes: down, timezone: UTC, recipients: [ANN@example.com]}\n`;
  const bot = await ledgers.bot(smtpServer);
  const text = ledgers.text(smtpServer, recipients).replace('schedules:\n', `${unsubscribe}schedules:\n`);
  bot.settings(`${text}${alert}http: {listen: "127.0.0.1:0"}\n`);
  const running = await bot.begin(['start', '--json', '--now', monday], {
    environment: { UNSUBSCRIBE_SECRET: secret },
  });
  let out = '';
  running.child.stdout?.on('data', (words: string) => {
    out += words;
  });
  await running.says('HTTP listens at');
  return {
    bot,
    url: /HTTP listens at (\S+)\."/.exec(out)?.[1] ?? '',
    link: (address: string, schedule = 'weekly') => `/unsubscribe?t=${createToken(schedule, address)}`,
    stop: async () => {
      running.child.kill('SIGTERM');
      expect((await running.finished).code).toBe(0);
    },
    list: async (): Promise<{ address: string; source: string }[]> =>
      JSON.parse(
        (await bot.run(['suppressions', 'list', '--json'], { environment: { UNSUBSCRIBE_SECRET: secret } }))
          .out,
      ).suppressions,
  };
}

test('a link unsubscribes by POST alone, once, by each client; a public name reaches it', async () => {
  const { bot, url, link, list, stop } = await startUnsubscribing();
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  for (const method of ['GET', 'HEAD']) {
    const { status } = await fetch(`${url}${link('ann@example.com')}`, { method });
    expect(status).toBe(200);
  }
  expect((await fetch(`${url}${link('ann@example.com')}`, { method: 'POST' })).status).toBe(400);
  for (const path of [
    '/unsubscribe',
    '/unsubscribe/wrong',
    `${link('ann@example.com')}x`,
    link('eve@example.com'),
  ]) {
    const { status } = await fetch(`${url}${path}`, oneClick);
    expect([path, status]).toEqual([path, 404]);
  }
  expect(
    (await fetch(`${url}${link('ann@example.com')}`, { method: 'POST', body: 'x'.repeat(9_000) })).status,
  ).toBe(413);
  expect(await list()).toEqual([]);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  const multipart = await fetch(`${url}${link('cyd@example.com').replace('?t=', '/')}`, {
    method: 'POST',
    body: form,
  });
  expect([multipart.status, await multipart.text()]).toEqual([
    200,
    expect.stringContaining('lang="ar" dir="rtl"'),
  ]);
  const clients: [string, string[]][] = [
    [
      'curl',
      [
        '-sS',
        '-d',
        'List-Unsubscribe=One-Click',
        '-H',
        'Host: mail.example',
        `${url}${link('ann@example.com', 'falling')}`,
      ],
    ],
    [
      'python3',
      [
        '-c',
        'import sys,urllib.request as r;print(r.urlopen(sys.argv[1],b"List-Unsubscribe=One-Click").read().decode())',
        `${url}${link('bob@example.com')}`,
      ],
    ],
  ];
  for (const [client, args] of clients) {
    const { stdout, error } = spawnSync(client, args, { encoding: 'utf8' });
    if (error === undefined) expect(stdout).toContain('class="good"');
    else await fetch(args.at(-1) ?? '', oneClick);
  }
  const first = await list();
  expect(first.map(({ address, source }) => [address, source])).toEqual([
    ['cyd@example.com', 'one-click'],
    ['ANN@example.com', 'one-click'],
    ['bob@example.com', 'one-click'],
  ]);
  await fetch(`${url}${link('ann@example.com')}`, oneClick);
  expect(await list()).toEqual(first);
  await stop();
  expect(bot.transcript.join('')).not.toContain(secret);
});

test('the unsubscribe page is in the language of its reader, says what stops, and is accessible', async () => {
  const { url, link, list, stop } = await startUnsubscribing();
  const browser = await startBrowser();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 375, height: 700 }, locale: 'fr' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const check = async (name: string): Promise<string> => {
      expect(await findAccessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
      if (process.env.WRITE_PICTURES === '1')
        await page.screenshot({ path: `/tmp/wt/unsubscribe-${name}-${colorScheme}.png`, fullPage: true });
      return (await page.locator('main').textContent()) ?? '';
    };
    await page.goto(`${url}${link('ann@example.com')}`);
    if (colorScheme === 'light') {
      expect(await check('ask')).toMatch(/ann@example.com gets these reports.*weekly.*Falling <share>/s);
      expect(await list()).toEqual([]);
      await page.locator('button').click();
    }
    expect(await check('done')).toMatch(
      /gets none of these reports any more.*weekly.*Falling <share>.*digest@example.com/s,
    );
    await page.goto(`${url}${link('cyd@example.com')}`);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await check('arabic');
    await page.goto(`${url}/unsubscribe/wrong`);
    expect(await check('wrong')).toContain('Ce lien n’est pas valable');
    expect(new Set(asked)).toEqual(new Set(['/unsubscribe', '/unsubscribe/wrong']));
    await page.close();
  }
  expect(await list()).toMatchObject([{ address: 'ann@example.com', source: 'page' }]);
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
