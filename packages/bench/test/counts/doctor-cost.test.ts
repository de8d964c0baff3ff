import { expect, it } from 'vitest';
import { visitDoctor } from '../../src/benches/doctor-cost.ts';

it.each([
  [1, 5],
  [2, 6],
] as const)('B8: a visit to Form %i costs %i requests, as it says itself', async (form, requests) => {
  expect(await visitDoctor(form, { quick: false })).toEqual({ requests, said: requests, found: form });
});

it.each([1, 2] as const)('B8: a quick visit to Form %i costs 2 requests', async (form) => {
  expect(await visitDoctor(form, { quick: true })).toEqual({ requests: 2, said: 2, found: form });
});
