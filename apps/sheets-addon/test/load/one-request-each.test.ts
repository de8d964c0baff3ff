import { expect, test } from 'vitest';
import { calculate } from './crowd.ts';

/** 12 questions; the soak runs 80 in 1,000 cells, 30 at once, for each Form, order, delay and loss. */
const sheet = { websites: 3, cells: 60, threads: 8 };
const timeout = 300_000;

test('12 questions cost 12 requests and no cell fails, while the lock is taken for 20 s', {
  timeout,
}, async () => {
  const crowd = {
    form: 1,
    ...sheet,
    order: 'mixed',
    apiMs: 1_200,
    cacheLoss: 0.1,
    lockHeldMs: 20_000,
  } as const;
  expect(await calculate(crowd)).toMatchObject({
    cells: 60,
    distinct: 12,
    requests: 12,
    failed: [],
    killed: 0,
  });
});

test('after a loss of the whole cache every stored figure is shown without a request', {
  timeout,
}, async () => {
  const bill = await calculate({ form: 2, ...sheet, order: 'adjacent', apiMs: 300, cacheLost: true });
  expect(bill).toMatchObject({ cells: 60, distinct: 12, requests: 0, failed: [] });
});

test('an execution killed before it stores its answer costs one more request and no other cell', {
  timeout,
}, async () => {
  const bill = await calculate({ form: 2, ...sheet, order: 'mixed', apiMs: 1_200, killLeader: true });
  expect(bill).toMatchObject({ cells: 60, distinct: 12, requests: 13, failed: [], killed: 1 });
});
