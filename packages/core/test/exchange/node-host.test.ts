import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { memoryCache, nodeHost } from '../../node/node-host.ts';
import { asyncClient } from '../../src/index.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a compressed answer without end is left at the cap, before the rest is decompressed', async () => {
  let leave: (bytes: number) => void = () => undefined;
  const left = new Promise<number>((done) => {
    leave = done;
  });
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
    const gzip = createGzip();
    let bytes = 0;
    const write = (): void => {
      do bytes += 65_536;
      while (!response.destroyed && gzip.write(Buffer.alloc(65_536, 'x')));
    };
    gzip.on('drain', write);
    gzip.pipe(response);
    response.on('close', () => leave(bytes));
    write();
  });
  const [outcome] = await nodeHost().send([{ url, headers: {}, timeoutMs: 60_000, maxBodyBytes: 5_000 }]);
  expect(outcome).toMatchObject({ ok: true, status: 200, text: 'x'.repeat(5_000), truncated: true });
  expect(await left).toBeGreaterThan(5_000);
});

test('a body at the cap is whole', async () => {
  const url = await serve((_, response) => response.end('é'.repeat(50)));
  const [outcome] = await nodeHost().send([{ url, headers: {}, timeoutMs: 60_000, maxBodyBytes: 100 }]);
  expect(outcome).toMatchObject({ text: 'é'.repeat(50), truncated: false });
});

test('a full memory cache drops expired entries, then the oldest', async () => {
  let now = 0;
  const cache = memoryCache({ maxEntries: 3, now: () => now });
  const put = (key: string, ttlSeconds: number) => cache.put([{ key, text: key, ttlSeconds }]);
  for (const [key, ttl] of [
    ['a', 60],
    ['b', 1],
    ['c', 60],
  ] as const)
    await put(key, ttl);
  now = 1_000;
  expect(await cache.get(['a', 'b', 'c'])).toEqual(['a', null, 'c']);
  await put('d', 60);
  expect(await cache.get(['a', 'c', 'd'])).toEqual(['a', 'c', 'd']);
  await put('a', 60);
  await put('e', 60);
  expect(await cache.get(['a', 'c', 'd', 'e'])).toEqual(['a', null, 'd', 'e']);
});

test.each([0, 20, null])(
  'the code %j of a failed request is text, and the fault a sentence',
  async (code) => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: { code } }));
    const client = asyncClient(
      { baseUrl: 'https://api.example.com', key: 'rs_live_abcdefgh', retries: 0 },
      nodeHost({ fetch }),
    );
    await expect(client.websites()).rejects.toMatchObject({
      kind: 'transport',
      message: expect.stringContaining(`could not be reached (${code ?? 'fetch failed'})`),
    });
  },
);
