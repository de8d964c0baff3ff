import { expect, it } from 'vitest';
import { openGate, refusal } from '../../src/services/gate.ts';

it('so many requests pass in a window; the next is refused with the wait in header and message', async () => {
  const gate = openGate({ perWindow: 2, windowMs: 3_600_000 });
  const places = [gate.take(), gate.take(), gate.take()];
  expect(places.map(({ refused }) => refused)).toEqual([false, false, true]);
  expect(places.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
  const [, , last] = places;
  if (last === undefined) throw new Error('There is no third place.');
  const response = refusal(last);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
  expect(await response.json()).toEqual({
    error: { code: 'rate_limited', message: 'Too many requests: retry in 3600 seconds.' },
  });
});
