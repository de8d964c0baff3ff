import type { Allowance } from './plans.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Calls counted in one window; `start` is its first instant, in milliseconds since 1970. */
export interface Count {
  readonly start: number;
  readonly used: number;
}

/** What one key has used: the present clock minute (undecided item 17) and UTC day (item 16). */
export interface Usage {
  readonly minute: Count;
  readonly day: Count;
}

/** How one limit stands. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up, at least 1. */
  readonly resetSeconds: number;
}

/** The present standing of both limits, and which one is exhausted: when both are, the daily one (item 20). */
export interface Allotment {
  readonly minute: Standing;
  readonly day: Standing;
  readonly exhausted: 'minute' | 'day' | null;
}

export const UNUSED: Usage = { minute: { start: 0, used: 0 }, day: { start: 0, used: 0 } };

function windowStart(now: number, length: number): number {
  return Math.floor(now / length) * length;
}

/** The count of the window that holds `now`: another window, later or earlier, starts from zero. */
function current(count: Count, now: number, length: number): Count {
  const start = windowStart(now, length);
  return count.start === start ? count : { start, used: 0 };
}

function standing(count: Count, limit: number, now: number, length: number): Standing {
  const left = count.start + length - now;
  return {
    limit,
    remaining: Math.max(0, limit - count.used),
    resetSeconds: Math.max(1, Math.ceil(left / 1000)),
  };
}

/** How a key stands at an instant, before or after a call. */
export function allotment(usage: Usage, now: number, allowed: Allowance): Allotment {
  const minute = standing(current(usage.minute, now, MINUTE_MS), allowed.minute, now, MINUTE_MS);
  const day = standing(current(usage.day, now, DAY_MS), allowed.day, now, DAY_MS);
  const exhausted = day.remaining === 0 ? 'day' : minute.remaining === 0 ? 'minute' : null;
  return { minute, day, exhausted };
}

/** The usage after one more call. Refused calls (429) are not counted (undecided item 18). */
export function countCall(usage: Usage, now: number): Usage {
  const minute = current(usage.minute, now, MINUTE_MS);
  const day = current(usage.day, now, DAY_MS);
  return {
    minute: { ...minute, used: minute.used + 1 },
    day: { ...day, used: day.used + 1 },
  };
}

/** The calls counted in the present windows. */
export function counted(usage: Usage, now: number): { minute: number; day: number } {
  return { minute: current(usage.minute, now, MINUTE_MS).used, day: current(usage.day, now, DAY_MS).used };
}

/** The usage with the counts of the present windows put to given figures; a figure left out keeps its count. */
export function withCounts(usage: Usage, now: number, counts: { minute?: number; day?: number }): Usage {
  const minute = current(usage.minute, now, MINUTE_MS);
  const day = current(usage.day, now, DAY_MS);
  return {
    minute: { ...minute, used: counts.minute ?? minute.used },
    day: { ...day, used: counts.day ?? day.used },
  };
}
