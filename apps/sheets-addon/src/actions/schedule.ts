import { type Budget, planBudget, plans } from '@answershare/core';
import type { Translate } from '../texts/texts.ts';

/** Refresh intervals. Google fires an add-on's trigger at most once an hour (guides: editor triggers). */
export const paces = ['off', 'day', '12h', '8h', '6h', '4h', '2h', '1h'] as const;

export type Pace = (typeof paces)[number];

/** What the file refreshes without a user. */
export interface RefreshSchedule {
  readonly pace: Pace;
  /** Hour of the day, 0 to 23, in the file's zone; used by a daily schedule. */
  readonly hour: number;
  /** Also records a day in the history. */
  readonly tracking: boolean;
  /** The plan of the budget. */
  readonly plan: 'starter' | 'growth' | 'enterprise';
  /** Fingerprint of the key with this plan; null if unknown. */
  readonly identity: string | null;
  /** Id of its trigger; null while it is off. */
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
  return known.includes(value as T);
}

/** Validates a stored or sent schedule; null if a part is invalid. */
export function parseSchedule(value: unknown): RefreshSchedule | null {
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

export function formatPace(t: Translate, pace: Pace): string {
  if (pace === 'off') return t('schedule.off');
  return pace === 'day' ? t('schedule.day') : t('schedule.hours', { count: listHours(pace) ?? 0 });
}

/** A schedule's requests per day next to the plan's. */
export interface ScheduleCost {
  readonly perRun: number;
  readonly perDay: number;
  /** The plan's requests per day, less a tenth reserved for people. */
  readonly usable: number;
  readonly fits: boolean;
  /** The most frequent pace that fits; null if not even a daily one does. */
  readonly closest: Pace | null;
}

/** Each question beyond the list of websites counts as one website with one endpoint. */
function planPace(requestsPerRun: number, pace: Pace, plan: RefreshSchedule['plan']): Budget {
  return planBudget({
    websites: Math.max(0, requestsPerRun - 1),
    endpoints: ['citations'],
    plan: plans[plan],
    roundsPerDay: 24 / (listHours(pace) ?? 24),
  });
}

/**
 * Estimates a schedule's requests per day. Tracking uses the answers of a refresh: it costs at most once a day, and
 * only queries that the sheet lacks.
 * @param refresh requests of one refresh of the file, with its list of websites
 * @param tracking additional requests of tracking
 */
export function estimateScheduleCost(
  { pace, plan, tracking: tracks }: Pick<RefreshSchedule, 'pace' | 'plan' | 'tracking'>,
  refresh: number,
  tracking: number,
): ScheduleCost {
  const extra = tracks ? tracking : 0;
  const perDayOf = (one: Pace): number => planPace(refresh, one, plan).requestsPerDay + extra;
  const { requestsPerRound, usablePerDay } = planPace(refresh, pace, plan);
  const closest = paces
    .filter((one) => one !== 'off' && perDayOf(one) <= usablePerDay)
    .reduce<Pace | null>(
      (best, one) => (best === null || (listHours(one) ?? 24) < (listHours(best) ?? 24) ? one : best),
      null,
    );
  const perDay = pace === 'off' ? 0 : perDayOf(pace);
  return { perRun: requestsPerRound, perDay, usable: usablePerDay, fits: perDay <= usablePerDay, closest };
}

/** State of the schedule's hourly trigger. */
export interface Heartbeat {
  /** When it fired last; initially when the schedule was saved. Milliseconds since the epoch, like {@link begun}. */
  readonly at: number;
  /** When the last due run began; initially when the schedule was saved. */
  readonly begun: number;
  /** True if that run left work for the next hour. */
  readonly open: boolean;
}

export const heartbeatName = 'answershare.beat';

const hourMs = 3_600_000;
/** Google fires within about 15 minutes of the time (reference/script/clock-trigger-builder#nearminute). */
const slackMs = 30 * 60_000;
/** A trigger that misses this many hours in a row has ended. */
const staleMs = 4 * hourMs;

export function parseHeartbeat(text: string | null): Heartbeat | null {
  if (text === null) return null;
  const { at, begun, open } = JSON.parse(text) as Partial<Heartbeat>;
  return typeof at === 'number' && typeof begun === 'number' ? { at, begun, open: open === true } : null;
}

/** The date of the latest daily hour before an instant. */
function findDailyRun(hour: number, instant: number, formatInstant: (instant: number) => string): string {
  const [date = '', time = ''] = formatInstant(instant).split(' ');
  const now = Number(time.slice(0, 2));
  // Two hours more than to midnight: a clock change in between cannot skip a day.
  return now >= hour ? date : (formatInstant(instant - (now + 2) * hourMs).split(' ')[0] ?? '');
}

/** Whether a schedule's run is due. @param shown formats an instant as `2026-11-21 14:05` in the file's zone */
export function isDue(
  { pace, hour }: Pick<RefreshSchedule, 'pace' | 'hour'>,
  begun: number,
  now: number,
  formatInstant: (instant: number) => string,
): boolean {
  const hours = listHours(pace);
  if (hours === null) return false;
  if (pace === 'day')
    return findDailyRun(hour, now, formatInstant) > findDailyRun(hour, begun, formatInstant);
  return now - begun >= hours * hourMs - slackMs;
}

/** When the hourly trigger will next find a run due, milliseconds since the epoch; null for none. */
export function findNextRun(
  schedule: Pick<RefreshSchedule, 'pace' | 'hour'>,
  heartbeat: Heartbeat | null,
  now: number,
  formatInstant: (instant: number) => string,
): number | null {
  if (schedule.pace === 'off' || heartbeat === null) return null;
  const next = Math.max(1, Math.ceil((now - heartbeat.at) / hourMs));
  // A day with a clock change has 25 hours.
  for (let hours = next; hours <= next + 25; hours += 1) {
    const instant = heartbeat.at + hours * hourMs;
    if (heartbeat.open || isDue(schedule, heartbeat.begun, instant, formatInstant)) return instant;
  }
  return null;
}

/** Since when the hourly trigger has not fired; null if it fires. */
export function findStaleSince(
  { pace }: Pick<RefreshSchedule, 'pace'>,
  heartbeat: Heartbeat | null,
  now: number,
): number | null {
  return pace !== 'off' && heartbeat !== null && now - heartbeat.at > staleMs ? heartbeat.at : null;
}
