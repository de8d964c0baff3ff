import { describe, expect, test } from 'vitest';
import { houses } from '../test/canaries/house.ts';
import { walk } from '../test/canaries/matrix.ts';

describe('no secret is found in what a bot prints, writes, keeps and mails', () => {
  test.each(houses().map((house) => [house.name, house] as const))(
    'that has its secrets from %s',
    async (_name, house) => {
      const { traces, ...counts } = await walk(house);
      process.stdout.write(`${house.name}: ${JSON.stringify(counts)}\n`);
      expect(traces).toEqual([]);
      expect([counts.lines, counts.mails]).toEqual([199, 4]);
    },
  );
});
