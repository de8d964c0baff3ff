import type { Quirks, QuirkTable } from '../quirks/quirks.ts';
import { type CallMeter, DAY_METERS, MINUTE_METERS } from './meters.ts';
import type { Allowance } from './plans.ts';

/** One key's usage, counted by every method at once, so that a switch of method can change at any request. */
export interface LimitUsage {
  readonly minute: QuirkTable<'minuteWindow', CallMeter>;
  readonly day: QuirkTable<'dayReset', CallMeter>;
}

/** The counting methods in force (undecided items 16, 17 and 20). */
export type CountingRules = Pick<Quirks, 'minuteWindow' | 'dayReset' | 'bothLimits'>;

export interface LimitStatus {
  /** Infinity if unlimited. */
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Whole seconds until the reset, rounded up, at least 1. */
  readonly resetSeconds: number;
  /** The reset in milliseconds since 1970. */
  readonly resetAt: number;
}

export type ExhaustedLimit = 'minute' | 'day';

export interface LimitStatuses {
  readonly minute: LimitStatus;
  readonly day: LimitStatus;
  readonly exhausted: ExhaustedLimit | null;
}

export const UNUSED: LimitUsage = { minute: MINUTE_METERS, day: DAY_METERS };

/** Defaults: clock minute, UTC day, and the day is reported if both limits are exhausted. */
export const PLAIN_COUNTING: CountingRules = { minuteWindow: 'clock', dayReset: 'utc', bothLimits: 'daily' };

const REPORT_ORDER: Record<Quirks['bothLimits'], readonly ExhaustedLimit[]> = {
  daily: ['day', 'minute'],
  minute: ['minute', 'day'],
};

function toStatus(meter: CallMeter, limit: number, now: number): LimitStatus {
  const { used, resetMs } = meter.read(now, limit);
  return {
    limit,
    used: Math.ceil(used),
    remaining: Math.max(0, Math.floor(limit - used)),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    resetAt: now + resetMs,
  };
}

/** The status of both limits at an instant. */
export function readLimitStatuses(
  usage: LimitUsage,
  now: number,
  allowed: Allowance,
  counting: CountingRules = PLAIN_COUNTING,
): LimitStatuses {
  const minute = toStatus(usage.minute[counting.minuteWindow], allowed.minute, now);
  const day = toStatus(usage.day[counting.dayReset], allowed.day, now);
  const statuses = { minute, day };
  const exhausted = REPORT_ORDER[counting.bothLimits].find((name) => statuses[name].remaining === 0);
  return { minute, day, exhausted: exhausted ?? null };
}

export function countCall(usage: LimitUsage, now: number, allowed: Allowance): LimitUsage {
  return {
    minute: mapMeters(usage.minute, (meter) => meter.addCall(now, allowed.minute)),
    day: mapMeters(usage.day, (meter) => meter.addCall(now, allowed.day)),
  };
}

/** The calls counted in the current windows. */
export function readCounts(
  usage: LimitUsage,
  now: number,
  allowed: Allowance,
  counting: CountingRules = PLAIN_COUNTING,
): { minute: number; day: number } {
  const { minute, day } = readLimitStatuses(usage, now, allowed, counting);
  return { minute: minute.used, day: day.used };
}

/** Sets the counts of the current windows; an omitted count stays. */
export function setCounts(
  usage: LimitUsage,
  now: number,
  counts: { minute?: number; day?: number },
): LimitUsage {
  const setCount = <N extends string>(meters: Readonly<Record<N, CallMeter>>, count: number | undefined) =>
    count === undefined ? meters : mapMeters(meters, (meter) => meter.withUsed(now, count));
  return { minute: setCount(usage.minute, counts.minute), day: setCount(usage.day, counts.day) };
}

function mapMeters<N extends string>(
  meters: Readonly<Record<N, CallMeter>>,
  change: (meter: CallMeter) => CallMeter,
): Readonly<Record<N, CallMeter>> {
  const changed = Object.entries<CallMeter>(meters).map(([name, meter]) => [name, change(meter)]);
  return Object.fromEntries(changed) as Record<N, CallMeter>;
}

/** The properties of a response that decide whether it counts. */
export interface CountedOutcome {
  readonly status: number;
  readonly authenticated: boolean;
  readonly limited: boolean;
}

/** Which responses count against a key's limits (undecided item 18). */
export const COUNTS: QuirkTable<'countedAnswers', (outcome: CountedOutcome) => boolean> = {
  authenticated: ({ authenticated, limited }) => authenticated && !limited,
  'only-2xx': ({ authenticated, limited, status }) =>
    authenticated && !limited && status >= 200 && status < 300,
  all: () => true,
};
