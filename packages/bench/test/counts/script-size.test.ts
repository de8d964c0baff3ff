import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { minifiedSize } from '../../src/benches/script-size.ts';
import { addonFolder } from '../../src/sheets/script-project.ts';

it('B13: the file with the custom functions is at most 60 KB minified', async () => {
  expect(await minifiedSize(await readFile(join(addonFolder, 'Code.js'), 'utf8'))).toBeLessThanOrEqual(
    60_000,
  );
});
