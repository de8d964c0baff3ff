import type { Endpoint } from '@answershare/core';
import { expect, it } from 'vitest';
import { generateService } from './generated-bodies.ts';
import { judgeService, sharesOf } from './judge.ts';

const kinds: readonly Endpoint[] = ['websites', 'analytics', 'citations', 'competitors', 'authority'];
const seeds = Array.from({ length: 300 }, (_, at) => at + 1);

it.each(kinds)(
  '300 generated services of %s have no silently wrong figure, and nine of ten plain ones are right at once',
  (kind) => {
    const shares = sharesOf(
      kind,
      seeds.map((seed) => judgeService(generateService(kind, seed))),
    );
    console.table([shares]);
    expect(shares.silentlyWrong).toBe(0);
    expect(shares.plainAtOnce).toBeGreaterThanOrEqual(90);
    expect(shares.plainAfterDraft).toBeGreaterThanOrEqual(97);
  },
);
