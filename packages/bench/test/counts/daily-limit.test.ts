import { isApiError } from '@answershare/core';
import { expect, it } from 'vitest';
import { runAtDailyLimit } from '../../src/benches/rate-limits.ts';
import { answershare, forms, plainFetch } from '../clients.ts';

const options = { lookups: 4, patienceMs: 20_000 };

it.each(forms)('B1: sends one request at a daily limit and then none (Form %i)', async (form) => {
  const { first, later, outcomes } = await runAtDailyLimit(answershare, { form, ...options });
  expect({ first, later }).toEqual({ first: 1, later: 0 });
  const kinds = outcomes.map((one) =>
    one.how === 'error' && isApiError(one.error) ? one.error.kind : one.how,
  );
  expect(kinds).toEqual(Array(5).fill('daily'));
});

it('a client without a cache sends one request per lookup', async () => {
  const { first, later } = await runAtDailyLimit(plainFetch, { form: 1, ...options });
  expect({ first, later }).toEqual({ first: 1, later: 4 });
});
