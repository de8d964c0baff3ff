import { type Budget, planBudget, plans } from '@answershare/core';
import type { GetText } from '../texts/texts.ts';

/** How often the file is refreshed by itself. Google fires an add-on's trigger once an hour at most (guides: editor triggers). */
export const paces = ['off', 'day', '12h', '8h', '6h', '4h', '2h', '1h'] as const;

export type Pace = (typeof paces)[number];

/** What a file does by itself. */
export interface RefreshSchedule {
  readonly pace: Pace;
  /** Hour of the day, 0 to 23, in the file's zone; of a daily schedule. */
  readonly hour: number;
  /** Records a day in the history too. */
  readonly tracking: boolean;
  /** The plan that the budget was counted with. */
  readonly plan: 'starter' | 'growth' | 'enterprise';
  /** Stands for the key whose plan it is; null where that is not known. */
  readonly identity: string | null;
  /** The one trigger that runs it; null while it is off. */
  readonly trigger: string | null;
}

export const noSchedule: RefreshSchedule = {
  pace: 'off',
  hour: 7,
  tracking: true,
  plan: 'starter',
  identity: null,
  trigger: null,
};

/** Hours between two runs; null for off. */
export function listHours(pace: Pace): number | null {
  if (pace === 'off') return null;
  return pace === 'day' ? 24 : Number(pace.slice(0, -1));
}

function isOneOf<T extends string>(value: unknown, known: readonly T[]): value is T {
  return known.indexOf(value as T) >= 0;
}

/** A stored or sent schedule; null where something in it cannot be. */
export function readSchedule(value: unknown): RefreshSchedule | null {
  if (typeof value !== 'object' || value === null) return null;
  const { pace, hour, tracking, plan, identity, trigger } = value as Partial<RefreshSchedule>;
  if (!isOneOf(pace, paces) || !isOneOf(plan, ['starter', 'growth', 'enterprise'] as const)) return null;
  if (typeof hour !== 'number' || hour < 0 || hour > 23 || Math.floor(hour) !== hour) return null;
  return {
    pace,
    hour,
    tracking: tracking === true,
    plan,
    identity: typeof identity === 'string' ? identity : null,
    trigger: typeof trigger === 'string' ? trigger : null,
  };
}

export function formatPace(say: GetText, pace: Pace): string {
  if (pace === 'off') return say('schedule.off');
  return pace === 'day' ? say('schedule.day') : say('schedule.hours', { count: listHours(pace) ?? 0 });
}

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
function budget(requestsPerRun: number, pace: Pace, plan: RefreshSchedule['plan']): Budget {
  return planBudget({
    websites: Math.max(0, requestsPerRun - 1),
    endpoints: ['citations'],
    plan: plans[plan],
    roundsPerDay: 24 / (listHours(pace) ?? 24),
  });
}

/**
 * What a schedule costs a day. Tracking reads what a refresh has read already, so it costs once a day at most and only what
 * the sheet does not ask.
 * @param refresh requests of one refresh of the file, its list of websites included
 * @param tracking requests that tracking needs besides
 */
export function estimateScheduleCost(
  { pace, plan, tracking: tracks }: Pick<RefreshSchedule, 'pace' | 'plan' | 'tracking'>,
  refresh: number,
  tracking: number,
): ScheduleCost {
  const extra = tracks ? tracking : 0;
  const perDayOf = (one: Pace): number => budget(refresh, one, plan).requestsPerDay + extra;
  const { requestsPerRound, usablePerDay } = budget(refresh, pace, plan);
  const closest = paces
    .filter((one) => one !== 'off' && perDayOf(one) <= usablePerDay)
    .reduce<Pace | null>(
      (best, one) => (best === null || (listHours(one) ?? 24) < (listHours(best) ?? 24) ? one : best),
      null,
    );
  const perDay = pace === 'off' ? 0 : perDayOf(pace);
  return { perRun: requestsPerRound, perDay, usable: usablePerDay, fits: perDay <= usablePerDay, closest };
}
