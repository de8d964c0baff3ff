import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../build/build-addon.ts';
import { type FileOpening, openManyFiles } from '../test/load/many-files.ts';

/** An agency: 40 websites in each of five files, and a bot that asks 160 times in the morning. */
const agency = { files: 5, websites: 40, others: 160 };

/** A row of the table: requests of the files, requests with the bot, red cells. */
async function readRow(label: string): Promise<readonly number[]> {
  const page = await readFile(join(root, 'docs/REFRESH.md'), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith(`| ${label}`)) ?? '';
  return row.split('|').slice(2, -1).map(Number);
}

test.each([[true, 'share answers']])(
  'five files and the bot on Starter cost what docs/REFRESH.md says (shared: %s)',
  async (shared, label) => {
    const openings = await openManyFiles({ ...agency, shared });
    const sum = (of: (opening: FileOpening) => number) => openings.reduce((all, one) => all + of(one), 0);
    const sent = sum(({ requests }) => requests);
    const shown = [sent, sent + agency.others, sum(({ red }) => red)];
    const written = await readRow(label);
    console.log(label, shown);
    expect(written).toHaveLength(shown.length);
    for (const [at, count] of shown.entries())
      expect(Math.abs(count - (written[at] ?? 0))).toBeLessThanOrEqual(0.05 * count);
  },
);
