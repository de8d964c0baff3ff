import { type Budget, planBudget, plans } from '@answershare/core';
import { hoursOf, type Pace, paces, type Schedule } from './schedule.ts';

/** What a schedule asks of the service, beside the plan. All are requests. */
export interface ScheduleCost {
  readonly perRun: number;
  readonly perDay: number;
  /** What the plan allows a day without a tenth that is kept for people. */
  readonly usable: number;
  readonly fits: boolean;
  /** The most frequent pace that fits; null where not even a daily one does. */
  readonly closest: Pace | null;
}

/** Each question beyond the list of websites counts as one website with one endpoint. */
function budget(requestsPerRun: number, pace: Pace, plan: Schedule['plan']): Budget {
  return planBudget({
    websites: Math.max(0, requestsPerRun - 1),
    endpoints: ['citations'],
    plan: plans[plan],
    roundsPerDay: 24 / (hoursOf(pace) ?? 24),
  });
}

/**
 * What a schedule costs a day. Tracking reads what a refresh has read already, so it costs once a day at most and only what
 * the sheet does not ask.
 * @param refresh requests of one refresh of the file, its list of websites included
 * @param tracking requests that tracking needs besides
 */
export function scheduleCost(
  { pace, plan, tracking: tracks }: Pick<Schedule, 'pace' | 'plan' | 'tracking'>,
  refresh: number,
  tracking: number,
): ScheduleCost {
  const extra = tracks ? tracking : 0;
  const perDayOf = (one: Pace): number => budget(refresh, one, plan).requestsPerDay + extra;
  const { requestsPerRound, usablePerDay } = budget(refresh, pace, plan);
  const closest = paces
    .filter((one) => one !== 'off' && perDayOf(one) <= usablePerDay)
    .reduce<Pace | null>(
      (best, one) => (best === null || (hoursOf(one) ?? 24) < (hoursOf(best) ?? 24) ? one : best),
      null,
    );
  const perDay = pace === 'off' ? 0 : perDayOf(pace);
  return { perRun: requestsPerRound, perDay, usable: usablePerDay, fits: perDay <= usablePerDay, closest };
}
