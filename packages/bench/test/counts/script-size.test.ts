import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureMinified } from '../../src/benches/bundle-size.ts';
import { addonFolder } from '../../src/instruments/script-projects.ts';

it.each([
  ['Code.js', 60_000],
  ['Service.js', 254_000],
])('B13: %s has at most %i bytes minified', async (file, most) => {
  expect(await measureMinified(await readFile(join(addonFolder, file), 'utf8'))).toBeLessThanOrEqual(most);
});
