import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBrowser } from '../src/index.ts';
import { packedChromium } from '../src/packed-chromium.ts';

const sentence =
  /^No browser could be started \(.+\)\. Install Chromium or Chrome and set CHROMIUM_PATH to its program\.$/;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-browser-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a program that is not there is explained', async () => {
  await expect(startBrowser({ installed: join(folder, 'chromium') })).rejects.toThrow(sentence);
});

test('a program that is no browser is explained', async () => {
  const program = join(folder, 'chromium');
  await writeFile(program, '#!/bin/sh\nexit 3\n', { mode: 0o700 });
  await expect(startBrowser({ installed: program })).rejects.toThrow(sentence);
});

test('a folder that nothing can be unpacked into is named, and stays as it was', async () => {
  const cache = join(folder, 'cache');
  await writeFile(cache, '');
  await expect(packedChromium(cache)).rejects.toThrow(cache);
  expect(await readdir(folder)).toEqual(['cache']);
});

test.each(['777', '770', '1777'])(
  'a folder of mode %s, where others may plant a program, is refused',
  async (mode) => {
    const cache = join(folder, 'cache');
    await mkdir(cache);
    await chmod(cache, Number.parseInt(mode, 8));
    await expect(packedChromium(cache)).rejects.toThrow(`other users may write to ${cache}`);
    expect(await readdir(cache)).toEqual([]);
  },
);
