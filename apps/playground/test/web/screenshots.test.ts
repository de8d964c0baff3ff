import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Screenshots, startScreenshots } from '../../src/web/screenshots.ts';

const mail = `<style>body{margin:0;background:#fff}div{height:1200px}
@media (prefers-color-scheme: dark){body{background:#000}}</style><div>Share of voice</div>`;

let camera: Screenshots;

beforeAll(async () => {
  camera = await startScreenshots();
});
afterAll(() => camera.close());

/** Width and height in pixels, from the IHDR chunk of a PNG (PNG specification, section 11.2.2). */
function size(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('takes a picture of the given width and the full height', async () => {
  expect(size(await camera.take(mail, { width: 375, dark: false }))).toEqual([750, 2400]);
  expect(size(await camera.take(mail, { width: 640, dark: false }))).toEqual([1280, 2400]);
});

test('takes different pictures in dark and light, and equal ones in the same scheme', async () => {
  const light = await camera.take(mail, { width: 640, dark: false });
  const dark = await camera.take(mail, { width: 640, dark: true });
  const again = await camera.take(mail, { width: 640, dark: false });
  expect(light.equals(dark)).toBe(false);
  expect(light.equals(again)).toBe(true);
});

test('fetches nothing and runs no script', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const address = `http://127.0.0.1:${port}`;
    const hostile = `<img src="${address}/a.png"><link rel="stylesheet" href="${address}/a.css">
      <script>document.body.style.height = '9000px'</script><iframe src="${address}"></iframe>`;
    const [, height] = size(await camera.take(hostile, { width: 375, dark: false }));
    expect(height).toBe(1600);
    expect(asked).toBe(0);
  } finally {
    const closed = once(server, 'close');
    server.close();
    await closed;
  }
});
