import { addDays, type Budget, type CalendarDate, planBudget, plans } from '@answershare/core';
import type { Translate } from '../texts/texts.ts';

/** Refresh intervals. Google fires an add-on's trigger at most once an hour (guides: editor triggers). */
export const paces = ['off', 'month', 'week', 'day', '12h', '8h', '6h', '4h', '2h', '1h'] as const;

export type Pace = (typeof paces)[number];

/** What the file refreshes without a user. */
export interface RefreshSchedule {
  readonly pace: Pace;
  /** Hour of the day, 0 to 23, in the file's zone; unused by an hourly schedule. */
  readonly hour: number;
  /** Weekday from 1 for Monday, or day of the month up to 31 for its last day; used by a weekly or monthly schedule. */
  readonly day: number;
  /** Also records a day in the history. */
  readonly tracking: boolean;
  /** Mails the user a failure, if the build can. */
  readonly alerts: boolean;
  /** The plan of the budget. */
  readonly plan: 'starter' | 'growth' | 'enterprise';
  /** Fingerprint of the key with this plan; null if unknown. */
  readonly identity: string | null;
  /** Id of its trigger; null while it is off. */
  readonly trigger: string | null;
  /** The address of who saved it, with whose account it runs; empty if Google did not give it. */
  readonly by: string;
}

export const noSchedule: RefreshSchedule = {
  pace: 'off',
  hour: 7,
  day: 1,
  tracking: true,
  alerts: false,
  plan: 'starter',
  identity: null,
  trigger: null,
  by: '',
};

/** Most values of a schedule's `day`; 0 for a pace that runs each day. */
export const dayChoices = (pace: Pace): number => (pace === 'month' ? 31 : pace === 'week' ? 7 : 0);

/** Whether a schedule runs every few hours, not at an hour of some days. */
export const isHourly = (pace: Pace): boolean => /^\d/.test(pace);

/** Hours between two runs on a day with a run; null for off. */
export function toIntervalHours(pace: Pace): number | null {
  if (pace === 'off') return null;
  return isHourly(pace) ? Number(pace.slice(0, -1)) : 24;
}

function isOneOf<T extends string>(value: unknown, known: readonly T[]): value is T {
  return known.includes(value as T);
}

function isWholeNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most && Math.floor(value) === value;
}

/** Validates a stored or sent schedule; null if a part is invalid. */
export function parseSchedule(value: unknown): RefreshSchedule | null {
  if (typeof value !== 'object' || value === null) return null;
  const {
    pace,
    hour,
    day = 1,
    tracking,
    alerts,
    plan,
    identity,
    trigger,
    by,
  } = value as Partial<RefreshSchedule>;
  if (!isOneOf(pace, paces) || !isOneOf(plan, ['starter', 'growth', 'enterprise'] as const)) return null;
  if (!isWholeNumber(hour, 0, 23) || !isWholeNumber(day, 1, dayChoices(pace) || 31)) return null;
  return {
    pace,
    hour,
    day,
    tracking: tracking === true,
    alerts: alerts === true,
    plan,
    identity: typeof identity === 'string' ? identity : null,
    trigger: typeof trigger === 'string' ? trigger : null,
    by: typeof by === 'string' ? by : '',
  };
}

const paceTexts = {
  off: 'schedule.off',
  day: 'schedule.day',
  week: 'schedule.week',
  month: 'schedule.month',
} as const;

export function formatPace(t: Translate, pace: Pace): string {
  if (isHourly(pace)) return t('schedule.hours', { count: toIntervalHours(pace) ?? 0 });
  return t(paceTexts[pace as keyof typeof paceTexts]);
}

/** A schedule's requests on a day with a run, next to the plan's. */
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
    roundsPerDay: 24 / (toIntervalHours(pace) ?? 24),
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
    .filter((one) => toIntervalHours(one) !== null && dayChoices(one) === 0 && perDayOf(one) <= usablePerDay)
    .reduce<Pace | null>(
      (best, one) =>
        best === null || (toIntervalHours(one) ?? 24) < (toIntervalHours(best) ?? 24) ? one : best,
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

type ScheduleTimes = Pick<RefreshSchedule, 'pace' | 'hour' | 'day'>;

/** Whether a schedule by days runs on a date. */
function isRunDay({ pace, day }: ScheduleTimes, date: CalendarDate): boolean {
  if (pace === 'week') return (new Date(`${date}T00:00:00Z`).getUTCDay() || 7) === day;
  if (pace !== 'month') return true;
  const dayOfMonth = Number(date.slice(8));
  return dayOfMonth === day || (dayOfMonth < day && addDays(date, 1).endsWith('-01'));
}

/** The date of the latest run of a schedule by days before an instant. */
function findLatestRun(
  schedule: ScheduleTimes,
  instant: number,
  formatInstant: (instant: number) => string,
): CalendarDate {
  const [date = '', time = ''] = formatInstant(instant).split(' ');
  const now = Number(time.slice(0, 2));
  // Two hours more than to midnight: a clock change in between cannot skip a day.
  let latest =
    now >= schedule.hour ? date : (formatInstant(instant - (now + 2) * hourMs).split(' ')[0] ?? '');
  while (!isRunDay(schedule, latest)) latest = addDays(latest, -1);
  return latest;
}

/** Whether a schedule's run is due. @param formatInstant formats as `2026-11-21 14:05` in the file's zone */
export function isDue(
  schedule: ScheduleTimes,
  begun: number,
  now: number,
  formatInstant: (instant: number) => string,
): boolean {
  const { pace } = schedule;
  if (pace === 'off') return false;
  if (!isHourly(pace))
    return findLatestRun(schedule, now, formatInstant) > findLatestRun(schedule, begun, formatInstant);
  return now - begun >= (toIntervalHours(pace) ?? 0) * hourMs - slackMs;
}

/** When the hourly trigger will next find a run due, milliseconds since the epoch; null for none. */
export function findNextRun(
  schedule: ScheduleTimes,
  heartbeat: Heartbeat | null,
  now: number,
  formatInstant: (instant: number) => string,
): number | null {
  if (schedule.pace === 'off' || heartbeat === null) return null;
  const { at, begun, open } = heartbeat;
  const isRun = (instant: number): boolean => open || isDue(schedule, begun, instant, formatInstant);
  const next = Math.max(1, Math.ceil((now - at) / hourMs));
  if (isRun(at + next * hourMs)) return at + next * hourMs;
  let date = formatInstant(now).split(' ')[0] ?? '';
  let days = 0;
  const isToday = isRunDay(schedule, date) && findLatestRun(schedule, now, formatInstant) < date;
  while (!isToday && (days === 0 || !isRunDay(schedule, date))) {
    date = addDays(date, 1);
    days += 1;
  }
  // Days without a run are skipped; two hours less, because of clock changes.
  const first = next + Math.max(0, (days - 1) * 24 - 2);
  for (let hours = first; hours <= first + 52; hours += 1) {
    if (isRun(at + hours * hourMs)) return at + hours * hourMs;
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
