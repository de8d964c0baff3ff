import { expect, it } from 'vitest';
import { evaluateSheet } from '../../src/benches/request-counts.ts';
import { answershare, forms, plainFetch } from '../clients.ts';

const sheet = { websites: 3, copies: 2 };

it.each(forms)(
  'B9: a sheet sends one request per website for all windows, and one per other question (Form %i)',
  async (form) => {
    expect(await evaluateSheet(answershare, { form, ...sheet })).toEqual({ cells: 36, requests: 1 + 3 * 4 });
  },
);

it('a client without a cache sends one request per cell', async () => {
  expect(await evaluateSheet(plainFetch, { form: 1, ...sheet })).toEqual({ cells: 36, requests: 37 });
});
