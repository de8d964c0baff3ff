import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unpackChromium } from '../src/packed-chromium.ts';
import { startBrowser } from '../src/start-browser.ts';

const sentence =
  /^No browser could be started \(.+\)\. Install Chromium or Chrome and set CHROMIUM_PATH to its program\.$/;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-browser-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('explains a missing program', async () => {
  await expect(startBrowser({ installed: join(folder, 'chromium') })).rejects.toThrow(sentence);
});

test('explains a program that is not a browser', async () => {
  const program = join(folder, 'chromium');
  await writeFile(program, '#!/bin/sh\nexit 3\n', { mode: 0o700 });
  await expect(startBrowser({ installed: program })).rejects.toThrow(sentence);
});

test('names a folder that it cannot unpack into, and leaves it unchanged', async () => {
  const cache = join(folder, 'cache');
  await writeFile(cache, '');
  await expect(unpackChromium(cache)).rejects.toThrow(cache);
  expect(await readdir(folder)).toEqual(['cache']);
});

test.each(['777', '770', '1777'])(
  'refuses a folder of mode %s, which other users may write to',
  async (mode) => {
    const cache = join(folder, 'cache');
    await mkdir(cache);
    await chmod(cache, Number.parseInt(mode, 8));
    await expect(unpackChromium(cache)).rejects.toThrow(`other users may write to ${cache}`);
    expect(await readdir(cache)).toEqual([]);
  },
);
