import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import base from './stryker.config.json' with { type: 'json' };

const seed = '20261121';
const blockLines = 12;
const share = 0.1;

/** Whether a block of lines belongs to the sample: told by seed, file and line alone, the same on every machine. */
const isChosen = (file, from) =>
  createHash('sha256').update(`${seed}:${file}:${from}`).digest().readUInt32BE() < share * 2 ** 32;

const blocks = globSync('src/reading/*.ts')
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
  .flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / blockLines) }, (_, block) => [
      file,
      block * blockLines + 1,
    ]);
  });

/** A seeded sample of src/reading: a tenth of its blocks of twelve lines. A mutant that spans two blocks is not in it. */
export default {
  ...base,
  mutate: blocks
    .filter(([file, from]) => isChosen(file, from))
    .map(([file, from]) => `${file}:${from}-${from + blockLines - 1}`),
  vitest: { configFile: 'vitest.mutation-reading.config.ts' },
};
