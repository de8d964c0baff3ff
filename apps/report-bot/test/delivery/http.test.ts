import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Channel } from '../../src/settings/channels.ts';
import { checkChannel, postMessage } from '../../src/transports/http.ts';
import { openChannelServer } from '../support/channel-server.ts';

const post = { id: 'msg_1', body: `{"text":"${'body '.repeat(50_000)}"}` };
const toChannel = (url: string): Channel => ({
  id: 'slack:URL',
  kind: 'slack',
  url,
  secret: null,
  locale: 'en',
});
const free = async (): Promise<void> => undefined;
const now = () => Date.parse('2026-11-23T08:00:00Z');

describe('the meaning of an answer', () => {
  test.each<[number, Record<string, string>, string, number | undefined]>([
    [200, {}, 'sent', undefined],
    [202, {}, 'sent', undefined],
    [301, { location: '/elsewhere' }, 'refused', undefined],
    [307, { location: '/elsewhere' }, 'refused', undefined],
    [400, {}, 'refused', undefined],
    [410, {}, 'refused', undefined],
    [429, { 'retry-after': '90' }, 'ready', 90_000],
    [429, { 'retry-after': 'soon' }, 'ready', undefined],
    [503, { 'retry-after': 'Mon, 23 Nov 2026 08:02:00 GMT' }, 'ready', 120_000],
    [500, {}, 'ready', undefined],
  ])('%i %j: %s', async (status, headers, state, retryAfterMs) => {
    const server = await openChannelServer((_post, response) =>
      response.writeHead(status, headers).end('no such channel'),
    );
    const outcome = await postMessage(toChannel(`${server.url}/hook?a=1`), post, free, { now });
    expect(outcome).toMatchObject({ state, smtpCode: null });
    expect(outcome.retryAfterMs).toBe(retryAfterMs);
    if (state !== 'sent') expect(outcome.reason).toContain(`the channel answered ${status}`);
    if (status >= 400) expect(outcome.reason).toContain(': no such channel');
    expect(server.received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/hook?a=1', post.body],
    ]);
    await server.close();
  });
});

describe('a connection', () => {
  const heard = new EventEmitter();
  let server: Server;
  let bytes = 0;
  let url = '';
  let act: (socket: Socket, text: string) => void = () => undefined;

  beforeEach(async () => {
    bytes = 0;
    server = createServer((socket) => {
      heard.emit('connection', socket);
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        act(socket, chunk.toString('latin1'));
        heard.emit('data');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await new Promise((done) => server.close(done));
  });

  test('that drops in the middle of the body leaves an uncertain message', async () => {
    act = (socket) => socket.destroy();
    const outcome = await postMessage(toChannel(url), post, free);
    expect(outcome).toMatchObject({ state: 'uncertain', scope: 'channel' });
    expect(outcome.reason).toContain('the channel may have the message');
  });

  test('that drops after the status has its answer', async () => {
    act = (socket, text) => {
      if (text.endsWith('"}')) socket.end('HTTP/1.1 400 Bad\r\ncontent-length: 100\r\n\r\ninvalid_');
    };
    expect(await postMessage(toChannel(url), post, free)).toMatchObject({
      state: 'refused',
      reason: 'the channel answered 400: invalid_',
    });
  });

  test('sends no byte while the ledger does not let it', async () => {
    const outcome = await postMessage(toChannel(url), post, () =>
      Promise.reject(new Error('the ledger is gone')),
    );
    expect(outcome).toMatchObject({ state: 'ready', scope: 'server' });
    expect(bytes).toBe(0);
  });

  test('that closes before the request leaves the message ready', async () => {
    const connected = once(heard, 'connection');
    const outcome = await postMessage(toChannel(url), post, async () => {
      const [socket] = (await connected) as [Socket];
      const closed = once(socket, 'close');
      socket.resetAndDestroy();
      await closed;
      // The reset is read in the next turn of the loop.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
    });
    expect(outcome).toMatchObject({ state: 'ready' });
    expect(bytes).toBe(0);
  });

  test('without an answer for thirty seconds is uncertain', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const data = once(heard, 'data');
    act = () => undefined;
    const sending = postMessage(toChannel(url), post, free);
    await data;
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await Promise.race([sending, Promise.resolve('under way')])).toBe('under way');
    await vi.advanceTimersByTimeAsync(1);
    const outcome = await sending;
    expect(outcome).toMatchObject({ state: 'uncertain' });
    expect(outcome.reason).toContain('it did not answer for 30 seconds');
  });

  test('is cut by a late shutdown, and the message is uncertain', async () => {
    const late = new AbortController();
    act = () => late.abort();
    const outcome = await postMessage(toChannel(url), post, free, { now, late: late.signal });
    expect(outcome).toMatchObject({ state: 'uncertain', scope: 'server' });
  });

  test('is what a check opens, without a byte', async () => {
    const closed = once(heard, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    expect(await checkChannel(toChannel(url))).toBeNull();
    await closed;
    expect(bytes).toBe(0);
  });
});

test('nobody at the address leaves the message ready, and the reason names no path', async () => {
  const gone = await openChannelServer();
  await gone.close();
  for (const reason of [
    (await postMessage(toChannel(`${gone.url}/secret-path`), post, free)).reason,
    await checkChannel(toChannel(`${gone.url}/secret-path`)),
  ]) {
    expect(reason).toMatch(/^the channel was not reached: .*ECONNREFUSED/);
    expect(reason).not.toContain('secret-path');
  }
});

test('a server without TLS at an https address leaves the message ready', async () => {
  const server = await openChannelServer();
  const outcome = await postMessage(toChannel(server.url.replace('http:', 'https:')), post, free);
  expect(outcome).toMatchObject({ state: 'ready', scope: 'channel' });
  expect(server.received).toEqual([]);
  await server.close();
});
