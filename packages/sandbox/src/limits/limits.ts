import type { Quirks } from '../quirks/table.ts';
import type { Meter } from './meter.ts';
import { DAY_METERS, MINUTE_METERS } from './meters.ts';
import type { Allowance } from './plans.ts';

/**
 * What one key has used. Every way to count goes on counting, so that a switch can change the way from one request
 * to the next.
 */
export interface Usage {
  readonly minute: Readonly<Record<Quirks['minuteWindow'], Meter>>;
  readonly day: Readonly<Record<Quirks['dayReset'], Meter>>;
}

/** The ways in force (undecided items 16, 17 and 20). */
export type Counting = Pick<Quirks, 'minuteWindow' | 'dayReset' | 'bothLimits'>;

/** How one limit stands. */
export interface Standing {
  /** Infinity where there is no limit. */
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Whole seconds until the reset, rounded up, at least 1. */
  readonly resetSeconds: number;
  /** The instant of the reset, in milliseconds since 1970. */
  readonly resetAt: number;
}

export type Exhausted = 'minute' | 'day';

/** The present standing of both limits, and which one is exhausted. */
export interface Allotment {
  readonly minute: Standing;
  readonly day: Standing;
  readonly exhausted: Exhausted | null;
}

export const UNUSED: Usage = { minute: MINUTE_METERS, day: DAY_METERS };

/** Counting as nothing else is said: clock minute, UTC day, and the day is reported when both are exhausted. */
export const PLAIN_COUNTING: Counting = { minuteWindow: 'clock', dayReset: 'utc', bothLimits: 'daily' };

const REPORTED_FIRST: Record<Quirks['bothLimits'], readonly Exhausted[]> = {
  daily: ['day', 'minute'],
  minute: ['minute', 'day'],
};

function standing(meter: Meter, limit: number, now: number): Standing {
  const { used, resetMs } = meter.reading(now, limit);
  return {
    limit,
    used: Math.ceil(used),
    remaining: Math.max(0, Math.floor(limit - used)),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    resetAt: now + resetMs,
  };
}

/** How a key stands at an instant, before or after a call. */
export function allotment(
  usage: Usage,
  now: number,
  allowed: Allowance,
  counting: Counting = PLAIN_COUNTING,
): Allotment {
  const minute = standing(usage.minute[counting.minuteWindow], allowed.minute, now);
  const day = standing(usage.day[counting.dayReset], allowed.day, now);
  const standings = { minute, day };
  const exhausted = REPORTED_FIRST[counting.bothLimits].find((name) => standings[name].remaining === 0);
  return { minute, day, exhausted: exhausted ?? null };
}

/** The usage after one more call. */
export function countCall(usage: Usage, now: number, allowed: Allowance): Usage {
  return {
    minute: eachMeter(usage.minute, (meter) => meter.after(now, allowed.minute)),
    day: eachMeter(usage.day, (meter) => meter.after(now, allowed.day)),
  };
}

/** The calls counted in the present windows. */
export function counted(
  usage: Usage,
  now: number,
  allowed: Allowance,
  counting: Counting = PLAIN_COUNTING,
): { minute: number; day: number } {
  const { minute, day } = allotment(usage, now, allowed, counting);
  return { minute: minute.used, day: day.used };
}

/** The usage with the counts of the present windows put to given figures; a figure left out keeps its count. */
export function withCounts(usage: Usage, now: number, counts: { minute?: number; day?: number }): Usage {
  const put = <N extends string>(meters: Readonly<Record<N, Meter>>, count: number | undefined) =>
    count === undefined ? meters : eachMeter(meters, (meter) => meter.put(now, count));
  return { minute: put(usage.minute, counts.minute), day: put(usage.day, counts.day) };
}

function eachMeter<N extends string>(
  meters: Readonly<Record<N, Meter>>,
  change: (meter: Meter) => Meter,
): Readonly<Record<N, Meter>> {
  const changed = Object.entries<Meter>(meters).map(([name, meter]) => [name, change(meter)]);
  return Object.fromEntries(changed) as Record<N, Meter>;
}
