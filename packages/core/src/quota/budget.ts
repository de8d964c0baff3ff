import type { WebsiteEndpoint } from '../resources/resources.ts';
import { type Plan, type PlanName, plans, roundingError, usableRequests } from './plans.ts';

export interface BudgetInput {
  readonly websites: number;
  /** Endpoints read for each website; each round also reads the list of websites once. */
  readonly endpoints: readonly WebsiteEndpoint[];
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

/** Computes the cost of a schedule. @throws RangeError with all problems of the input */
export function planBudget(input: BudgetInput): Budget {
  const { websites, endpoints, roundsPerDay = 1, reserve } = input;
  const plan = typeof input.plan === 'string' ? plans[input.plan] : input.plan;
  const problems = [
    Number.isInteger(websites) && websites >= 0 ? '' : 'the number of websites is a whole number from 0',
    roundsPerDay > 0 ? '' : 'the rounds a day are more than 0',
    reserve === undefined || (reserve >= 0 && reserve < 1) ? '' : 'the reserve is at least 0 and below 1',
    plan && plan.perDay > 0 && plan.perMinute > 0 ? '' : 'the plan has requests per minute and per day',
  ].filter((complaint) => complaint !== '');
  if (problems.length > 0) throw new RangeError(`No budget: ${problems.join('; ')}.`);
  const endpointCount = new Set(endpoints).size;
  const requestsPerRound = 1 + websites * endpointCount;
  const usablePerDay = usableRequests(plan.perDay, reserve);
  const roundsInFullestDay = Math.ceil(roundsPerDay - roundingError);
  const requestsPerDay = requestsPerRound * roundsInFullestDay;
  const mostRoundsPerDay = Math.floor(usablePerDay / requestsPerRound);
  const spare = Math.floor(usablePerDay / roundsInFullestDay) - 1;
  return {
    requestsPerRound,
    requestsPerDay,
    usablePerDay,
    fits: requestsPerDay <= usablePerDay,
    shortestHours: mostRoundsPerDay === 0 ? null : 24 / mostRoundsPerDay,
    mostRoundsPerDay,
    mostWebsites: endpointCount === 0 ? 0 : Math.max(0, Math.floor(spare / endpointCount)),
    minutesPerRound: Math.ceil(requestsPerRound / usableRequests(plan.perMinute)),
  };
}
