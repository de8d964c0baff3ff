import { expect, it } from 'vitest';
import { evaluateSheet } from '../../src/benches/sheet-workload.ts';
import { answershare, plainFetch } from './clients.ts';

const sheet = { websites: 3, copies: 2 };

it.each([1, 2] as const)(
  'B9: a sheet costs at most a request for each distinct question (Form %i)',
  async (form) => {
    const { cells, requests } = await evaluateSheet(answershare, { form, ...sheet });
    expect(cells).toBe(36);
    expect(requests).toBeLessThanOrEqual(1 + 3 * 6);
  },
);

it('a client without a memory pays for each cell', async () => {
  expect(await evaluateSheet(plainFetch, { form: 1, ...sheet })).toEqual({ cells: 36, requests: 37 });
});
