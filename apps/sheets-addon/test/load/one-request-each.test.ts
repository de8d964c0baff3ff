import { expect, test } from 'vitest';
import { type Crowd, calculate } from './crowd.ts';

const patience = 300_000;

test.each<Pick<Crowd, 'form' | 'cells' | 'order' | 'cacheLoss'>>([
  { form: 1, cells: 1_000, order: 'mixed', cacheLoss: 0.1 },
  { form: 2, cells: 300, order: 'adjacent', cacheLoss: 0 },
])('80 questions cost 80 requests: %o', { timeout: patience }, async (crowd) => {
  const bill = await calculate({ ...crowd, latencyMs: 0, time: 'stepped' });
  const { cells } = crowd;
  expect(bill).toMatchObject({ cells, distinct: 80, requests: 80, failed: [], killed: 0 });
});

test('an execution that is ended with its answer in hand costs one request more, and no other cell', {
  timeout: patience,
}, async () => {
  const bill = await calculate({
    form: 2,
    cells: 300,
    order: 'mixed',
    latencyMs: 0,
    killLeader: true,
    time: 'stepped',
  });
  expect(bill).toMatchObject({ cells: 300, distinct: 80, requests: 81, failed: [], killed: 1 });
});
