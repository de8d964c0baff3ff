import { isApiError } from '@answershare/core';
import { expect, it } from 'vitest';
import { meetDailyLimit } from '../../src/benches/daily-limit.ts';
import { answershare, plainFetch } from './clients.ts';

const options = { lookups: 4, patienceMs: 20_000 };

it.each([1, 2] as const)('B1: a daily limit costs one request and then none (Form %i)', async (form) => {
  const { first, later, outcomes } = await meetDailyLimit(answershare, { form, ...options });
  expect({ first, later }).toEqual({ first: 1, later: 0 });
  const kinds = outcomes.map((one) =>
    one.how === 'error' && isApiError(one.error) ? one.error.kind : one.how,
  );
  expect(kinds).toEqual(Array(5).fill('daily'));
});

it('a client without a memory pays for each lookup', async () => {
  const { first, later } = await meetDailyLimit(plainFetch, { form: 1, ...options });
  expect({ first, later }).toEqual({ first: 1, later: 4 });
});
