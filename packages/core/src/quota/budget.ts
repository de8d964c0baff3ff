import type { Endpoint } from '../resources/resources.ts';

/** Requests that a plan allows one key (specification §8). */
export interface Plan {
  readonly perMinute: number;
  readonly perDay: number;
}

export type PlanName = 'starter' | 'growth' | 'enterprise';

/** Specification §8. The Free plan has no figures there. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  starter: { perMinute: 60, perDay: 500 },
  growth: { perMinute: 300, perDay: 1_000 },
  enterprise: { perMinute: 1_000, perDay: 10_000 },
};

export interface BudgetInput {
  readonly websites: number;
  /** Endpoints read for each website; each round also reads the list of websites once. */
  readonly endpoints: readonly Exclude<Endpoint, 'websites'>[];
  readonly plan: PlanName | Plan;
  /** Wanted rounds a day: 24 divided by the hours between rounds. Default 1. */
  readonly roundsPerDay?: number;
  /** Share of the day reserved for people and retries, from 0 to below 1. Default 0.1. */
  readonly reserve?: number;
}

/** The cost of a schedule against a plan's limits (specification §8). */
export interface Budget {
  readonly requestsPerRound: number;
  /** Requests of the fullest day: the most rounds that one day can contain (two if 22 hours apart). */
  readonly requestsPerDay: number;
  /** Requests a day minus the reserve. */
  readonly usablePerDay: number;
  readonly fits: boolean;
  /** Hours between rounds at the most frequent schedule within the plan; null if not even one round a day fits. */
  readonly shortestHours: number | null;
  /** Whole rounds a day within the plan. */
  readonly mostRoundsPerDay: number;
  /** The most websites within the plan at the wanted rounds. */
  readonly mostWebsites: number;
  /** Minutes of one round at the plan's pace, with a tenth of each minute reserved. */
  readonly minutesPerRound: number;
}

/** Tolerance for quotients such as 24 divided by hours. */
const roundingError = 1e-9;

/** Computes the cost of a schedule. @throws RangeError with all problems of the input */
export function planBudget(input: BudgetInput): Budget {
  const { websites, endpoints, roundsPerDay = 1, reserve = 0.1 } = input;
  const plan = typeof input.plan === 'string' ? plans[input.plan] : input.plan;
  const problems = [
    Number.isInteger(websites) && websites >= 0 ? '' : 'the number of websites is a whole number from 0',
    roundsPerDay > 0 ? '' : 'the rounds a day are more than 0',
    reserve >= 0 && reserve < 1 ? '' : 'the reserve is at least 0 and below 1',
    plan && plan.perDay > 0 && plan.perMinute > 0 ? '' : 'the plan has requests per minute and per day',
  ].filter((complaint) => complaint !== '');
  if (problems.length > 0) throw new RangeError(`No budget: ${problems.join('; ')}.`);
  const endpointCount = new Set(endpoints).size;
  const requestsPerRound = 1 + websites * endpointCount;
  const usablePerDay = Math.floor(plan.perDay * (1 - reserve) + roundingError);
  const roundsInFullestDay = Math.ceil(roundsPerDay - roundingError);
  const requestsPerDay = requestsPerRound * roundsInFullestDay;
  const mostRoundsPerDay = Math.floor(usablePerDay / requestsPerRound);
  const perMinute = plan.perMinute - Math.floor(plan.perMinute / 10);
  const spare = Math.floor(usablePerDay / roundsInFullestDay) - 1;
  return {
    requestsPerRound,
    requestsPerDay,
    usablePerDay,
    fits: requestsPerDay <= usablePerDay,
    shortestHours: mostRoundsPerDay === 0 ? null : 24 / mostRoundsPerDay,
    mostRoundsPerDay,
    mostWebsites: endpointCount === 0 ? 0 : Math.max(0, Math.floor(spare / endpointCount)),
    minutesPerRound: Math.ceil(requestsPerRound / perMinute),
  };
}
