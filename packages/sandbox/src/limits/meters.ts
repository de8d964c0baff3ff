import { DAY_MS } from '../data/days.ts';
import type { QuirkTable } from '../quirks/quirks.ts';

interface MeterReading {
  /** Calls in the current window; fractional in a token bucket. */
  readonly used: number;
  /** Milliseconds until a further call is allowed, or until the window ends if it is not full. More than 0. */
  readonly resetMs: number;
}

/** An immutable counter of calls. Instants are milliseconds since 1970. */
export interface CallMeter {
  read(now: number, limit: number): MeterReading;
  addCall(now: number, limit: number): CallMeter;
  /** Sets the number of calls counted at present. */
  withUsed(now: number, used: number): CallMeter;
}

/**
 * A token bucket of `limit` calls that refills in `length` milliseconds. `missing` counts units of 1/`length` call at
 * `at`, so that rounding cannot shift a reset. A clock set back before `at` refills it.
 */
function bucketMeter(length: number, at = 0, missing = 0): CallMeter {
  const missingAt = (now: number, limit: number): number =>
    now < at ? 0 : Math.max(0, missing - (now - at) * limit);
  return {
    read(now, limit) {
      const parts = missingAt(now, limit);
      const oneFree = (limit - 1) * length;
      const until = parts > oneFree ? parts - oneFree : parts;
      return { used: parts / length, resetMs: Math.max(1, Math.ceil(until / limit)) };
    },
    addCall: (now, limit) => bucketMeter(length, now, missingAt(now, limit) + length),
    withUsed: (now, count) => bucketMeter(length, now, count * length),
  };
}

/** A window opens with the first call after the previous one. A clock set back before it opens a new one. */
function firstCallMeter(length: number, opened: number | null = null, counted = 0): CallMeter {
  const openAt = (now: number): number | null =>
    opened !== null && now >= opened && now < opened + length ? opened : null;
  return {
    read(now) {
      const open = openAt(now);
      return open === null ? { used: 0, resetMs: length } : { used: counted, resetMs: open + length - now };
    },
    addCall(now) {
      const open = openAt(now);
      return open === null ? firstCallMeter(length, now, 1) : firstCallMeter(length, open, counted + 1);
    },
    withUsed: (now, count) =>
      count === 0 ? firstCallMeter(length) : firstCallMeter(length, openAt(now) ?? now, count),
  };
}

/** Consecutive windows on a clock that is `ahead` milliseconds ahead of UTC. A change of window resets the count. */
function fixedMeter(length: number, ahead: number, start = 0, counted = 0): CallMeter {
  const startAt = (now: number): number => Math.floor((now + ahead) / length) * length - ahead;
  const used = (now: number): number => (startAt(now) === start ? counted : 0);
  return {
    read: (now) => ({ used: used(now), resetMs: startAt(now) + length - now }),
    addCall: (now) => fixedMeter(length, ahead, startAt(now), used(now) + 1),
    withUsed: (now, count) => fixedMeter(length, ahead, startAt(now), count),
  };
}

interface CallsAtInstant {
  readonly at: number;
  readonly count: number;
}

/** Counts the calls of the last `length` milliseconds. A clock set back drops later calls. */
function slidingMeter(length: number, runs: readonly CallsAtInstant[] = []): CallMeter {
  const present = (now: number): readonly CallsAtInstant[] => {
    const [first, last] = [runs[0], runs.at(-1)];
    if (first === undefined || last === undefined) return runs;
    if (first.at > now - length && last.at <= now) return runs;
    return runs.filter(({ at }) => at > now - length && at <= now);
  };
  return {
    read(now, limit) {
      const counting = present(now);
      const used = counting.reduce((sum, { count }) => sum + count, 0);
      return { used, resetMs: findFreeInstant(counting, used, limit, length, now) - now };
    },
    addCall(now) {
      const counting = present(now);
      const last = counting.at(-1);
      return last?.at === now
        ? slidingMeter(length, [...counting.slice(0, -1), { at: now, count: last.count + 1 }])
        : slidingMeter(length, [...counting, { at: now, count: 1 }]);
    },
    withUsed: (now, count) => slidingMeter(length, count === 0 ? [] : [{ at: now, count }]),
  };
}

/** The instant at which enough calls have expired to allow one more. */
function findFreeInstant(
  runs: readonly CallsAtInstant[],
  used: number,
  limit: number,
  length: number,
  now: number,
): number {
  let tooMany = Math.max(1, used - limit + 1);
  for (const { at, count } of runs) {
    tooMany -= count;
    if (tooMany <= 0) return at + length;
  }
  return now + length;
}

const MINUTE_MS = 60_000;

/** The team's time zone is UTC-10 all year (undecided items 7 and 16). */
export const TEAM_ZONE_MS = -10 * 3_600_000;

/** The counting methods of the minute limit (undecided item 17). */
export const MINUTE_METERS: QuirkTable<'minuteWindow', CallMeter> = {
  clock: fixedMeter(MINUTE_MS, 0),
  'first-call': firstCallMeter(MINUTE_MS),
  sliding: slidingMeter(MINUTE_MS),
  'token-bucket': bucketMeter(MINUTE_MS),
};

/** The counting methods of the daily limit (undecided item 16). */
export const DAY_METERS: QuirkTable<'dayReset', CallMeter> = {
  utc: fixedMeter(DAY_MS, 0),
  rolling: slidingMeter(DAY_MS),
  'team-zone': fixedMeter(DAY_MS, TEAM_ZONE_MS),
};
