import { expect, test } from 'vitest';
import { type Crowd, calculate } from './crowd.ts';

/** 20 questions; `pnpm soak` runs 80 in 1,000 cells, 30 at once. */
const sheet = { websites: 5, cells: 100, threads: 8 };
const timeout = 300_000;

test.each<Crowd>([
  { form: 1, ...sheet, order: 'mixed', apiMs: 300, cacheLoss: 0.1 },
  { form: 2, ...sheet, order: 'adjacent', apiMs: 1_200 },
])('20 questions cost 20 requests and no cell fails: %o', { timeout }, async (crowd) => {
  expect(await calculate(crowd)).toMatchObject({
    cells: 100,
    distinct: 20,
    requests: 20,
    failed: [],
    killed: 0,
  });
});

test.each<Crowd>([
  { form: 1, ...sheet, order: 'mixed', apiMs: 300 },
  { form: 2, ...sheet, order: 'adjacent', apiMs: 300, lockHeldMs: 20_000 },
])(
  'after a loss of the whole cache every stored figure is shown without a request: %o',
  { timeout },
  async (crowd) => {
    const bill = await calculate({ ...crowd, cacheLost: true });
    expect(bill).toMatchObject({ cells: 100, distinct: 20, requests: 0, failed: [] });
  },
);

test('20 questions cost 20 requests while the lock is taken for 20 s', { timeout }, async () => {
  const bill = await calculate({ form: 2, ...sheet, order: 'adjacent', apiMs: 1_200, lockHeldMs: 20_000 });
  expect(bill).toMatchObject({ cells: 100, distinct: 20, requests: 20, failed: [] });
});

test('an execution killed before it stores its answer costs one more request and no other cell', {
  timeout,
}, async () => {
  const bill = await calculate({ form: 2, ...sheet, order: 'mixed', apiMs: 1_200, killLeader: true });
  expect(bill).toMatchObject({ cells: 100, distinct: 20, requests: 21, failed: [], killed: 1 });
});
