import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBotHost, toClientOptions } from '../../src/collect/host.ts';
import { checkChannel, postMessage } from '../../src/transports/http.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { openChannelServer } from '../support/channel-server.ts';
import { formatSettings } from '../support/settings-text.ts';

const password = 'proxy-canary-password';
const key = 'rs_live_0123456789abcdef';
/** What the proxy answers; 200 connects. */
let status: number;
let asked: (string | undefined)[][];
let proxy: Server;
let address: string;
let sandbox: RunningSandbox;
let bot: Bot;

beforeEach(async () => {
  status = 200;
  asked = [];
  proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
    asked.push([url, headers['proxy-authorization']]);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) end.on('error', () => target.destroy());
    socket.on('close', () => target.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  vi.stubEnv('HTTP_PROXY', `http://bot:${password}@${address}`);
  sandbox = await startSandbox({ form: 2, seed: 1 });
  bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: 'smtp-canary-password' });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await bot.remove();
  await sandbox.close();
  proxy.close();
});

const call = () => bot.run(['call', 'websites', '--url', sandbox.baseUrl]);
const hostOf = (url: string): string => new URL(url).host;
const toChannel = (url: string) =>
  ({ id: 'slack:URL', kind: 'slack', url, secret: null, locale: 'en' }) as const;

describe('the proxy of the environment', () => {
  test('connects to the service and to channels', async () => {
    expect((await call()).code).toBe(0);
    const channel = await openChannelServer();
    const post = { id: 'msg_1', body: '{}' };
    expect(await checkChannel(toChannel(channel.url))).toBeNull();
    expect(await postMessage(toChannel(channel.url), post, async () => undefined)).toMatchObject({
      state: 'sent',
    });
    expect(channel.received).toHaveLength(1);
    const login = `Basic ${Buffer.from(`bot:${password}`).toString('base64')}`;
    const hosts = [sandbox.baseUrl, channel.url, channel.url].map(hostOf);
    expect(asked).toEqual(hosts.map((host) => [host, login]));
    await channel.close();
  });

  test('is left out for an address of NO_PROXY, and on another machine for an address of this one', async () => {
    vi.stubEnv('NO_PROXY', '127.0.0.1');
    expect((await call()).code).toBe(0);
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('HTTP_PROXY', 'http://proxy.example:3128');
    expect((await call()).code).toBe(0);
    expect(asked).toEqual([]);
  });

  test.each([502, 407])('is named when it answers %i, and nothing was sent', async (refusal) => {
    status = refusal;
    const refused = `the proxy http://${address} refused the connection (${refusal})`;
    bot.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: 1 }));
    expect((await bot.run(['check'])).out).toContain(
      `FAIL  service: The service at ${hostOf(sandbox.baseUrl)} could not be reached (${refused}).`,
    );
    expect((await call()).err).toContain(`(${refused}). Nothing was sent, so it cost no request.`);
    expect(await checkChannel(toChannel('http://127.0.0.1:1'))).toBe(
      `the channel was not reached: ${refused}`,
    );
    expect(bot.transcript.join()).not.toContain(password);
  });

  test('carries the handshake of an https address', async () => {
    vi.stubEnv('HTTPS_PROXY', `http://${address}`);
    const { err } = await bot.run(['call', 'websites', '--url', `https://${hostOf(sandbox.baseUrl)}`]);
    expect(err).toContain('(it speaks http, not https: ');
    expect(asked).toEqual([[hostOf(sandbox.baseUrl), undefined]]);
  });

  test('is named when nothing listens there', async () => {
    vi.stubEnv('HTTP_PROXY', `http://bot:${password}@127.0.0.1:1`);
    const { err } = await call();
    expect(err).toContain('the proxy http://127.0.0.1:1 cannot be reached: ECONNREFUSED');
    expect(err).not.toContain(password);
  });
});

test.each([{ code: 0, message: 'Request was cancelled.' }, { code: 20 }, 7, null, 'gone'])(
  'the cause %j of a failed request is told as text',
  async (cause) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
    const request = { url: 'https://api.example.com', headers: {}, timeoutMs: 1_000 };
    const [outcome] = await createBotHost().send([request]);
    expect(outcome).toMatchObject({ kind: 'transport', message: expect.stringMatching(/^fetch failed: ./) });
  },
);

test('service.timeoutSeconds limits the wait for an answer', async () => {
  vi.stubEnv('HTTP_PROXY', '');
  const slow = await openChannelServer((_post, response) => void response);
  const settings = formatSettings({ url: slow.url, smtpPort: 1 });
  const withLimit = (seconds: number) =>
    bot.settings(settings.replace('  form:', `  timeoutSeconds: ${seconds}\n  form:`));
  withLimit(1);
  const { out } = await bot.run(['check']);
  expect(out).toContain(`FAIL  service: The service at ${hostOf(slow.url)} did not answer in time.`);
  withLimit(61);
  expect((await bot.run(['check'])).err).toContain('service.timeoutSeconds');
  expect(toClientOptions({ url: slow.url, key, timeoutSeconds: 60 })).toMatchObject({
    timeoutMs: 60_000,
    deadlineMs: 90_000,
  });
  await slow.close();
});
