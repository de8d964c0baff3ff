import { expect, it } from 'vitest';
import { evaluateSheet } from '../../src/benches/sheet-workload.ts';
import { answershare, plainFetch } from './clients.ts';

const sheet = { websites: 3, copies: 2 };

it.each([1, 2] as const)(
  'B9: a sheet costs one request a website for all windows and one for each other question (Form %i)',
  async (form) => {
    expect(await evaluateSheet(answershare, { form, ...sheet })).toEqual({ cells: 36, requests: 1 + 3 * 4 });
  },
);

it('a client without a memory pays for each cell', async () => {
  expect(await evaluateSheet(plainFetch, { form: 1, ...sheet })).toEqual({ cells: 36, requests: 37 });
});
