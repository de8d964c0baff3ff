import { expect, it } from 'vitest';
import { settled, tally } from '../../src/measuring/settled.ts';

it('a lookup that gives nothing is cut and told to stop', async () => {
  let stopped = false;
  const outcome = await settled((signal) => {
    signal.addEventListener('abort', () => {
      stopped = true;
    });
    return new Promise(() => undefined);
  }, 20);
  expect([outcome.how, stopped]).toEqual(['cut', true]);
});

it('values, promises and errors are told apart', async () => {
  const all = await Promise.all([
    settled(() => 1, 5_000),
    settled(async () => 2, 5_000),
    settled(() => {
      throw new Error('no');
    }, 5_000),
  ]);
  expect(tally(all)).toEqual({ value: 2, error: 1, cut: 0 });
});
