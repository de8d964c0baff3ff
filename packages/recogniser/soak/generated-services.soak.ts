import type { Endpoint } from '@answershare/core';
import { expect, it } from 'vitest';
import { generateService } from '../test/generated-bodies.ts';
import { judgeService, sharesOf } from '../test/judge.ts';

const kinds: readonly Endpoint[] = ['websites', 'analytics', 'citations', 'competitors', 'authority'];
const all = 12_000;

it.each(kinds)(
  '12,000 generated services of %s have no silently wrong figure, for three bodies and one',
  (kind) => {
    const judged = Array.from({ length: all }, (_, at) =>
      judgeService(generateService(kind, 1_000_000 + at, at % 3 === 0 ? 1 : 3)),
    );
    const shares = sharesOf(kind, judged);
    console.table([shares]);
    expect(shares.silentlyWrong).toBe(0);
    expect(shares.plainAfterDraft).toBeGreaterThanOrEqual(97);
  },
);
