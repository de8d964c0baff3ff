import { expect, it } from 'vitest';
import { meetBurstLimit } from '../../src/benches/burst-limit.ts';
import { answershare, plainFetch } from './clients.ts';

/** A minute, which outlasts the deadline of a lookup: whatever the machine does, there is one window. */
const options = { lookups: 20, gate: { perWindow: 12, windowMs: 60_000 }, patienceMs: 60_000 };

it('B2: a tenth of a limit is left to others, and what it does not admit is not sent', async () => {
  const { requests, refused, failed } = await meetBurstLimit(answershare, options);
  expect({ requests, refused, failed }).toEqual({ requests: 11, refused: 0, failed: 9 });
});

it('a client that does not know of limits sends all', async () => {
  const { requests, refused, failed } = await meetBurstLimit(plainFetch, options);
  expect({ requests, refused, failed }).toEqual({ requests: 20, refused: 8, failed: 8 });
});
