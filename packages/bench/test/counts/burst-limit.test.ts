import { expect, it } from 'vitest';
import { meetBurstLimit } from '../../src/benches/burst-limit.ts';
import { answershare, plainFetch } from './clients.ts';

const options = { lookups: 20, gate: { perWindow: 12, windowMs: 1_000 }, patienceMs: 30_000 };

it('B2: lookups beyond a burst limit wait for the next window, so that none is refused', async () => {
  const { requests, refused, failed } = await meetBurstLimit(answershare, options);
  expect({ requests, refused, failed }).toEqual({ requests: 20, refused: 0, failed: 0 });
});

it('a client that does not wait fails beyond the limit', async () => {
  const long = { ...options, gate: { perWindow: 12, windowMs: 60_000 } };
  const { requests, refused, failed } = await meetBurstLimit(plainFetch, long);
  expect({ requests, refused, failed }).toEqual({ requests: 20, refused: 8, failed: 8 });
});
