import { expect, it } from 'vitest';
import { meetBurstLimit } from '../../src/benches/burst-limit.ts';
import { answershare, plainFetch } from './clients.ts';

const options = { lookups: 6, gate: { perWindow: 4, windowMs: 1_000 }, patienceMs: 30_000 };

it('B2: every lookup beyond a burst limit is answered in the end, and none twice', async () => {
  const { requests, refused, failed } = await meetBurstLimit(answershare, options);
  expect({ answered: requests - refused, failed }).toEqual({ answered: 6, failed: 0 });
});

it('a client that does not wait fails beyond the limit', async () => {
  const long = { ...options, gate: { perWindow: 4, windowMs: 60_000 } };
  const { requests, refused, failed } = await meetBurstLimit(plainFetch, long);
  expect({ requests, refused, failed }).toEqual({ requests: 6, refused: 2, failed: 2 });
});
