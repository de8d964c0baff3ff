import { expect, test } from 'vitest';
import { openManyFiles } from '../test/load/many-files.ts';

/** An agency: 40 websites in each of five files, and another program that asks 160 times in the morning. */
test('five files and another program fit into a day of Starter, with no red cell', async () => {
  const openings = await openManyFiles({ files: 5, websites: 40, shared: true, others: 160 });
  expect(openings.filter(({ red }) => red > 0)).toEqual([]);
  expect(openings.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThanOrEqual(200);
});
