import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { isRowFault } from '../../src/cells/fault-text.ts';
import { allFaults, faultPage } from '../support/fault-page.ts';

let shown: Awaited<ReturnType<typeof allFaults>>;

beforeAll(async () => {
  shown = await allFaults();
}, 240_000);

test('faults.txt equals the cells’ notes', async () => {
  const page = faultPage(shown);
  await expect(page).toMatchFileSnapshot(join(root, 'test/faults/faults.txt'));
  expect(page.split('\n').filter((line) => line.length > 100)).toEqual([]);
});

test('every sentence starts with its code, is short and has no HTML', () => {
  for (const both of shown.values()) {
    for (const { cell } of both) {
      if (!cell.startsWith('#ERROR! ')) continue;
      const sentence = cell.slice('#ERROR! '.length);
      expect(sentence).toMatch(/^\[[a-z_]+\] \S.*(?:…|\."?)$/);
      expect(isRowFault(sentence)).toBe(true);
      expect(sentence).not.toMatch(/</);
      expect(sentence.length).toBeLessThanOrEqual(160);
    }
  }
});
