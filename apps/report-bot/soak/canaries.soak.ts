import { describe, expect, test } from 'vitest';
import { listCanaryBots } from '../test/canaries/canary-bots.ts';
import { runMatrix } from '../test/canaries/command-matrix.ts';

describe('no secret is found in what a bot prints, writes, keeps and mails', () => {
  test.each(listCanaryBots().map((canaryBot) => [canaryBot.name, canaryBot] as const))(
    'that has its secrets from %s',
    async (_name, canaryBot) => {
      const { traces, ...counts } = await runMatrix(canaryBot);
      process.stdout.write(`${canaryBot.name}: ${JSON.stringify(counts)}\n`);
      expect(traces).toEqual([]);
      expect([counts.lines, counts.mails]).toEqual([203, 4]);
    },
  );
});
