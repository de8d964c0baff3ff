import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBudget } from '../../src/index.ts';

const four = ['analytics', 'citations', 'competitors', 'authority'] as const;

describe('what a schedule costs', () => {
  it.each<[perDay: number, hours: readonly number[], mostByFour: number, mostByTwo: number]>([
    [500, [2.2, 4.3, 10.7, 21.4, 42.7], 112, 224],
    [1_000, [1.1, 2.2, 5.4, 10.7, 21.4], 224, 449],
    [10_000, [0.1, 0.2, 0.5, 1.1, 2.1], 2_249, 4_499],
  ])(
    '%i requests a day: hours between rounds of 10, 20, 50, 100 and 200 websites',
    (perDay, hours, byFour, byTwo) => {
      const plan = { perDay, perMinute: 60 };
      const shortest = [10, 20, 50, 100, 200].map(
        (websites) => planBudget({ websites, endpoints: four, plan }).shortestHours,
      );
      expect(shortest.map((value) => Math.round(value * 10) / 10)).toEqual(hours);
      expect(planBudget({ websites: 1, endpoints: four, plan }).mostWebsites).toBe(byFour);
      expect(planBudget({ websites: 1, endpoints: ['analytics', 'authority'], plan }).mostWebsites).toBe(
        byTwo,
      );
    },
  );

  it('a daily round of twenty websites on Starter', () => {
    expect(planBudget({ websites: 20, endpoints: four, plan: 'starter' })).toMatchObject({
      requestsPerRound: 81,
      requestsPerDay: 81,
      usablePerDay: 450,
      fits: true,
      mostRoundsPerDay: 5,
      minutesPerRound: 2,
    });
    expect(planBudget({ websites: 20, endpoints: four, plan: 'starter', roundsPerDay: 6 }).fits).toBe(false);
  });

  it('what fits and what is at most agree', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.integer({ min: 1, max: 24 }),
        fc.subarray([...four], { minLength: 1 }),
        (websites, roundsPerDay, endpoints) => {
          const budget = planBudget({ websites, endpoints, plan: 'growth', roundsPerDay });
          expect(budget.fits).toBe(budget.requestsPerDay <= budget.usablePerDay);
          expect(budget.fits).toBe(roundsPerDay <= budget.mostRoundsPerDay);
          if (websites > 0 && budget.mostWebsites > 0)
            expect(budget.fits).toBe(websites <= budget.mostWebsites);
        },
      ),
    );
  });

  it('an endpoint named twice is read once', () => {
    expect(
      planBudget({ websites: 2, endpoints: ['authority', 'authority'], plan: 'starter' }).requestsPerRound,
    ).toBe(3);
  });

  it('names all complaints at once', () => {
    expect(() =>
      planBudget({
        websites: -1,
        endpoints: four,
        plan: { perDay: 0, perMinute: 1 },
        reserve: 1,
        roundsPerDay: 0,
      }),
    ).toThrow(/websites.*rounds.*reserve.*plan/);
  });
});
