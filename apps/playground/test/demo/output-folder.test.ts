import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyOutput } from '../../src/demo/output-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-output-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('empties a folder that was new or empty at the first run', async () => {
  for (const place of [folder, join(folder, 'new')]) {
    await emptyOutput(place);
    await writeFile(join(place, 'monday.eml'), '');
    await emptyOutput(place);
    expect(await readdir(place)).toEqual(['.answershare-demo']);
  }
});

test.each(['notes.txt', 'photo.png'])(
  'a folder with %s of somebody is refused and left alone',
  async (name) => {
    await writeFile(join(folder, name), 'mine');
    await expect(emptyOutput(folder)).rejects.toThrow(
      `${folder} holds "${name}", which the demo did not write: choose an empty or a new folder with --out.`,
    );
    expect(await readdir(folder)).toEqual([name]);
  },
);
