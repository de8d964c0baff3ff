import { expect, it } from 'vitest';
import { judgeOddServices, oddKinds } from '../test/odd-services.ts';

it.each(oddKinds)('12,000 services of the kind %s, and 250 websites of 200 of them', (kind) => {
  const judged = [1, 2, 3, 8].map((learnt) => judgeOddServices(kind, learnt, 12_000, 9));
  const many = judgeOddServices(kind, 3, 200, 250);
  console.table([...judged, many]);
  expect([...judged, many].map(({ wrong }) => wrong)).toEqual([0, 0, 0, 0, 0]);
  if (kind !== 'late sums') expect(many.drift).toBeLessThanOrEqual(many.read / 100);
});
