import { expect, it } from 'vitest';
import { createWindowLimiter, tooManyRequests } from '../../src/instruments/rate-limited-proxy.ts';

it('admits the limit per window, and refuses the next with the wait in header and message', async () => {
  const gate = createWindowLimiter({ perWindow: 2, windowMs: 3_600_000 });
  const places = [gate.take(), gate.take(), gate.take()];
  expect(places.map(({ refused }) => refused)).toEqual([false, false, true]);
  expect(places.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
  const [, , last] = places;
  if (last === undefined) throw new Error('There is no third place.');
  const response = tooManyRequests(last);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
  expect(await response.json()).toEqual({
    error: { code: 'rate_limited', message: 'Too many requests: retry in 3600 seconds.' },
  });
});
