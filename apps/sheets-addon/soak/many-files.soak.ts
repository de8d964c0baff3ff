import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../build/build-addon.ts';
import { formatDay, openManyFiles } from '../test/load/many-files.ts';

/** An agency: 40 websites in each of five files, and a bot that asks 160 times in the morning. */
const agency = { files: 5, websites: 40, others: 160 };

test.each([
  [true, 'share answers'],
  [false, 'do not share'],
])('five files and the bot on Starter cost what docs/REFRESH.md says (shared: %s)', async (shared, label) => {
  const openings = await openManyFiles({ ...agency, shared });
  if (shared) expect(openings.filter(({ red }) => red > 0)).toEqual([]);
  const page = await readFile(join(root, 'docs/REFRESH.md'), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith(`| ${label}`)) ?? '';
  expect(row.replace(/^\|[^|]*\||\|$/g, '').replace(/\s+/g, ' ').trim()).toBe(formatDay(openings, agency.others));
});
