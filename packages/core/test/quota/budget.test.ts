import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBudget } from '../../src/index.ts';

const four = ['analytics', 'citations', 'competitors', 'authority'] as const;

describe('the cost of a schedule', () => {
  it.each<[perDay: number, hours: readonly (number | null)[], mostByFour: number, mostByTwo: number]>([
    [500, [2.4, 4.8, 12, 24, null], 112, 224],
    [1_000, [1.1, 2.2, 6, 12, 24], 224, 449],
    [10_000, [0.1, 0.2, 0.5, 1.1, 2.2], 2_249, 4_499],
  ])(
    'gives, for %i requests a day, the hours between runs for 10 to 200 websites',
    (perDay, hours, byFour, byTwo) => {
      const plan = { perDay, perMinute: 60 };
      const shortest = [10, 20, 50, 100, 200].map(
        (websites) => planBudget({ websites, endpoints: four, plan }).shortestHours,
      );
      expect(shortest.map((value) => value && Math.round(value * 10) / 10)).toEqual(hours);
      expect(planBudget({ websites: 1, endpoints: four, plan }).mostWebsites).toBe(byFour);
      expect(planBudget({ websites: 1, endpoints: ['analytics', 'authority'], plan }).mostWebsites).toBe(
        byTwo,
      );
    },
  );

  it('keeps exactly the reserve, without errors of binary fractions', () => {
    const day = (perDay: number, percent: number) =>
      planBudget({
        websites: 1,
        endpoints: four,
        plan: { perDay, perMinute: 60 },
        reserve: percent / 100,
      }).usablePerDay;
    const percents = Array.from({ length: 100 }, (_, percent) => percent);
    for (const perDay of [500, 1_000, 10_000]) {
      const exact = percents.map((percent) => Math.floor((perDay * (100 - percent)) / 100));
      expect(percents.map((percent) => day(perDay, percent))).toEqual(exact);
    }
  });

  it('fits a daily run of twenty websites into Starter', () => {
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

  it('gives a maximum that fits, and one more that does not', () => {
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

  it.each([
    [224, 48, 897],
    [100, 22, 802],
    [50, 11, 603],
  ])(
    'exceeds Starter for %i websites every %i hours: %i requests on the fullest day',
    (websites, hours, requestsPerDay) => {
      const budget = planBudget({ websites, endpoints: four, plan: 'starter', roundsPerDay: 24 / hours });
      expect(budget).toMatchObject({ requestsPerDay, fits: false });
    },
  );

  it('is highest on the fullest day, and fits at the shortest interval', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.integer({ min: 30, max: 4_000 }),
        fc.nat(1_440),
        (websites, minutes, begin) => {
          const question = { websites, endpoints: four, plan: 'growth' as const };
          const budget = planBudget({ ...question, roundsPerDay: 1_440 / minutes });
          const days = Array.from({ length: 100 }, (_, at) => Math.floor((begin + at * minutes) / 1_440));
          const rounds = Math.max(...days.map((day) => days.filter((one) => one === day).length));
          expect(budget.requestsPerDay).toBeGreaterThanOrEqual(rounds * budget.requestsPerRound);
          if (budget.fits) expect(rounds).toBeLessThanOrEqual(budget.mostRoundsPerDay);
          expect(budget.shortestHours === null).toBe(budget.mostRoundsPerDay === 0);
          if (budget.shortestHours !== null)
            expect(planBudget({ ...question, roundsPerDay: 24 / budget.shortestHours }).fits).toBe(true);
        },
      ),
    );
  });

  it('counts whole runs for hours that are a quotient', () => {
    const plan = { perDay: 2_000, perMinute: 60 };
    const fullest = Array.from({ length: 1_000 }, (_, at) => {
      const roundsPerDay = 24 / (24 / (at + 1));
      return planBudget({ websites: 0, endpoints: four, plan, roundsPerDay }).requestsPerDay;
    });
    expect(fullest).toEqual(fullest.map((_, at) => at + 1));
  });

  it('counts an endpoint once if it is listed twice', () => {
    expect(
      planBudget({ websites: 2, endpoints: ['authority', 'authority'], plan: 'starter' }).requestsPerRound,
    ).toBe(3);
  });

  it('has the complete report of a fitting schedule', () => {
    expect(planBudget({ websites: 20, endpoints: four, plan: 'starter' })).toEqual({
      requestsPerRound: 81,
      requestsPerDay: 81,
      usablePerDay: 450,
      fits: true,
      shortestHours: 4.8,
      mostRoundsPerDay: 5,
      mostWebsites: 112,
      minutesPerRound: 2,
    });
  });

  it('covers one run in two days', () => {
    const budget = planBudget({ websites: 20, endpoints: four, plan: 'starter', roundsPerDay: 0.5 });
    expect(budget).toMatchObject({ requestsPerDay: 81, mostWebsites: 112 });
  });

  it('covers a plan without a reserve', () => {
    const budget = planBudget({ websites: 0, endpoints: four, plan: 'starter', reserve: 0 });
    expect(budget).toMatchObject({ requestsPerRound: 1, usablePerDay: 500, mostWebsites: 124 });
  });

  it.each([
    [449, true],
    [450, false],
  ])('of %i websites and one endpoint fits a Starter day: %j', (websites, fits) => {
    expect(planBudget({ websites, endpoints: ['authority'], plan: 'starter' }).fits).toBe(fits);
  });

  it.each([
    [9, 8, 1],
    [9, 9, 2],
    [10, 8, 1],
    [10, 9, 2],
    [19, 17, 1],
    [19, 18, 2],
  ])(
    'is, at %i requests a minute and a list with %i websites, %i minutes a run',
    (perMinute, websites, minutes) => {
      const plan = { perMinute, perDay: 500 };
      expect(planBudget({ websites, endpoints: ['authority'], plan }).minutesPerRound).toBe(minutes);
    },
  );

  it('leaves no website if the list alone uses the day', () => {
    const plan = { perMinute: 60, perDay: 10 };
    expect(planBudget({ websites: 1, endpoints: four, plan, roundsPerDay: 24 }).mostWebsites).toBe(0);
  });

  it('without endpoints or websites is that of the list alone', () => {
    expect(planBudget({ websites: 5, endpoints: [], plan: 'starter' })).toMatchObject({
      requestsPerRound: 1,
      mostWebsites: 0,
    });
  });

  it.each<[object, string]>([
    [{ websites: -1 }, 'the number of websites is a whole number from 0'],
    [{ websites: 1.5 }, 'the number of websites is a whole number from 0'],
    [{ roundsPerDay: 0 }, 'the rounds a day are more than 0'],
    [{ reserve: -0.1 }, 'the reserve is at least 0 and below 1'],
    [{ reserve: 1 }, 'the reserve is at least 0 and below 1'],
    [{ plan: { perDay: 0, perMinute: 1 } }, 'the plan has requests per minute and per day'],
    [{ plan: { perDay: 1, perMinute: 0 } }, 'the plan has requests per minute and per day'],
    [{ plan: 'free' }, 'the plan has requests per minute and per day'],
  ])('is refused for %j', (wrong, complaint) => {
    const question = { websites: 1, endpoints: four, plan: 'starter' as const, ...wrong };
    expect(() => planBudget(question)).toThrow(new RangeError(`No budget: ${complaint}.`));
  });

  it('is refused with all problems at once', () => {
    expect(() =>
      planBudget({
        websites: -1,
        endpoints: four,
        plan: { perDay: 0, perMinute: 1 },
        reserve: 1,
        roundsPerDay: 0,
      }),
    ).toThrow(/websites.*; the rounds.*; the reserve.*; the plan/);
  });
});
