import { expect, test } from 'vitest';
import { type Crowd, calculate } from './crowd.ts';

const patience = 300_000;

test.each<Crowd>([
  { form: 1, cells: 1_000, order: 'mixed', apiMs: 300, cacheLoss: 0.1 },
  { form: 2, cells: 300, order: 'adjacent', apiMs: 1_200, cacheLoss: 0 },
])('80 questions cost 80 requests and no cell fails: %o', { timeout: patience }, async (crowd) => {
  const { cells } = crowd;
  expect(await calculate(crowd)).toMatchObject({ cells, distinct: 80, requests: 80, failed: [], killed: 0 });
});

test.each<Crowd>([
  { form: 1, cells: 300, order: 'mixed', apiMs: 300 },
  { form: 2, cells: 150, order: 'adjacent', apiMs: 300, lockHeldMs: 20_000 },
])(
  'after a loss of the whole cache no kept figure is asked for or withheld: %o',
  {
    timeout: patience,
  },
  async (crowd) => {
    const { cells } = crowd;
    const bill = await calculate({ ...crowd, cacheLost: true });
    expect(bill).toMatchObject({ cells, distinct: 80, requests: 0, failed: [] });
  },
);

test('80 questions cost 80 requests while the lock cannot be had for 20 s', {
  timeout: patience,
}, async () => {
  const crowd = { form: 2, cells: 200, order: 'adjacent', apiMs: 1_200, lockHeldMs: 20_000 } as const;
  const bill = await calculate(crowd);
  expect(bill).toMatchObject({ cells: 200, distinct: 80, requests: 80, failed: [] });
});

test('an execution that is ended with its answer in hand costs one request more, and no other cell', {
  timeout: patience,
}, async () => {
  const bill = await calculate({ form: 2, cells: 300, order: 'mixed', apiMs: 1_200, killLeader: true });
  expect(bill).toMatchObject({ cells: 300, distinct: 80, requests: 81, failed: [], killed: 1 });
});
