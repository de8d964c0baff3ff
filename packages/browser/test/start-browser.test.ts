import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../src/start-browser.ts';

let browser: Browser;
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Loopback</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  const closed = once(server, 'close');
  server.close();
  await closed;
});

/** Width and height in pixels, from the IHDR chunk of a PNG (PNG specification, section 11.2.2). */
function size(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('takes pictures in many contexts in sequence', async () => {
  for (let round = 1; round <= 12; round++) {
    const context = await browser.newContext({ viewport: { width: 300 + round, height: 200 } });
    try {
      const page = await context.newPage();
      await page.setContent(`<body style="margin:0"><div style="height:${400 + round}px">${round}</div>`);
      expect(size(await page.screenshot({ fullPage: true }))).toEqual([300 + round, 400 + round]);
    } finally {
      await context.close();
    }
  }
  expect(browser.isConnected()).toBe(true);
});

test('pages reach 127.0.0.1 but no host name, not even localhost', async () => {
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.title()).toBe('Loopback');
    await expect(page.goto(`http://localhost:${port}/`)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  } finally {
    await page.close();
  }
});

test('draws Japanese characters, not one box for all', async () => {
  const packed = await startBrowser({ installed: '' });
  try {
    const page = await packed.newPage({ viewport: { width: 40, height: 40 } });
    const pictures = new Set<string>();
    for (const character of '引用競合の画') {
      await page.setContent(`<body lang="ja">${character}`);
      pictures.add((await page.screenshot()).toString('base64'));
    }
    expect(pictures.size).toBe(6);
  } finally {
    await packed.close();
  }
});
