import { expect, test } from 'vitest';
import { openManyFiles } from './many-files.ts';

/** The soak opens five files of 280 cells. */
test('files that share their answers cost what one costs, and the day has no other request', {
  timeout: 300_000,
}, async () => {
  const openings = await openManyFiles({ files: 2, websites: 3, shared: true, others: 160 });
  expect(openings.map(({ red }) => red)).toEqual(openings.map(() => 0));
  const [first, ...later] = openings.map(({ requests }) => requests);
  // Four questions of each website, without those that Connect has asked; later the list of websites, once an hour.
  expect(first).toBeLessThanOrEqual(3 * 4 + 1);
  expect(later).toEqual([0, 1, 0, 1, 0]);
});
