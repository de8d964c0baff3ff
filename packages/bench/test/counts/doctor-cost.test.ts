import { expect, it } from 'vitest';
import { countDoctorRequests } from '../../src/benches/request-counts.ts';
import { forms } from '../clients.ts';

it.each([
  [1, 5],
  [2, 6],
] as const)(
  'B8: a doctor run against Form %i sends the %i requests that it reports',
  async (form, requests) => {
    expect(await countDoctorRequests(form, { quick: false })).toEqual({
      requests,
      reported: requests,
      found: form,
    });
  },
);

it.each(forms)('B8: a quick doctor run against Form %i sends 2 requests', async (form) => {
  expect(await countDoctorRequests(form, { quick: true })).toEqual({ requests: 2, reported: 2, found: form });
});
