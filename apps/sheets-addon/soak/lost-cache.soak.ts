import { expect, test } from 'vitest';
import { type Crowd, calculate } from '../test/load/crowd.ts';
import { forms } from '../test/support/local-addon.ts';

const crowds = forms.flatMap((form) =>
  (['mixed', 'adjacent'] as const).flatMap((order) =>
    [300, 1_200].map((apiMs): Crowd => ({ form, cells: 1_000, order, apiMs })),
  ),
);

test.each(crowds)('1,000 cells lose no kept figure with the cache, and ask for none: %o', async (crowd) => {
  const bill = await calculate({ ...crowd, cacheLost: true });
  expect(bill).toMatchObject({ cells: 1_000, distinct: 80, requests: 0, failed: [] });
});

test.each(crowds)(
  '1,000 cells ask each question once though the cache misses a tenth of all reads: %o',
  async (crowd) => {
    const bill = await calculate({ ...crowd, cacheLoss: 0.1 });
    expect(bill).toMatchObject({ cells: 1_000, distinct: 80, requests: 80, failed: [] });
  },
);

test.each(crowds)('1,000 cells ask each question once while the lock is held for 20 s: %o', async (crowd) => {
  const bill = await calculate({ ...crowd, lockHeldMs: 20_000 });
  expect(bill).toMatchObject({ cells: 1_000, distinct: 80, requests: 80, failed: [] });
});

test.each(crowds)(
  '1,000 cells lose no kept figure where the cache misses a tenth of all reads too: %o',
  async (crowd) => {
    const bill = await calculate({ ...crowd, cacheLost: true, cacheLoss: 0.1 });
    expect(bill).toMatchObject({ cells: 1_000, distinct: 80, requests: 0, failed: [] });
  },
);
