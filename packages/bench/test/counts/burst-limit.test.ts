import { expect, it } from 'vitest';
import { runBurst } from '../../src/benches/rate-limits.ts';
import { answershare, plainFetch } from '../clients.ts';

/** A minute, which outlasts the deadline of a lookup: whatever the machine does, there is one window. */
const options = { lookups: 20, limit: { perWindow: 12, windowMs: 60_000 }, patienceMs: 60_000 };

it('B2: sends at most nine tenths of a limit, and nothing beyond it', async () => {
  const { requests, refused, failed } = await runBurst(answershare, options);
  expect({ requests, refused, failed }).toEqual({ requests: 11, refused: 0, failed: 9 });
});

it('a client without rate limiting sends every request', async () => {
  const { requests, refused, failed } = await runBurst(plainFetch, options);
  expect({ requests, refused, failed }).toEqual({ requests: 20, refused: 8, failed: 8 });
});
