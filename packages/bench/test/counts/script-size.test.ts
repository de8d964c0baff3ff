import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureMinified } from '../../src/benches/bundle-size.ts';
import { addonFolder } from '../../src/instruments/script-projects.ts';

it('B13: the file with the custom functions is at most 60 KB minified', async () => {
  expect(await measureMinified(await readFile(join(addonFolder, 'Code.js'), 'utf8'))).toBeLessThanOrEqual(
    60_000,
  );
});
