import { expect, it } from 'vitest';
import { judgeOddServices, oddKinds } from './odd-services.ts';

it.each(oddKinds)(
  'services of the kind %s give no silently wrong figure, learnt from 1, 2, 3 and 8 websites',
  (kind) => {
    const judged = [1, 2, 3, 8].map((learnt) => judgeOddServices(kind, learnt, 25, 12));
    expect(judged.map(({ wrong }) => wrong)).toEqual([0, 0, 0, 0]);
    const [, , { read, drift } = { read: 0, drift: 0 }] = judged;
    if (kind !== 'late sums') expect(drift).toBeLessThanOrEqual(read / 100);
  },
);
