import { expect, it } from 'vitest';
import { countOutcomes, runWithTimeout } from '../../src/instruments/measure.ts';

it('aborts a lookup at the time limit', async () => {
  let stopped = false;
  const outcome = await runWithTimeout((signal) => {
    signal.addEventListener('abort', () => {
      stopped = true;
    });
    return new Promise(() => undefined);
  }, 20);
  expect([outcome.how, stopped]).toEqual(['cut', true]);
});

it('distinguishes values, promises and errors', async () => {
  const all = await Promise.all([
    runWithTimeout(() => 1, 5_000),
    runWithTimeout(async () => 2, 5_000),
    runWithTimeout(() => {
      throw new Error('no');
    }, 5_000),
  ]);
  expect(countOutcomes(all)).toEqual({ value: 2, error: 1, cut: 0 });
});
